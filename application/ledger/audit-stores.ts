import { accountStream } from '../../domain/ledger/events.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import type { LedgerColumn } from '../ports/ledger-column.ts';
import type { ReadModelDifference } from '../ports/read-models.ts';
import type { ReadModelComparison } from '../ports/rebuildable-read-models.ts';
import { type AuditLedgerPorts, type AuditResult, auditLedger } from './audit-ledger.ts';
import { type ColumnDifference, checkLedgerColumn } from './ledger-column.ts';

/** Every stream that Assay writes is named with one of these. */
export const streamPrefixes: readonly string[] = [
  'account-',
  'key-',
  'authorization-',
  'client-',
  'claim-',
  'sign-in-',
  'passkey-',
];

export interface AuditReport extends AuditResult {
  readonly clean: boolean;
  /** False when the log is so damaged that the read models cannot be made from it. */
  readonly compared: boolean;
  /** How many documents differ; `differences` lists the first of them. */
  readonly differing: number;
  readonly differences: readonly ReadModelDifference[];
  /** Where the column that balances are listed from says otherwise than the log; null when nowhere. */
  readonly column_fault: ColumnDifference | null;
}

export interface AuditStoresPorts extends AuditLedgerPorts {
  /** The read models against what the log makes of them. */
  compare(): Promise<ReadModelComparison>;
  openColumn(): LedgerColumn;
}

/** Chains, allocations and sums of the log, then the read models: of everything, or of one account. */
export async function auditStores(
  ports: AuditStoresPorts,
  { accountId }: { readonly accountId: AccountId | null },
): Promise<AuditReport> {
  const prefixes = accountId === null ? streamPrefixes : [accountStream(accountId)];
  const result = await auditLedger(ports, { prefixes });
  // A log with a fault may be beyond any replay: what was found of it must be told all the same.
  const unlessFaulty = (error: unknown): null => {
    if (result.first_fault !== null) return null;
    throw error;
  };
  const compared = await ports.compare().catch(unlessFaulty);
  if (compared === null) {
    const unknown = { differing: 0, differences: [], column_fault: null };
    return { clean: false, ...result, compared: false, ...unknown };
  }
  const { total, differences } = accountId === null ? compared : ofAccount(compared, accountId);
  const column_fault = accountId === null ? await columnFault(ports).catch(unlessFaulty) : null;
  const clean = result.first_fault === null && total === 0 && column_fault === null;
  return { clean, ...result, compared: true, differing: total, differences, column_fault };
}

/** The column holds all accounts in one, so it is looked at when all of them are. */
async function columnFault(ports: AuditStoresPorts): Promise<ColumnDifference | null> {
  const ledgerColumn = ports.openColumn();
  try {
    return await checkLedgerColumn({ ...ports, ledgerColumn });
  } finally {
    await ledgerColumn.close();
  }
}

function ofAccount(all: ReadModelComparison, accountId: AccountId): ReadModelComparison {
  const differences = all.differences.filter(({ id, live, rebuilt }) =>
    JSON.stringify([id, live?.indexes, rebuilt?.indexes]).includes(accountId),
  );
  // Beyond the differences that are listed nobody can tell whose they are.
  const unseen = all.total - all.differences.length;
  return { total: differences.length + unseen, differences };
}
