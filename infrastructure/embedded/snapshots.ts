import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Snapshots } from '../../application/ports/snapshots.ts';
import { siblingModule } from '../system/start-worker.ts';
import { type SnapshotRequest, snapshotReader, snapshotSchema } from './snapshot-table.ts';
import { openReader, openWriter } from './sqlite-database.ts';
import { sqliteThread } from './sqlite-thread.ts';

/**
 * Snapshots in a SQLite file of their own: it may be deleted at any time, and a large snapshot on its
 * way to the disk keeps no read model waiting. Written without a sync (`synchronous=NORMAL`).
 */
export function openSnapshots(options: { readonly path: string }): Snapshots {
  prepareFile(options.path);
  const database = openReader(options.path);
  const read = snapshotReader(database);
  const writer = sqliteThread<SnapshotRequest, void>({
    entry: siblingModule('snapshot-worker', import.meta.url),
    data: options,
  });
  return {
    get: async (stream) => read(stream),
    put: (stream, snapshot) => writer.send({ op: 'put', stream, snapshot }),
    remove: (stream, seal) => writer.send({ op: 'remove', stream, seal }),
    clear: () => writer.send({ op: 'clear' }),
    async close() {
      await writer.close();
      if (database.open) database.close();
    },
  };
}

/** A file that is no database any more is replaced: nothing in it is worth a start that fails. */
function prepareFile(path: string): void {
  const make = (): void => {
    openWriter({ path, durability: 'normal', schema: snapshotSchema }).close();
  };
  try {
    make();
  } catch (error) {
    const spoilt =
      error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);
    if (!spoilt) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    make();
  }
}
