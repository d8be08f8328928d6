import { workerData } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { PutResult } from '../../application/ports/read-models.ts';
import { idempotencyWriter } from './idempotency-writer.ts';
import { cacheWriter } from './report-cache-writer.ts';
import { commitBatch } from './sqlite-batch.ts';
import { openWriter } from './sqlite-database.ts';
import { serveThread } from './sqlite-thread-loop.ts';
import { done, type ViewOptions, type ViewReply, type ViewRequest } from './view-request.ts';
import { viewSchema } from './view-schema.ts';
import { viewWriter } from './view-table.ts';

const options: ViewOptions = workerData;

serveThread<ViewRequest, ViewReply>(() => {
  const database = openWriter({ path: options.path, durability: 'normal', schema: viewSchema });
  const apply = requestApplier(database);
  return {
    handle(requests) {
      database.pragma(`synchronous = ${requests.some(mustSurvivePowerCut) ? 'FULL' : 'NORMAL'}`);
      return commitBatch(database, requests, apply);
    },
    close: () => database.close(),
  };
});

/** Under a claim that is forgotten, a repeated request would be another check, and charged again. */
function mustSurvivePowerCut({ op }: ViewRequest): boolean {
  return op === 'claim';
}

function requestApplier(database: Database): (request: ViewRequest) => ViewReply {
  const models = modelWriter(database);
  const cache = cacheWriter(database);
  const idempotency = idempotencyWriter(database);
  return (request) => {
    switch (request.op) {
      case 'put':
        return { kind: 'put', result: models.put(request) };
      case 'save-checkpoint':
        models.saveCheckpoint(request);
        return done;
      case 'cache-part':
      case 'sweep-cache':
        return cache(request);
      case 'claim':
      case 'complete':
      case 'abandon':
      case 'end-lease':
      case 'sweep-claims':
        return idempotency(request);
    }
  };
}

interface ModelWriter {
  put(request: Extract<ViewRequest, { op: 'put' }>): PutResult;
  saveCheckpoint(request: Extract<ViewRequest, { op: 'save-checkpoint' }>): void;
}

function modelWriter(database: Database): ModelWriter {
  const writers = new Map(
    options.models.map((model) => [model.name, viewWriter(database, model, 'live')]),
  );
  const findGeneration = database
    .prepare<[string], number>('SELECT generation FROM models WHERE name = ?')
    .pluck();
  // A process that is behind another one must not take the checkpoint back.
  const saveCheckpoint = database.prepare<[number, string]>(
    'UPDATE models SET checkpoint = max(checkpoint, ?) WHERE name = ?',
  );
  return {
    put({ model, generation, row }) {
      const write = writers.get(model);
      if (write === undefined) throw new RangeError(`no model ${model} was declared`);
      // Folded onto a document of a generation that a rebuild has replaced since.
      if (findGeneration.get(model) !== generation) return 'swapped';
      return write(row);
    },
    saveCheckpoint({ model, position }) {
      saveCheckpoint.run(position, model);
    },
  };
}
