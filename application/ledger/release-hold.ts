import { accountStream, type HoldReleaseReason } from '../../domain/ledger/events.ts';
import type { AccountId, CheckId } from '../../domain/shared/ids.ts';
import type { CommandContext } from '../stream-writer.ts';
import type { AccountLedger } from './account-ledger.ts';

/** Gives back what was set aside for a check that will not be charged. */
export async function releaseHold(
  { ledger }: { readonly ledger: AccountLedger },
  command: {
    readonly accountId: AccountId;
    readonly checkId: CheckId;
    readonly reason: HoldReleaseReason;
  },
  context: CommandContext,
): Promise<void> {
  const { accountId, checkId, reason } = command;
  await ledger.handle(accountStream(accountId), { type: 'release-hold', checkId, reason }, context);
}
