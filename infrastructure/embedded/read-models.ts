import type { Database } from 'better-sqlite3';
import type { ReadModels } from '../../application/ports/read-models.ts';
import type { RebuildableReadModels } from '../../application/ports/rebuildable-read-models.ts';
import { openShadow } from './shadow-read-models.ts';
import type { SqliteThread } from './sqlite-thread.ts';
import type { ViewOptions, ViewReply, ViewRequest } from './view-request.ts';
import { viewReader, viewRow } from './view-table.ts';

/**
 * Read models in the views file: read on the calling thread (a point read takes some ten
 * microseconds, less than the way to another thread), written by the views thread.
 */
export function readModels(
  options: ViewOptions,
  database: Database,
  writer: SqliteThread<ViewRequest, ViewReply>,
): RebuildableReadModels {
  return {
    ...liveReadModels(options, database, writer),
    openShadow: (start) => openShadow(options, start),
  };
}

function liveReadModels(
  options: ViewOptions,
  database: Database,
  writer: SqliteThread<ViewRequest, ViewReply>,
): ReadModels {
  const models = new Map(
    options.models.map((declaration) => [
      declaration.name,
      { declaration, reader: viewReader(database, declaration, 'live') },
    ]),
  );
  const find = database.prepare<[string], { generation: number; checkpoint: number }>(
    'SELECT generation, checkpoint FROM models WHERE name = ?',
  );
  const generationOf = rememberedForATurn((model) => find.get(model)?.generation);
  const known = <Value>(value: Value | undefined, model: string): Value => {
    if (value === undefined) throw new RangeError(`no model ${model} was declared`);
    return value;
  };
  return {
    get: async (model, id) => known(models.get(model), model).reader.get(id),
    query: async (model, query) => known(models.get(model), model).reader.query(query),
    async put(model, document) {
      const row = viewRow(known(models.get(model), model).declaration, document);
      const generation = known(generationOf(model), model);
      const reply = await writer.send({ op: 'put', model, generation, row });
      if (reply.kind !== 'put') throw new Error(`expected the result of a put, got ${reply.kind}`);
      return reply.result;
    },
    checkpoint: async (model) => known(find.get(model), model).checkpoint,
    async saveCheckpoint(model, position) {
      await writer.send({ op: 'save-checkpoint', model, position });
    },
    close: async () => undefined,
  };
}

/**
 * Hundreds of puts in one turn of the event loop need to look up the generation once. An older answer
 * than the present one is harmless: the writer compares, and the fold is made again.
 */
function rememberedForATurn<Value>(find: (name: string) => Value): (name: string) => Value {
  let found: Map<string, Value> | undefined;
  const forget = (): void => {
    found = undefined;
  };
  return (name) => {
    if (found === undefined) {
      found = new Map();
      setImmediate(forget);
    }
    const value = found.get(name) ?? find(name);
    found.set(name, value);
    return value;
  };
}
