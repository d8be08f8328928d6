import type { Database } from 'better-sqlite3';
import type { ReadModelDeclaration } from '../../application/ports/read-models.ts';

/** Everything in this file can be derived from the log again, or may be lost. */
export const viewSchema = `
  CREATE TABLE IF NOT EXISTS models (
    name TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    checkpoint INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  DROP TABLE IF EXISTS shadow_models;
  CREATE TABLE IF NOT EXISTS shadows (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    version INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    checkpoint INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS cached_parts (
    key TEXT PRIMARY KEY,
    check_id TEXT NOT NULL,
    stored_at INTEGER NOT NULL,
    words INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS cached_parts_by_age ON cached_parts (stored_at);
  CREATE TABLE IF NOT EXISTS idempotency (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    claimed_at INTEGER NOT NULL,
    lease_until INTEGER NOT NULL,
    response TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS idempotency_by_age ON idempotency (claimed_at);
`;

/** Which of a model's two tables is meant: the one that is read, or the one a rebuild fills. */
export type ViewSide = 'live' | 'shadow';

export function viewTableName(model: string, side: ViewSide): string {
  return `"${side}:${model}"`;
}

/** The names of all values a model is indexed by, in a fixed order. */
export function indexNames({ indexes }: ReadModelDeclaration): readonly string[] {
  const names = indexes.flatMap(({ index, orderBy }) => (orderBy ? [index, orderBy] : [index]));
  return [...new Set(names)].sort();
}

export function indexColumn(name: string): string {
  return `"by_${name}"`;
}

/**
 * Makes sure that a model has a table of its declared version; one of another version starts empty.
 * Runs inside the caller's transaction.
 */
export function declareModel(database: Database, declaration: ReadModelDeclaration): void {
  assertPlainNames(declaration);
  const { name, version } = declaration;
  const known = database
    .prepare<[string], { version: number; generation: number }>(
      'SELECT version, generation FROM models WHERE name = ?',
    )
    .get(name);
  if (known?.version === version) return;
  const generation = (known?.generation ?? 0) + 1;
  // A rebuild that was under way filled the old version, under the names of this generation.
  database.exec(`DROP TABLE IF EXISTS ${viewTableName(name, 'shadow')}; DELETE FROM shadows`);
  createViewTable(database, declaration, { side: 'live', generation });
  database
    .prepare<[string, number, number]>(
      'INSERT OR REPLACE INTO models (name, version, generation, checkpoint) VALUES (?, ?, ?, 0)',
    )
    .run(name, version, generation);
}

/** Makes an empty table for one side of a model, in place of the one it may have had. */
export function createViewTable(
  database: Database,
  declaration: ReadModelDeclaration,
  { side, generation }: { readonly side: ViewSide; readonly generation: number },
): void {
  const { name, indexes } = declaration;
  const table = viewTableName(name, side);
  const columns = indexNames(declaration).map((index) => `${indexColumn(index)} ANY,`);
  database.exec(`
    DROP TABLE IF EXISTS ${table};
    CREATE TABLE ${table} (
      id TEXT PRIMARY KEY,
      revision INTEGER NOT NULL,
      position INTEGER NOT NULL,
      ${columns.join('\n')}
      body TEXT NOT NULL
    ) STRICT;
  `);
  for (const [place, { index, orderBy }] of indexes.entries()) {
    // The generation keeps the name free for the next rebuild: renaming a table leaves its indexes' names.
    const indexName = `"${name}/${place}/${generation}"`;
    const order = orderBy ? `, ${indexColumn(orderBy)}` : '';
    database.exec(`CREATE INDEX ${indexName} ON ${table} (${indexColumn(index)}${order}, id)`);
  }
}

/** Names become part of SQL: only what needs no quoting inside quotes may pass. */
function assertPlainNames(declaration: ReadModelDeclaration): void {
  for (const name of [declaration.name, ...indexNames(declaration)]) {
    if (!/^[a-z][a-z0-9_-]{0,40}$/.test(name)) {
      throw new RangeError(`the name of a model or index is kebab-case, got ${name}`);
    }
  }
}
