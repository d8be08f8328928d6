import type { Database } from 'better-sqlite3';
import type {
  ReadDocument,
  ReadModelDeclaration,
  ReadModelDifference,
} from '../../application/ports/read-models.ts';
import {
  createViewTable,
  indexColumn,
  indexNames,
  type ViewSide,
  viewTableName,
} from './view-schema.ts';
import { type ViewReader, viewReader } from './view-table.ts';

/** A report of differences is read by a person: more of one model than this say nothing new. */
const differencesPerModel = 1_000;

/** Makes empty shadow tables that belong to `owner`, in place of any that somebody left behind. */
export function beginShadow(
  database: Database,
  models: readonly ReadModelDeclaration[],
  owner: string,
): void {
  const next = database.prepare<[string], number>(
    'SELECT generation + 1 FROM models WHERE name = ?',
  );
  const own = database.prepare<[string, string]>(
    'INSERT OR REPLACE INTO shadow_models (name, owner, checkpoint) VALUES (?, ?, 0)',
  );
  for (const model of models) {
    const generation = next.pluck().get(model.name) ?? 1;
    createViewTable(database, model, { side: 'shadow', generation });
    own.run(model.name, owner);
  }
}

/** @throws when another rebuild has begun since, or this one is over. */
export function assertOwnedBy(database: Database, owner: string): void {
  const owners = database.prepare<[], string>('SELECT owner FROM shadow_models').pluck().all();
  if (owners.length > 0 && owners.every((candidate) => candidate === owner)) return;
  throw new Error('another rebuild has begun on these read models; this one is void');
}

export function swapShadow(database: Database, models: readonly ReadModelDeclaration[]): void {
  const succeed = database.prepare<[string]>(
    `UPDATE models SET generation = generation + 1,
       checkpoint = (SELECT checkpoint FROM shadow_models s WHERE s.name = models.name)
     WHERE name = ?`,
  );
  for (const { name } of models) {
    const live = viewTableName(name, 'live');
    database.exec(
      `DROP TABLE ${live}; ALTER TABLE ${viewTableName(name, 'shadow')} RENAME TO ${live}`,
    );
    succeed.run(name);
  }
  database.exec('DELETE FROM shadow_models');
}

export function dropShadow(database: Database, models: readonly ReadModelDeclaration[]): void {
  for (const { name } of models) {
    database.exec(`DROP TABLE IF EXISTS ${viewTableName(name, 'shadow')}`);
  }
  database.exec('DELETE FROM shadow_models');
}

/** The documents that one side lacks or holds otherwise than the other. */
export function compareSides(
  database: Database,
  model: ReadModelDeclaration,
): readonly ReadModelDifference[] {
  const columns = ['revision', 'position', 'body', ...indexNames(model).map(indexColumn)];
  const ids = database
    .prepare<[], string>(`
      SELECT coalesce(live.id, shadow.id) FROM ${viewTableName(model.name, 'live')} live
      FULL JOIN ${viewTableName(model.name, 'shadow')} shadow ON shadow.id = live.id
      WHERE ${columns.map((column) => `live.${column} IS NOT shadow.${column}`).join(' OR ')}
      LIMIT ${differencesPerModel}
    `)
    .pluck()
    .all();
  const live = readerOf(database, model, 'live');
  const shadow = readerOf(database, model, 'shadow');
  return ids.map((id) => ({ model: model.name, id, live: live(id), rebuilt: shadow(id) }));
}

function readerOf(
  database: Database,
  model: ReadModelDeclaration,
  side: ViewSide,
): (id: string) => ReadDocument | undefined {
  const reader: ViewReader = viewReader(database, model, side);
  return (id) => reader.get(id);
}
