import type { Statement } from '../../application/ledger/get-statement.ts';
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

/** RFC 4180, with a header row; times in ISO 8601, UTC. */
export function statementCsv(statement: Statement): string {
  const rows = statement.rows.map((row) =>
    columns.map((column) => field(column === 'at' ? new Date(row.at).toISOString() : row[column])),
  );
  return [columns, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function field(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
