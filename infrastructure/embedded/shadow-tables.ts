import type { Database } from 'better-sqlite3';
import type { ReadDocument, ReadModelDeclaration } from '../../application/ports/read-models.ts';
import type {
  ReadModelComparison,
  ShadowStart,
} from '../../application/ports/rebuildable-read-models.ts';
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

/**
 * Shadow tables that belong to `owner`: those that an unfinished rebuild left when they are wanted and
 * fit, new ones in their place otherwise. Answers whether it took over what was there.
 */
export function beginShadow(
  database: Database,
  models: readonly ReadModelDeclaration[],
  start: ShadowStart & { readonly owner: string },
): boolean {
  if (start.resume && models.every((model) => isLeft(database, model, start.from))) {
    database.prepare<[string]>('UPDATE shadows SET owner = ?').run(start.owner);
    return true;
  }
  database.exec('DELETE FROM shadows');
  for (const model of models) beginModel(database, model, start);
  return false;
}

/** Whether an unfinished rebuild from the same position filled this version of a model, and no other swapped since. */
function isLeft(database: Database, { name, version }: ReadModelDeclaration, from: number) {
  const found = database
    .prepare<[string, number, number], number>(
      `SELECT count(*) FROM shadows s JOIN models m ON m.name = s.name
       WHERE s.name = ? AND s.version = ? AND s.began_at = ? AND s.generation = m.generation + 1`,
    )
    .pluck()
    .get(name, version, from);
  const table = viewTableName(name, 'shadow').slice(1, -1);
  const there = database
    .prepare<[string], number>(
      "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?",
    )
    .pluck()
    .get(table);
  return found === 1 && there === 1;
}

function beginModel(
  database: Database,
  model: ReadModelDeclaration,
  { owner, from }: ShadowStart & { readonly owner: string },
): void {
  const { name, version } = model;
  const live = database
    .prepare<[string], { generation: number; checkpoint: number }>(
      'SELECT generation, checkpoint FROM models WHERE name = ?',
    )
    .get(name);
  const generation = (live?.generation ?? 0) + 1;
  createViewTable(database, model, { side: 'shadow', generation });
  if (from > 0) copyOlder(database, model, from);
  const checkpoint = Math.min(from, live?.checkpoint ?? 0);
  database
    .prepare<[string, string, number, number, number, number]>(
      `INSERT INTO shadows (name, owner, version, generation, began_at, checkpoint)
       VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(name, owner, version, generation, from, checkpoint);
}

function copyOlder(database: Database, model: ReadModelDeclaration, from: number): void {
  const columns = ['id', ...comparedColumns(model)].join(', ');
  database
    .prepare<[number]>(
      `INSERT INTO ${viewTableName(model.name, 'shadow')} (${columns})
       SELECT ${columns} FROM ${viewTableName(model.name, 'live')} WHERE position <= ?`,
    )
    .run(from);
}

/** A check that throws when another rebuild has begun since, or this one is over. */
export function ownership(database: Database, owner: string): () => void {
  const find = database.prepare<[], string>('SELECT owner FROM shadows').pluck();
  return () => {
    const owners = find.all();
    if (owners.length > 0 && owners.every((candidate) => candidate === owner)) return;
    throw new Error('another rebuild has begun on these read models; this one is void');
  };
}

export function swapShadow(database: Database, models: readonly ReadModelDeclaration[]): void {
  const succeed = database.prepare<[string]>(
    `UPDATE models SET generation = generation + 1,
       checkpoint = (SELECT checkpoint FROM shadows s WHERE s.name = models.name)
     WHERE name = ?`,
  );
  for (const { name } of models) {
    const live = viewTableName(name, 'live');
    database.exec(
      `DROP TABLE ${live}; ALTER TABLE ${viewTableName(name, 'shadow')} RENAME TO ${live}`,
    );
    succeed.run(name);
  }
  database.exec('DELETE FROM shadows');
}

export function dropShadow(database: Database, models: readonly ReadModelDeclaration[]): void {
  for (const { name } of models) {
    database.exec(`DROP TABLE IF EXISTS ${viewTableName(name, 'shadow')}`);
  }
  database.exec('DELETE FROM shadows');
}

/** The documents that one side lacks or holds otherwise than the other. */
export function compareSides(database: Database, model: ReadModelDeclaration): ReadModelComparison {
  const differing = `FROM ${viewTableName(model.name, 'live')} live
    FULL JOIN ${viewTableName(model.name, 'shadow')} shadow ON shadow.id = live.id
    WHERE ${comparedColumns(model)
      .map((column) => `live.${column} IS NOT shadow.${column}`)
      .join(' OR ')}`;
  const ids = database
    .prepare<[], string>(
      `SELECT coalesce(live.id, shadow.id) ${differing} LIMIT ${differencesPerModel}`,
    )
    .pluck()
    .all();
  // Nearly always nothing differs, and then there is nothing to count.
  const all = database.prepare<[], number>(`SELECT count(*) ${differing}`).pluck();
  const total = ids.length < differencesPerModel ? ids.length : (all.get() ?? ids.length);
  const live = readerOf(database, model, 'live');
  const shadow = readerOf(database, model, 'shadow');
  const differences = ids.map((id) => ({
    model: model.name,
    id,
    live: live(id),
    rebuilt: shadow(id),
  }));
  return { total, differences };
}

function comparedColumns(model: ReadModelDeclaration): readonly string[] {
  return ['revision', 'position', 'body', ...indexNames(model).map(indexColumn)];
}

function readerOf(
  database: Database,
  model: ReadModelDeclaration,
  side: ViewSide,
): (id: string) => ReadDocument | undefined {
  const reader: ViewReader = viewReader(database, model, side);
  return (id) => reader.get(id);
}
