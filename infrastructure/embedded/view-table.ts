import type { Database, Statement } from 'better-sqlite3';
import {
  assertDeclared,
  type PutResult,
  type ReadDocument,
  type ReadModelDeclaration,
  type ReadQuery,
} from '../../application/ports/read-models.ts';
import { canonicalJson, type JsonObject } from '../../domain/shared/json.ts';
import { indexColumn, indexNames, type ViewSide, viewTableName } from './view-schema.ts';

/** A document on its way to a table: its body as text, its index values in the order of `indexNames`. */
export interface ViewRow {
  readonly id: string;
  readonly revision: number;
  readonly position: number;
  readonly values: readonly (string | number | null)[];
  readonly body: string;
}

type Column = string | number | null;
type StoredRow = Readonly<Record<string, Column>>;

export function viewRow(declaration: ReadModelDeclaration, document: ReadDocument): ViewRow {
  const { id, revision, position, indexes, body } = document;
  const names = indexNames(declaration);
  const unknown = Object.keys(indexes).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new RangeError(`the model ${declaration.name} declares no index ${unknown}`);
  }
  const values = names.map((name) => indexes[name] ?? null);
  return { id, revision, position, values, body: canonicalJson(body) };
}

/** The documents of one side of a model, for reading. */
export interface ViewReader {
  get(id: string): ReadDocument | undefined;
  query(query: ReadQuery): readonly ReadDocument[];
}

export function viewReader(
  database: Database,
  declaration: ReadModelDeclaration,
  side: ViewSide,
): ViewReader {
  const table = viewTableName(declaration.name, side);
  const find = database.prepare<[string], StoredRow>(`SELECT * FROM ${table} WHERE id = ?`);
  const statements = new Map<string, Statement<Column[], StoredRow>>();
  const document = (row: StoredRow): ReadDocument => readDocument(declaration, row);
  return {
    get(id) {
      const row = find.get(id);
      return row === undefined ? undefined : document(row);
    },
    query(query) {
      const { sql, values } = querySql(declaration, table, query);
      const statement = statements.get(sql) ?? database.prepare<Column[], StoredRow>(sql);
      statements.set(sql, statement);
      return statement.all(...values).map(document);
    },
  };
}

/** Stores a row unless the table holds the same revision or a later one. */
export function viewWriter(
  database: Database,
  declaration: ReadModelDeclaration,
  side: ViewSide,
): (row: ViewRow) => PutResult {
  const columns = [
    'id',
    'revision',
    'position',
    'body',
    ...indexNames(declaration).map(indexColumn),
  ];
  const put = database.prepare<Column[]>(`
    INSERT INTO ${viewTableName(declaration.name, side)} (${columns.join(', ')})
    VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
    WHERE excluded.revision > revision
  `);
  return ({ id, revision, position, body, values }) =>
    put.run(id, revision, position, body, ...values).changes === 1 ? 'stored' : 'superseded';
}

export function readDocument(declaration: ReadModelDeclaration, row: StoredRow): ReadDocument {
  const indexes: Record<string, string | number> = {};
  for (const name of indexNames(declaration)) {
    const value = row[`by_${name}`];
    if (value !== null && value !== undefined) indexes[name] = value;
  }
  const body: JsonObject = JSON.parse(String(row.body));
  return {
    id: String(row.id),
    revision: Number(row.revision),
    position: Number(row.position),
    indexes,
    body,
  };
}

function querySql(
  declaration: ReadModelDeclaration,
  table: string,
  query: ReadQuery,
): { readonly sql: string; readonly values: readonly Column[] } {
  const { index, equals, orderBy, from, to, limit } = query;
  assertDeclared(declaration, query);
  const conditions = [`${indexColumn(index)} = ?`];
  const values: Column[] = [equals];
  const order = orderBy === undefined ? 'id' : `${indexColumn(orderBy)}, id`;
  if (orderBy !== undefined && from !== undefined) {
    conditions.push(`${indexColumn(orderBy)} >= ?`);
    values.push(from);
  }
  if (orderBy !== undefined && to !== undefined) {
    conditions.push(`${indexColumn(orderBy)} < ?`);
    values.push(to);
  }
  values.push(limit ?? -1);
  const where = conditions.join(' AND ');
  return { sql: `SELECT * FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ?`, values };
}
