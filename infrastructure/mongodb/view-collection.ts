import { type AnyBulkWriteOperation, type Collection, type Db, MongoBulkWriteError } from 'mongodb';
import type { ReadModelDeclaration, ReadQuery } from '../../application/ports/read-models.ts';
import type { MongoConnection } from './connection.ts';
import { duplicateKey } from './failure.ts';
import { ensureIndexes } from './indexes.ts';
import { indexKeys, type ViewDocument, viewQuery } from './view-documents.ts';

/** A document on its way in; `replaces` says that one with its id was seen in the collection. */
export interface ViewPut {
  readonly document: ViewDocument;
  readonly replaces: boolean;
}

/** One generation of one read model. */
export interface ViewCollection {
  get(id: string): Promise<ViewDocument | undefined>;
  query(query: ReadQuery): Promise<readonly ViewDocument[]>;
  /** For each value, the document with the lowest id among those that have it as `index`. */
  firstOf(index: string, values: readonly string[]): Promise<readonly (ViewDocument | undefined)[]>;
  /**
   * Stores each document unless one of the same or a later revision is there; says which were stored.
   * Where some of a batch were not, one that was may be told of as if its revision had been there before.
   */
  put(puts: readonly ViewPut[]): Promise<readonly boolean[]>;
  /** All documents in the byte order of their ids, read as they are taken. */
  all(): AsyncGenerator<ViewDocument>;
  /** The ids of documents whose last event stands at a position or after it. */
  idsFrom(position: number): Promise<readonly string[]>;
  /** The documents that there are of these, by id. */
  named(ids: readonly string[]): Promise<ReadonlyMap<string, ViewDocument>>;
  createIndexes(): Promise<void>;
}

const documentsPerPage = 1_000;
/** Puts and look-ups of one turn travel together, up to so many. */
export const batchSize = 500;

export function viewCollection(
  connection: MongoConnection,
  declaration: ReadModelDeclaration,
  name: string,
): ViewCollection {
  const of = (database: Db): Collection<ViewDocument> => database.collection<ViewDocument>(name);
  return {
    async get(id) {
      const found = await connection.read((database) => of(database).findOne({ _id: id }));
      return found ?? undefined;
    },
    query(query) {
      const { filter, sort } = viewQuery(declaration, query);
      const { limit } = query;
      if (limit !== undefined && limit < 1) return Promise.resolve([]);
      return connection.read((database) =>
        of(database)
          .find(filter)
          .sort(sort)
          .limit(limit ?? 0)
          .toArray(),
      );
    },
    async firstOf(index, values) {
      const path = `indexes.${index}`;
      const wanted = [...new Set(values)];
      const [only] = wanted;
      const filter = { [path]: wanted.length === 1 ? only : { $in: wanted } };
      // Of several values all documents are fetched: this is for indexes whose values name one each.
      const limit = wanted.length === 1 ? 1 : 0;
      const found = await connection.read((database) =>
        of(database).find(filter).sort({ _id: 1 }).limit(limit).toArray(),
      );
      found.reverse();
      const first = new Map(found.map((document) => [document.indexes[index], document]));
      return values.map((value) => first.get(value));
    },
    put: (puts) => connection.write((database) => putAll(of(database), puts, declaration)),
    all: () => pages(connection, of),
    async idsFrom(position) {
      const found = await connection.read((database) =>
        of(database)
          .find({ position: { $gte: position } })
          .project<Pick<ViewDocument, '_id'>>({ _id: 1 })
          .toArray(),
      );
      return found.map(({ _id }) => _id);
    },
    async named(ids) {
      const filter = { _id: { $in: [...ids] } };
      const found = await connection.read((database) => of(database).find(filter).toArray());
      return new Map(found.map((document) => [document._id, document]));
    },
    async createIndexes() {
      const indexes = indexKeys(declaration).map((key) => ({ key }));
      await ensureIndexes(connection, of, indexes);
    },
  };
}

async function* pages(
  connection: MongoConnection,
  of: (database: Db) => Collection<ViewDocument>,
): AsyncGenerator<ViewDocument> {
  const cursor = await connection.read(async (database) =>
    of(database).find().sort({ _id: 1 }).batchSize(documentsPerPage),
  );
  try {
    // Each page is one bounded call; the whole may take as long as it takes.
    while (await connection.read(() => cursor.hasNext())) yield* cursor.readBufferedDocuments();
  } finally {
    await connection.read(() => cursor.close()).catch(() => undefined);
  }
}

/**
 * New documents are inserted, known ones updated under the guard, each kind in one command. No upsert:
 * of two at once, the loser of the race to insert would be told of a duplicate although it is newer. And
 * no server is relied on to go on with a list of updates after one that failed.
 */
async function putAll(
  collection: Collection<ViewDocument>,
  puts: readonly ViewPut[],
  { rows }: ReadModelDeclaration,
): Promise<readonly boolean[]> {
  const known = puts.filter(({ replaces }) => replaces).map(({ document }) => document);
  const fresh = puts.filter(({ replaces }) => !replaces).map(({ document }) => document);
  const [updated, inserted] = await Promise.all([
    updateAll(collection, known),
    insertAll(collection, fresh),
  ]);
  const stored = new Set([...updated, ...inserted]);
  const open = puts.map(({ document }) => document).filter((document) => !stored.has(document));
  // A row that is there already is this very row: every node puts all of them.
  if (open.length > 0 && rows !== true) await settle(collection, open, stored);
  return puts.map(({ document }) => stored.has(document));
}

async function insertAll(
  collection: Collection<ViewDocument>,
  documents: readonly ViewDocument[],
): Promise<readonly ViewDocument[]> {
  if (documents.length === 0) return [];
  try {
    await collection.insertMany([...documents], { ordered: false });
    return documents;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !onlyDuplicates(error)) throw error;
    const refused = new Set([error.writeErrors].flat().map(({ index }) => index));
    return documents.filter((_, index) => !refused.has(index));
  }
}

function onlyDuplicates(error: MongoBulkWriteError): boolean {
  if (error.result.getWriteConcernError() !== undefined) return false;
  const failures = [error.writeErrors].flat();
  return failures.length > 0 && failures.every(({ code }) => code === duplicateKey);
}

async function updateAll(
  collection: Collection<ViewDocument>,
  documents: readonly ViewDocument[],
): Promise<readonly ViewDocument[]> {
  if (documents.length === 0) return [];
  const updates = documents.map((document): AnyBulkWriteOperation<ViewDocument> => {
    const { _id, ...rest } = document;
    return {
      updateOne: { filter: { _id, revision: { $lt: rest.revision } }, update: { $set: rest } },
    };
  });
  const { matchedCount } = await collection.bulkWrite(updates, { ordered: false });
  if (matchedCount === documents.length) return documents;
  return [];
}

/** Finds out about documents that met another one: is the stored one newer, ours, or older after all? */
async function settle(
  collection: Collection<ViewDocument>,
  open: readonly ViewDocument[],
  stored: Set<ViewDocument>,
): Promise<void> {
  const ids = open.map(({ _id }) => _id);
  const found = await collection
    .find({ _id: ids.length === 1 && ids[0] !== undefined ? ids[0] : { $in: ids } })
    .project<Pick<ViewDocument, '_id' | 'revision'>>({ revision: 1 })
    .toArray();
  const revisions = new Map(found.map(({ _id, revision }) => [_id, revision]));
  for (const document of open) {
    const { _id, ...rest } = document;
    if ((revisions.get(_id) ?? -1) >= rest.revision) continue;
    const { matchedCount } = await collection.updateOne(
      { _id, revision: { $lt: rest.revision } },
      { $set: rest },
    );
    if (matchedCount === 1) stored.add(document);
  }
}
