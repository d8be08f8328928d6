import { workerData } from 'node:worker_threads';
import {
  type SessionReply,
  type SessionRequest,
  sessionSchema,
  sessionWriter,
} from './session-table.ts';
import { commitBatch } from './sqlite-batch.ts';
import { openWriter } from './sqlite-database.ts';
import { serveThread } from './sqlite-thread-loop.ts';

const options: { readonly path: string } = workerData;

serveThread<SessionRequest, SessionReply>(() => {
  // A session that was ended must not come back with a power cut.
  const database = openWriter({ ...options, durability: 'full', schema: sessionSchema });
  const apply = sessionWriter(database);
  return {
    handle: (requests) => commitBatch(database, requests, apply),
    close: () => database.close(),
  };
});
