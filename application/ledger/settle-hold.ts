import type { ReusedParts } from '../../domain/ledger/command.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { type PriceLine, priceVersion, totalPrice } from '../../domain/ledger/prices.ts';
import type { Credits } from '../../domain/shared/credits.ts';
import type { AccountId, CheckId } from '../../domain/shared/ids.ts';
import type { CommandContext } from '../stream-writer.ts';
import type { AccountLedger } from './account-ledger.ts';

/** Turns a hold into a debit once the report is ready. A hold that expired meanwhile is never charged. */
export async function settleHold(
  { ledger }: { readonly ledger: AccountLedger },
  command: {
    readonly accountId: AccountId;
    readonly checkId: CheckId;
    readonly lines: readonly PriceLine[];
    readonly wordCount: number;
    readonly reused: ReusedParts | null;
  },
  context: CommandContext,
): Promise<{ readonly used: Credits; readonly available: Credits }> {
  const { accountId, checkId, lines, wordCount, reused } = command;
  const answer = await ledger.handle(
    accountStream(accountId),
    { type: 'settle-hold', checkId, lines, priceVersion, wordCount, reused },
    context,
  );
  switch (answer.status) {
    case 'done':
      return { used: totalPrice(lines), available: answer.available };
    case 'already_debited':
      return { used: answer.amount, available: answer.available };
    default:
      throw new Error(`a debit was answered with ${answer.status}: nothing was charged`);
  }
}
