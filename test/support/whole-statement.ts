import assert from 'node:assert/strict';
import type {
  StatementClosing,
  StatementOpening,
  StatementPart,
} from '../../application/ledger/get-statement.ts';
import type { StatementRow } from '../../domain/ledger/statement.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';

export type WholeStatement = StatementOpening &
  StatementClosing & { readonly rows: readonly StatementRow[] };

/** A statement read to its end: one opening, its rows, one closing. */
export async function wholeStatement(
  outcome: Outcome<AsyncIterable<StatementPart>>,
): Promise<WholeStatement> {
  assert.ok(outcome.ok);
  const parts: StatementPart[] = [];
  for await (const entry of outcome.value) parts.push(entry);
  const [first, last] = [parts.at(0), parts.at(-1)];
  assert.ok(first?.part === 'opening' && last?.part === 'closing');
  const rows = parts.slice(1, -1).map((entry) => {
    assert.ok(entry.part === 'row');
    return entry.row;
  });
  return { ...first.opening, ...last.closing, rows };
}
