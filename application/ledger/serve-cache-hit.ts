import type { ReusedParts } from '../../domain/ledger/command.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { type Credits, noCredits } from '../../domain/shared/credits.ts';
import type { AccountId, CheckId } from '../../domain/shared/ids.ts';
import { AccountErasedError } from '../ports/personal-data.ts';
import type { CommandContext } from '../stream-writer.ts';
import type { AccountLedger } from './account-ledger.ts';

export type CacheHitOutcome =
  /** `used` is what this very check was charged in an earlier try, 0 for any other. */
  | { readonly status: 'served'; readonly used: Credits; readonly available: Credits }
  /** A part was made by a check that was never paid for, so it must not be served for nothing. */
  | { readonly status: 'unpaid'; readonly unpaid: readonly CheckId[] };

/** Records that a request was answered from the cache: an event of 0 credits. @throws AccountErasedError */
export async function serveCacheHit(
  { ledger }: { readonly ledger: AccountLedger },
  command: {
    readonly accountId: AccountId;
    readonly checkId: CheckId;
    readonly reused: ReusedParts;
  },
  context: CommandContext,
): Promise<CacheHitOutcome> {
  const { accountId, checkId, reused } = command;
  const answer = await ledger.handle(
    accountStream(accountId),
    { type: 'serve-cache-hit', checkId, reused },
    context,
  );
  switch (answer.status) {
    case 'done':
      return { status: 'served', used: noCredits, available: answer.available };
    case 'already_debited':
      return { status: 'served', used: answer.amount, available: answer.available };
    case 'reuse_unpaid':
      return { status: 'unpaid', unpaid: answer.unpaid };
    case 'account_erased':
      throw new AccountErasedError(`the account ${accountId} was erased`);
    default:
      throw new Error(`a cache hit was answered with ${answer.status}`);
  }
}
