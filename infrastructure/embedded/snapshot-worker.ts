import { workerData } from 'node:worker_threads';
import { type SnapshotRequest, snapshotSchema, snapshotWriter } from './snapshot-table.ts';
import { commitBatch } from './sqlite-batch.ts';
import { openWriter } from './sqlite-database.ts';
import { serveThread } from './sqlite-thread-loop.ts';

const options: { readonly path: string } = workerData;

serveThread<SnapshotRequest, void>(() => {
  const database = openWriter({ ...options, durability: 'normal', schema: snapshotSchema });
  const apply = snapshotWriter(database);
  return {
    handle: (requests) => commitBatch(database, requests, apply),
    close: () => database.close(),
  };
});
