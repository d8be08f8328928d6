import type { EventMetadata } from '../shared/event.ts';
import type { AccountId } from '../shared/ids.ts';
import type { Instant } from '../shared/instant.ts';

/** When each credential of an account last did something that is in the log, by the credential's id. */
export type LastUses = {
  readonly accountId: AccountId;
  readonly uses: Readonly<Record<string, Instant>>;
};

/** The uses after one more event of the account's stream, whatever it says. */
export function evolveLastUses(
  before: LastUses,
  { actor, occurredAt }: Pick<EventMetadata, 'actor' | 'occurredAt'>,
): LastUses {
  if (actor.kind !== 'key' && actor.kind !== 'authorization') return before;
  return { ...before, uses: { ...before.uses, [actor.id]: occurredAt } };
}
