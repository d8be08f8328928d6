import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { StatementPart } from '../../application/ledger/get-statement.ts';
import type { StatementRow } from '../../domain/ledger/statement.ts';
import { addRow, noTotals } from '../../domain/ledger/statement-totals.ts';
import { accountId } from '../../domain/shared/ids.ts';
import { inert, quoted, statementCsv } from '../../interfaces/cli/statement-csv.ts';
import { statementJson } from '../../interfaces/cli/statement-json.ts';

function row(changes: Partial<StatementRow> = {}): StatementRow {
  return {
    event_id: '00000000-0000-4000-8000-000000000000',
    hash: '',
    revision: 0,
    at: 0,
    kind: 'debit',
    amount: -5,
    held: -5,
    balance: 10,
    open_holds: 0,
    available: 10,
    check_id: null,
    debit_id: null,
    grant_id: null,
    credential_id: null,
    note_id: null,
    credits_saved: 0,
    lines: [],
    detail: null,
    ...changes,
  };
}

async function* parts(...rows: StatementRow[]): AsyncGenerator<StatementPart> {
  const account_id = accountId('acc_00000000');
  const range = { account_id, from: null, to: null, key: null, check: null };
  yield { part: 'opening', opening: { ...range, opening_balance: 0 } };
  for (const each of rows) yield { part: 'row', row: each };
  const totals = rows.reduce(addRow, noTotals);
  const balances = { closing_balance: 0, closing_open_holds: 0, closing_available: 0 };
  const closing = { movements: totals.net, ...balances, totals, movements_not_shown: 0 };
  yield { part: 'closing', closing };
}

async function joined(texts: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const text of texts) whole += text;
  return whole;
}

/** A small reader of RFC 4180, to look at what was written from the other side. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let fields: string[] = [];
  for (const [, bare = '', inQuotes, end] of text.matchAll(
    /(?:([^",\r\n]*)|"((?:[^"]|"")*)")(,|\r\n)/g,
  )) {
    fields.push(inQuotes === undefined ? bare : inQuotes.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(fields);
    fields = [];
  }
  return rows;
}

describe('a statement as JSON', () => {
  it('is one object whatever it holds, with the closing figures at its end', async () => {
    for (const rows of [[], [row()], [row(), row({ detail: 'a "word"\n' }), row()]]) {
      const text = await joined(statementJson(parts(...rows)));
      const read = JSON.parse(text);
      assert.deepEqual(read.rows, rows);
      assert.equal(read.opening_balance, 0);
      assert.equal(read.totals.debited, 5 * rows.length);
      assert.ok(text.endsWith('}\n') && text.indexOf('\n') === text.length - 1);
    }
  });
});

describe('a statement as CSV', () => {
  it('has a header, one record a row, and line ends of RFC 4180', async () => {
    const text = await joined(statementCsv(parts(row({ at: Date.UTC(2026, 10, 21) }), row())));
    const [header, first, second, rest] = readCsv(text);
    assert.deepEqual(header?.slice(0, 3), ['at', 'kind', 'amount']);
    assert.deepEqual(first?.slice(0, 4), ['2026-11-21T00:00:00.000Z', 'debit', '-5', '-5']);
    assert.equal(second?.length, header?.length);
    assert.equal(rest, undefined);
  });

  it('gives any text back to who reads it, and never as a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (detail) => {
        const text = await joined(statementCsv(parts(row({ detail }))));
        const [header = [], record = []] = readCsv(text);
        const cell = record[header.indexOf('detail')] ?? assert.fail('no such column');
        assert.equal(cell.replace(/^'/, ''), detail.replace(/^'/, ''));
        assert.doesNotMatch(cell, /^[=+\-@\t\r\n＝＋－＠]/);
      }),
    );
  });

  it('makes inert what a spreadsheet would run, and leaves figures alone', () => {
    for (const word of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1']) {
      assert.equal(inert(word), `'${word}`);
    }
    for (const word of ['', 'a=1', '1-1', 'key_00000000']) assert.equal(inert(word), word);
    assert.equal(quoted('a "b", c'), '"a ""b"", c"');
  });
});
