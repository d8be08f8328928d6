import { readModelNames } from '../application/ports/document-codec.ts';
import type { EventCodec } from '../application/ports/event-codec.ts';
import { statementRow } from '../domain/ledger/statement.ts';
import type { Sha256 } from '../domain/shared/hash-chain.ts';
import { accountId } from '../domain/shared/ids.ts';
import type { RowProjection } from './projection.ts';

const prefix = 'account-';

/** Every movement of every account: one document an event, with its hash, so that no event can change unseen. */
export function statementProjection(events: EventCodec, sha256: Sha256): RowProjection {
  return {
    kind: 'row',
    declaration: {
      name: readModelNames.statement,
      version: 2,
      rows: true,
      indexes: [
        { index: 'account', orderBy: 'revision' },
        { index: 'account', orderBy: 'at' },
      ],
    },
    prefix,
    delivery: 'followed',
    row(event) {
      const { id, revision, position, stream } = event;
      const row = statementRow(events.ledgerEvent(event), event, sha256);
      const account = accountId(stream.slice(prefix.length));
      return { id, revision, position, indexes: { account, revision, at: row.at }, body: row };
    },
  };
}
