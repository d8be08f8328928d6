import type { AccountId, CheckId } from '../../domain/shared/ids.ts';
import { debitOf } from '../../domain/shared/ids.ts';
import { type RefundDebitPorts, refundDebit } from '../ledger/refund-debit.ts';
import { releaseHold } from '../ledger/release-hold.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Timers } from '../ports/timers.ts';

export interface TakeBackPorts extends RefundDebitPorts {
  readonly telemetry: Telemetry;
  readonly timers: Timers;
}

const firstPauseMs = 500;
const longestPauseMs = 15_000;
/** About a quarter of an hour; a log that stays away longer is beyond what a process can mend by itself. */
const maxTries = 64;

/**
 * Makes sure that a check whose caller was told of a failure costs nothing, once the log can be reached
 * again: gives its hold back, which also shuts out a debit that is still on its way, and refunds the debit
 * that turns out to be there. Never rejects.
 */
export async function takeBack(
  ports: TakeBackPorts,
  check: { readonly accountId: AccountId; readonly checkId: CheckId },
): Promise<void> {
  const { accountId, checkId } = check;
  const { timers, telemetry, clock, ids } = ports;
  const actor = { kind: 'system' } as const;
  const debitId = debitOf(checkId);
  const reason = 'the caller was not told that the check had succeeded';
  for (let tries = 1; tries <= maxTries; tries++) {
    try {
      const context = { at: clock.now(), correlationId: ids.uuid(), actor };
      await releaseHold(ports, { accountId, checkId, reason: 'failed' }, context);
      const refund = await refundDebit(ports, { accountId, debitId, reason, actor });
      if (refund.ok) telemetry.count('assay.debits.taken_back');
      return;
    } catch (error) {
      const cause = error instanceof Error ? error.message : 'unknown';
      if (tries === maxTries) telemetry.log('error', 'a check was left in doubt', { cause });
      await timers.pause(Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries - 1, 10)));
    }
  }
}
