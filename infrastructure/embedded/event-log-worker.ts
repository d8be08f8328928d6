import { workerData } from 'node:worker_threads';
import type { AppendResult } from '../../application/ports/event-store.ts';
import { type AppendRequest, eventAppender } from './event-append.ts';
import type { EventLogOptions } from './event-log-options.ts';
import { eventSchema } from './event-schema.ts';
import { commitBatch } from './sqlite-batch.ts';
import { openWriter } from './sqlite-database.ts';
import { serveThread } from './sqlite-thread-loop.ts';

const options: EventLogOptions = workerData;

serveThread<AppendRequest, AppendResult>(() => {
  const database = openWriter({ ...options, durability: 'full', schema: eventSchema });
  if (options.maxPages !== undefined) database.pragma(`max_page_count = ${options.maxPages}`);
  const append = eventAppender(database);
  return {
    handle: (requests) => commitBatch(database, requests, append),
    close: () => database.close(),
  };
});
