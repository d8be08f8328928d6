import type { StatementRow } from '../../domain/ledger/statement.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { ReadModels } from '../ports/read-models.ts';

/** A row and when it counts as having happened. */
export interface TimedRow {
  readonly row: StatementRow;
  readonly time: number;
}

const pageSize = 500;

/**
 * All rows of an account, oldest first, read in pages. Clocks can be set back, the order of movements
 * cannot: a row counts as of the latest time so far, so that every range is an unbroken part of the
 * history and adds up.
 * @throws Error when a row is missing.
 */
export async function* timedRows(
  { readModels, documents }: { readonly readModels: ReadModels; readonly documents: DocumentCodec },
  accountId: AccountId,
): AsyncGenerator<TimedRow> {
  let time = Number.NEGATIVE_INFINITY;
  for (let due = 0; ; ) {
    const page = await readModels.query(readModelNames.statement, {
      index: 'account',
      equals: accountId,
      orderBy: 'revision',
      from: due,
      limit: pageSize,
    });
    for (const document of page) {
      const row = documents.statementRow(document);
      if (row.revision !== due) {
        throw new Error(
          `the statement of ${accountId} lacks revision ${due}: \`assay rebuild\` makes it anew`,
        );
      }
      due += 1;
      time = Math.max(time, row.at);
      yield { row, time };
    }
    if (page.length < pageSize) return;
  }
}
