import type { Filter } from 'mongodb';
import {
  assertDeclared,
  type ReadDocument,
  type ReadModelDeclaration,
  type ReadQuery,
} from '../../application/ports/read-models.ts';
import { canonicalJson, type JsonObject } from '../../domain/shared/json.ts';

/**
 * A read document as it is stored. The body is JSON text, because BSON takes neither every member name nor
 * keeps every number's type, and because nobody asks the server about what is in it.
 */
export interface ViewDocument {
  readonly _id: string;
  readonly revision: number;
  readonly position: number;
  readonly indexes: Readonly<Record<string, string | number>>;
  readonly body: string;
}

/** @throws RangeError when the document has an index that its model does not declare. */
export function viewDocument(
  declaration: ReadModelDeclaration,
  document: ReadDocument,
): ViewDocument {
  const { id, revision, position, indexes, body } = document;
  const names = indexNames(declaration);
  const unknown = Object.keys(indexes).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new RangeError(`the model ${declaration.name} declares no index ${unknown}`);
  }
  return { _id: id, revision, position, indexes: { ...indexes }, body: canonicalJson(body) };
}

export function readDocument(stored: ViewDocument): ReadDocument {
  const body: JsonObject = JSON.parse(stored.body);
  const { _id: id, revision, position, indexes } = stored;
  return { id, revision, position, indexes, body };
}

/** The names of all values a model is indexed by. */
function indexNames({ indexes }: ReadModelDeclaration): readonly string[] {
  return indexes.flatMap(({ index, orderBy }) => (orderBy ? [index, orderBy] : [index]));
}

/** The indexes that the declared queries need; `_id` last gives every query a total order. */
export function indexKeys({ indexes }: ReadModelDeclaration): readonly Record<string, 1>[] {
  return indexes.map(({ index, orderBy }) => {
    const order: Record<string, 1> = orderBy === undefined ? {} : { [`indexes.${orderBy}`]: 1 };
    return { [`indexes.${index}`]: 1, ...order, _id: 1 };
  });
}

/** Names become parts of paths and of the names of collections: nothing in them may mean more. */
export function assertPlainNames(declaration: ReadModelDeclaration): void {
  for (const name of [declaration.name, ...indexNames(declaration)]) {
    if (!/^[a-z][a-z0-9_-]{0,40}$/.test(name)) {
      throw new RangeError(`the name of a model or index is kebab-case, got ${name}`);
    }
  }
}

/** A query as the server takes it. @throws RangeError when it needs an index that was not declared. */
export function viewQuery(
  declaration: ReadModelDeclaration,
  query: ReadQuery,
): { readonly filter: Filter<ViewDocument>; readonly sort: Record<string, 1> } {
  assertDeclared(declaration, query);
  const { index, equals, orderBy, from, to } = query;
  const filter: Record<string, unknown> = { [`indexes.${index}`]: equals };
  if (orderBy === undefined) return { filter, sort: { _id: 1 } };
  const range: Record<string, number> = {};
  if (from !== undefined) range.$gte = from;
  if (to !== undefined) range.$lt = to;
  if (Object.keys(range).length > 0) filter[`indexes.${orderBy}`] = range;
  return { filter, sort: { [`indexes.${orderBy}`]: 1, _id: 1 } };
}
