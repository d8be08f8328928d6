import { accountStream } from '../../domain/ledger/events.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import type { ReadModelDifference } from '../ports/read-models.ts';
import type { ReadModelComparison } from '../ports/rebuildable-read-models.ts';
import { type AuditLedgerPorts, type AuditResult, auditLedger } from './audit-ledger.ts';

/** Every stream that Assay writes is named with one of these. */
export const streamPrefixes: readonly string[] = ['account-', 'key-'];

export interface AuditReport extends AuditResult {
  readonly clean: boolean;
  /** False when the log is so damaged that the read models cannot be made from it. */
  readonly compared: boolean;
  /** How many documents differ; `differences` lists the first of them. */
  readonly differing: number;
  readonly differences: readonly ReadModelDifference[];
}

export interface AuditStoresPorts extends AuditLedgerPorts {
  /** The read models against what the log makes of them. */
  compare(): Promise<ReadModelComparison>;
}

/** Chains, allocations and sums of the log, then the read models: of everything, or of one account. */
export async function auditStores(
  ports: AuditStoresPorts,
  { accountId }: { readonly accountId: AccountId | null },
): Promise<AuditReport> {
  const prefixes = accountId === null ? streamPrefixes : [accountStream(accountId)];
  const result = await auditLedger(ports, { prefixes });
  const compared = await ports.compare().catch((error: unknown) => {
    // A log with a fault may be beyond any replay: what was found of it must be told all the same.
    if (result.first_fault !== null) return null;
    throw error;
  });
  if (compared === null) {
    return { clean: false, ...result, compared: false, differing: 0, differences: [] };
  }
  const { total, differences } = accountId === null ? compared : ofAccount(compared, accountId);
  const clean = result.first_fault === null && total === 0;
  return { clean, ...result, compared: true, differing: total, differences };
}

function ofAccount(all: ReadModelComparison, accountId: AccountId): ReadModelComparison {
  const differences = all.differences.filter(({ id, live, rebuilt }) =>
    JSON.stringify([id, live?.indexes, rebuilt?.indexes]).includes(accountId),
  );
  // Beyond the differences that are listed nobody can tell whose they are.
  const unseen = all.total - all.differences.length;
  return { total: differences.length + unseen, differences };
}
