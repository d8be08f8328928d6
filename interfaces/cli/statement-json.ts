import type { StatementPart } from '../../application/ledger/get-statement.ts';

/**
 * One JSON object, piece by piece: a statement of any length passes through without being kept. The
 * closing figures come last because they are known last.
 */
export async function* statementJson(parts: AsyncIterable<StatementPart>): AsyncGenerator<string> {
  let separator = '';
  for await (const entry of parts) {
    switch (entry.part) {
      case 'opening':
        yield `${JSON.stringify(entry.opening).slice(0, -1)},"rows":[`;
        break;
      case 'row':
        yield separator + JSON.stringify(entry.row);
        separator = ',';
        break;
      case 'closing':
        yield `],${JSON.stringify(entry.closing).slice(1)}\n`;
    }
  }
}
