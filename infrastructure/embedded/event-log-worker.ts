import { workerData } from 'node:worker_threads';
import { type AppendReply, type AppendRequest, eventAppender } from './event-append.ts';
import type { EventLogOptions } from './event-log-options.ts';
import { eventSchema } from './event-schema.ts';
import { commitBatch } from './sqlite-batch.ts';
import { openWriter } from './sqlite-database.ts';
import { serveThread } from './sqlite-thread-loop.ts';

const options: EventLogOptions = workerData;

serveThread<AppendRequest, AppendReply>(() => {
  const database = openWriter({ ...options, durability: 'full', schema: eventSchema });
  if (options.maxPages !== undefined) database.pragma(`max_page_count = ${options.maxPages}`);
  const appender = eventAppender(database);
  return {
    handle(requests) {
      const outcomes = commitBatch(database, requests, appender.append);
      if (outcomes.some(({ ok }) => !ok)) appender.forget();
      return outcomes;
    },
    close: () => database.close(),
  };
});
