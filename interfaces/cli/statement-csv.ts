import type { StatementPart } from '../../application/ledger/get-statement.ts';
import type { StatementRow } from '../../domain/ledger/statement.ts';

const columns = [
  'at',
  'kind',
  'amount',
  'held',
  'balance',
  'open_holds',
  'available',
  'credits_saved',
  'check_id',
  'debit_id',
  'grant_id',
  'credential_id',
  'detail',
  'event_id',
] as const satisfies readonly (keyof StatementRow)[];

/** RFC 4180, with a header row; times in ISO 8601, UTC. Rows only: what they add up to is no row. */
export async function* statementCsv(parts: AsyncIterable<StatementPart>): AsyncGenerator<string> {
  yield record(columns);
  for await (const entry of parts) {
    if (entry.part === 'row') yield record(columns.map((column) => field(entry.row, column)));
  }
}

function record(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`;
}

function field(row: StatementRow, column: (typeof columns)[number]): string {
  if (column === 'at') return new Date(row.at).toISOString();
  const value = row[column];
  return typeof value === 'string' ? quoted(inert(value)) : String(value ?? '');
}

/**
 * Text that a spreadsheet would take for a formula gets an apostrophe before it. Figures may begin with
 * a minus: they are ours. (OWASP, "CSV Injection")
 */
export function inert(text: string): string {
  return /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}

export function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
