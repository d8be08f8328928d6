import { accountStream } from '../../domain/ledger/events.ts';
import { accountId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import type { Clock } from '../ports/clock.ts';
import { readModelNames } from '../ports/document-codec.ts';
import type { Ids } from '../ports/ids.ts';
import type { ReadDocument, ReadModels } from '../ports/read-models.ts';
import type { AccountLedger } from './account-ledger.ts';

export interface ReleaseExpiredHoldsPorts {
  readonly readModels: ReadModels;
  readonly ledger: AccountLedger;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What one call does at most: callers of the service must not wait behind it. */
const maxAccounts = 100;
const atOnce = 10;

export interface ReleasedHolds {
  /** Accounts with a hold that had ended. */
  readonly accounts: number;
  /** Accounts that could not be written; the next call tries them again. */
  readonly failures: readonly unknown[];
  /** There may be more of them than one call takes on. */
  readonly more: boolean;
}

/**
 * Writes down that holds have expired, for accounts whose next command may be long in coming. The fold counts
 * an expired hold as open until then, so its credits would be missing from what the account shows.
 * The usage model says which accounts have one. Several nodes may do this at once: what the first has
 * written, the others find, and write nothing.
 */
export async function releaseExpiredHolds(ports: ReleaseExpiredHoldsPorts): Promise<ReleasedHolds> {
  const now = ports.clock.now();
  const due = await ports.readModels.query(readModelNames.usage, {
    index: 'holds',
    equals: 'open',
    orderBy: 'hold-ends',
    to: now + 1,
    limit: maxAccounts,
  });
  const failures: unknown[] = [];
  for (let from = 0; from < due.length; from += atOnce) {
    const releases = due.slice(from, from + atOnce).map((one) => release(ports, one, now));
    for (const outcome of await Promise.allSettled(releases)) {
      if (outcome.status === 'rejected') failures.push(outcome.reason);
    }
  }
  return { accounts: due.length, failures, more: due.length === maxAccounts };
}

/** Any command writes down first what is due; this one does nothing else. */
async function release(
  { ledger, ids }: ReleaseExpiredHoldsPorts,
  { id }: ReadDocument,
  at: Instant,
): Promise<void> {
  await ledger.handle(
    accountStream(accountId(id)),
    { type: 'roll-period' },
    { at, correlationId: ids.uuid(), actor: { kind: 'system' } },
  );
}
