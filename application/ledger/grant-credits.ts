import { accountStream, type GrantKind } from '../../domain/ledger/events.ts';
import type { Credits } from '../../domain/shared/credits.ts';
import type { Actor } from '../../domain/shared/event.ts';
import { type AccountId, type GrantId, grantId, noteId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import { type AccountLedger, refusedAsErased } from './account-ledger.ts';

export interface GrantCreditsPorts {
  readonly ledger: AccountLedger;
  readonly personalData: PersonalData;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Gives an account credits beside its allowance. The reason is kept outside the log.
 * Refuses with `not_found`, or `bad_json` when they would have expired before anybody could spend them.
 */
export async function grantCredits(
  { ledger, personalData, clock, ids }: GrantCreditsPorts,
  command: {
    readonly accountId: AccountId;
    readonly kind: Exclude<GrantKind, 'allowance'>;
    readonly amount: Credits;
    readonly expiresAt: Instant | null;
    readonly reason: string;
    readonly actor: Actor;
  },
): Promise<Outcome<{ readonly grantId: GrantId; readonly available: Credits }>> {
  const { accountId, kind, amount, expiresAt, reason, actor } = command;
  if (expiresAt !== null && expiresAt <= clock.now()) {
    return refused('bad_json', 'expected an expiry in the future');
  }
  const account = await ledger.current(accountStream(accountId));
  if (account.accountId === null) return refused('not_found', `no account ${accountId}`);
  if (account.erased) return refusedAsErased(accountId);
  const id = grantId(ids.fresh('grt_'));
  const note = noteId(ids.fresh('not_'));
  await personalData.put(accountId, `note:${note}`, reason);
  const answer = await ledger.handle(
    accountStream(accountId),
    { type: 'grant-credits', grantId: id, kind, amount, expiresAt, noteId: note },
    { at: clock.now(), correlationId: ids.uuid(), actor },
  );
  if (answer.status !== 'done') throw new Error(`a grant was answered with ${answer.status}`);
  return success({ grantId: id, available: answer.available });
}
