import { passkeyStream } from '../../domain/access/passkey/events.ts';
import type { AccountId, PasskeyId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { PasskeyRegistry } from './passkey-registry.ts';

export interface RemovePasskeyPorts {
  readonly passkeys: PasskeyRegistry;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Ends a passkey for good. Once this answers, nobody signs in with it. Refuses with `not_found`. */
export async function removePasskey(
  { passkeys, clock, ids }: RemovePasskeyPorts,
  { accountId, passkeyId }: { readonly accountId: AccountId; readonly passkeyId: PasskeyId },
): Promise<Outcome<{ readonly passkeyId: PasskeyId }>> {
  const answer = await passkeys.handle(
    passkeyStream(passkeyId),
    { type: 'remove-passkey', accountId },
    { at: clock.now(), correlationId: ids.uuid(), actor: { kind: 'person', id: accountId } },
  );
  if (answer === 'no_such_passkey') return refused('not_found', `no passkey ${passkeyId}`);
  return success({ passkeyId });
}
