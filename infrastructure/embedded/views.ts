import type { IdempotencyStore } from '../../application/ports/idempotency-store.ts';
import type { RebuildableReadModels } from '../../application/ports/rebuildable-read-models.ts';
import type { ReportCache } from '../../application/ports/report-cache.ts';
import { siblingModule } from '../system/start-worker.ts';
import { idempotencyStore } from './idempotency-store.ts';
import { readModels } from './read-models.ts';
import { reportCache } from './report-cache.ts';
import { openReader, openWriter } from './sqlite-database.ts';
import { sqliteThread } from './sqlite-thread.ts';
import type { ViewOptions, ViewReply, ViewRequest } from './view-request.ts';
import { declareModel, viewSchema } from './view-schema.ts';

export interface Views {
  readonly readModels: RebuildableReadModels;
  readonly reportCache: ReportCache;
  readonly idempotency: IdempotencyStore;
  close(): Promise<void>;
}

/**
 * Read models, report cache and idempotency records in one SQLite file. Its commits are not synced
 * (`synchronous=NORMAL`): they survive the end of the process, and what a power cut may take is
 * derived from the log again or costs work, never money.
 */
export function openViews(options: ViewOptions): Views {
  prepareFile(options);
  const database = openReader(options.path);
  const writer = sqliteThread<ViewRequest, ViewReply>({
    entry: siblingModule('view-worker', import.meta.url),
    data: options,
  });
  const models = readModels(options, database, writer);
  const cache = reportCache(database, writer);
  return {
    readModels: models,
    reportCache: cache,
    idempotency: idempotencyStore(writer),
    async close() {
      await cache.close();
      await writer.close();
      if (database.open) database.close();
    },
  };
}

function prepareFile({ path, models }: ViewOptions): void {
  const database = openWriter({ path, durability: 'normal', schema: viewSchema });
  try {
    const declare = database.transaction(() => {
      for (const model of models) declareModel(database, model);
    });
    declare.immediate();
  } finally {
    database.close();
  }
}
