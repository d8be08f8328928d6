import type { Snapshots } from '../../application/ports/snapshots.ts';
import { siblingModule } from '../system/start-worker.ts';
import { openDerived } from './derived-file.ts';
import { type SnapshotRequest, snapshotReader, snapshotSchema } from './snapshot-table.ts';
import { openReader } from './sqlite-database.ts';
import { sqliteThread } from './sqlite-thread.ts';

/**
 * Snapshots in a SQLite file of their own: it may be deleted at any time, and a large snapshot on its
 * way to the disk keeps no read model waiting. Written without a sync (`synchronous=NORMAL`).
 */
export function openSnapshots(options: { readonly path: string }): Snapshots {
  openDerived({ ...options, schema: snapshotSchema }).close();
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
