import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { ColumnBlock, LedgerColumn } from '../../application/ports/ledger-column.ts';
import { openDerived } from './derived-file.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS blocks (
    position INTEGER PRIMARY KEY,
    after_position INTEGER NOT NULL UNIQUE,
    last_event_id TEXT NOT NULL,
    names TEXT NOT NULL,
    records BLOB NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT;
`;

interface BlockRow {
  readonly position: number;
  readonly after_position: number;
  readonly last_event_id: string;
  readonly names: string;
  readonly records: Buffer;
  readonly checksum: number;
}

const namesSchema = z.object({
  accounts: z.array(z.string()),
  grants: z.array(z.tuple([z.number(), z.string()])),
});

/**
 * The ledger column in a SQLite file of its own, one row a block: derived from the log, so it is written
 * without a sync, and made anew when the file is lost or spoilt. Nobody waits for it but those who list
 * balances, so it needs no thread.
 */
export function openLedgerColumn({ path }: { readonly path: string }): LedgerColumn {
  const database = openDerived({ path, schema });
  const next = database.prepare<[number], BlockRow>(
    'SELECT * FROM blocks WHERE after_position = ?',
  );
  const last = database.prepare<
    [],
    Pick<BlockRow, 'position' | 'after_position' | 'last_event_id'>
  >('SELECT position, after_position, last_event_id FROM blocks ORDER BY position DESC LIMIT 1');
  const insert = database.prepare<[number, number, string, string, Uint8Array, number]>(
    'INSERT OR IGNORE INTO blocks (position, after_position, last_event_id, names, records, checksum) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const cut = database.prepare<[number]>('DELETE FROM blocks WHERE after_position >= ?');
  return {
    async last() {
      const row = last.get();
      if (row === undefined) return undefined;
      const { position, after_position: afterPosition, last_event_id: lastEventId } = row;
      return { position, afterPosition, lastEventId };
    },
    async *blocks() {
      let position = 0;
      for (let row = next.get(0); row !== undefined; row = next.get(position)) {
        const block = checkedBlock(row);
        if (block === undefined) {
          cut.run(position);
          return;
        }
        position = block.position;
        yield block;
      }
    },
    async append(block) {
      const names = JSON.stringify(block.names);
      const { position, afterPosition, lastEventId, records } = block;
      const checksum = checksumOf({ position, afterPosition, lastEventId, names, records });
      const end = last.get()?.position ?? 0;
      if (end !== afterPosition) return false;
      return (
        insert.run(position, afterPosition, lastEventId, names, records, checksum).changes === 1
      );
    },
    async clear() {
      cut.run(0);
    },
    async close() {
      database.close();
    },
  };
}

function checkedBlock(row: BlockRow): ColumnBlock | undefined {
  const { position, after_position: afterPosition, last_event_id: lastEventId, names } = row;
  const { records, checksum } = row;
  if (checksumOf({ position, afterPosition, lastEventId, names, records }) !== checksum) {
    return undefined;
  }
  const parsed = namesSchema.parse(JSON.parse(names));
  return { position, afterPosition, lastEventId, records, names: parsed };
}

function checksumOf(block: {
  readonly position: number;
  readonly afterPosition: number;
  readonly lastEventId: string;
  readonly names: string;
  readonly records: Uint8Array;
}): number {
  const { position, afterPosition, lastEventId, names, records } = block;
  return crc32(records, crc32(JSON.stringify([position, afterPosition, lastEventId, names])));
}
