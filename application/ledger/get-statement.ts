import type { StatementRow } from '../../domain/ledger/statement.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { ReadModels } from '../ports/read-models.ts';

export interface GetStatementPorts {
  readonly readModels: ReadModels;
  readonly documents: DocumentCodec;
}

/** All movements of an account within a time, with the balance before and after: opening + movements = closing. */
export interface Statement {
  readonly account_id: AccountId;
  /** Epoch milliseconds, inclusive; null when open. */
  readonly from: number | null;
  readonly to: number | null;
  readonly opening_balance: number;
  readonly closing_balance: number;
  readonly rows: readonly StatementRow[];
}

/** The statement of an account. Refuses with `not_found`. */
export async function getStatement(
  { readModels, documents }: GetStatementPorts,
  command: {
    readonly accountId: AccountId;
    readonly from: Instant | null;
    readonly to: Instant | null;
  },
): Promise<Outcome<Statement>> {
  const { accountId, from, to } = command;
  const found = await readModels.query(readModelNames.statement, {
    index: 'account',
    equals: accountId,
    orderBy: 'revision',
  });
  if (found.length === 0) return refused('not_found', `no account ${accountId}`);
  const all = inOrderOfTime(found.map((document) => documents.statementRow(document)));
  const before = from === null ? [] : all.filter(({ time }) => time < from);
  const within = all.filter(
    ({ time }) => (from === null || time >= from) && (to === null || time <= to),
  );
  const rows = within.map(({ row }) => row);
  const opening = before.at(-1)?.row.balance ?? 0;
  return success({
    account_id: accountId,
    from,
    to,
    opening_balance: opening,
    closing_balance: rows.at(-1)?.balance ?? opening,
    rows,
  });
}

interface TimedRow {
  readonly row: StatementRow;
  readonly time: number;
}

/**
 * Clocks can be set back, the order of movements cannot: a row counts as of the latest time so far, so
 * that every range is an unbroken part of the history and adds up.
 */
function inOrderOfTime(rows: readonly StatementRow[]): readonly TimedRow[] {
  let time = Number.NEGATIVE_INFINITY;
  return rows.map((row) => {
    time = Math.max(time, row.at);
    return { row, time };
  });
}
