import { accountStream } from '../../domain/ledger/events.ts';
import type { StatementRow } from '../../domain/ledger/statement.ts';
import { addRow, noTotals, type StatementTotals } from '../../domain/ledger/statement-totals.ts';
import {
  type AccountId,
  type CheckId,
  checkOf,
  debitId,
  debitOf,
  type KeyId,
} from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { ReadModels } from '../ports/read-models.ts';
import { timedRows } from './timed-rows.ts';

export interface GetStatementPorts {
  readonly readModels: ReadModels;
  readonly documents: DocumentCodec;
  readonly hasher: Hasher;
}

export interface StatementQuery {
  readonly accountId: AccountId;
  /** Inclusive; null when open. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  /** Shows only what this key caused, and refunds of its debits. */
  readonly key?: KeyId | null;
  /** Shows only what belongs to this check. */
  readonly check?: CheckId | null;
}

/**
 * A statement in the order in which it is written: one opening, rows, one closing. Balances are always
 * those of the whole account, and `opening_balance + movements = closing_balance` for any range;
 * `totals` counts the rows that are shown.
 */
export type StatementPart =
  | { readonly part: 'opening'; readonly opening: StatementOpening }
  | { readonly part: 'row'; readonly row: StatementRow }
  | { readonly part: 'closing'; readonly closing: StatementClosing };

export interface StatementOpening {
  readonly account_id: AccountId;
  /** Epoch milliseconds, inclusive; null when open. */
  readonly from: number | null;
  readonly to: number | null;
  readonly key: KeyId | null;
  readonly check: CheckId | null;
  readonly opening_balance: number;
}

export interface StatementClosing {
  /** Of every row in the range, also of those that a filter hides. */
  readonly movements: number;
  readonly closing_balance: number;
  readonly closing_open_holds: number;
  readonly closing_available: number;
  /** Of the rows shown; without a filter `totals.net` is `movements`. */
  readonly totals: StatementTotals;
  /** `movements` less `totals.net`: 0 without a filter. */
  readonly movements_not_shown: number;
}

/** The statement of an account, read page by page as it is consumed. Refuses with `not_found`. */
export async function getStatement(
  ports: GetStatementPorts,
  query: StatementQuery,
): Promise<Outcome<AsyncIterable<StatementPart>>> {
  const { accountId } = query;
  const [first] = await ports.readModels.query(readModelNames.statement, {
    index: 'account',
    equals: accountId,
    orderBy: 'revision',
    limit: 1,
  });
  if (first === undefined) return refused('not_found', `no account ${accountId}`);
  return success(statementParts(ports, query));
}

async function* statementParts(
  ports: GetStatementPorts,
  query: StatementQuery,
): AsyncGenerator<StatementPart> {
  const { accountId, from, to, key = null, check = null } = query;
  let before: StatementRow | undefined;
  let last: StatementRow | undefined;
  let movements = 0;
  let totals = noTotals;
  const opening = (): StatementPart => ({
    part: 'opening',
    opening: { account_id: accountId, from, to, key, check, opening_balance: balanceOf(before) },
  });
  for await (const { row, time } of timedRows(ports, accountId)) {
    if (to !== null && time > to) break;
    if (from !== null && time < from) {
      before = row;
      continue;
    }
    if (last === undefined) yield opening();
    last = row;
    movements += row.amount;
    if (!(await isShown(ports, query, row))) continue;
    totals = addRow(totals, row);
    yield { part: 'row', row };
  }
  if (last === undefined) yield opening();
  yield { part: 'closing', closing: closingOf({ before, last, movements, totals }) };
}

/** @throws Error when rows and balances disagree: then a row was changed. */
function closingOf(read: {
  readonly before: StatementRow | undefined;
  readonly last: StatementRow | undefined;
  readonly movements: number;
  readonly totals: StatementTotals;
}): StatementClosing {
  const { before, last, movements, totals } = read;
  const end = last ?? before;
  const [opening, closing] = [balanceOf(before), balanceOf(end)];
  if (opening + movements !== closing) {
    throw new Error(
      `the statement does not add up: ${opening} and ${movements} are not ${closing}; see \`assay audit\``,
    );
  }
  return {
    movements,
    closing_balance: closing,
    closing_open_holds: end?.open_holds ?? 0,
    closing_available: end?.available ?? 0,
    totals,
    movements_not_shown: movements - totals.net,
  };
}

function balanceOf(row: StatementRow | undefined): number {
  return row?.balance ?? 0;
}

async function isShown(
  ports: GetStatementPorts,
  { accountId, key = null, check = null }: StatementQuery,
  row: StatementRow,
): Promise<boolean> {
  if (check !== null && row.check_id !== check && row.debit_id !== debitOf(check)) return false;
  if (key === null || row.credential_id === key) return true;
  if (row.kind !== 'refund' || row.debit_id === null) return false;
  // Support refunds what a key has spent: it is the key's money that comes back.
  const spent = `${accountStream(accountId)}|debit|${checkOf(debitId(row.debit_id))}`;
  const debit = await ports.readModels.get(readModelNames.statement, ports.hasher.uuidV5(spent));
  return debit !== undefined && ports.documents.statementRow(debit).credential_id === key;
}
