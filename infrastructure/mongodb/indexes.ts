import type { Collection, CreateIndexesOptions, Db, Document } from 'mongodb';
import type { MongoConnection } from './connection.ts';
import { isMissingCollection, isNotImplemented } from './failure.ts';

export interface IndexSpec {
  readonly key: Readonly<Record<string, 1>>;
  readonly unique?: true;
  /** The server removes a document so long after the date in it. */
  readonly keptSeconds?: number;
}

/**
 * Makes those of the indexes that are missing. Almost every start finds all of them, and then it has only
 * read: making an index anew, even one that is there, waits in line with the writes of a busy server.
 */
export async function ensureIndexes<Stored extends Document>(
  connection: MongoConnection,
  of: (database: Db) => Collection<Stored>,
  indexes: readonly IndexSpec[],
): Promise<void> {
  if (indexes.length === 0) return;
  const there = new Set(await connection.read((database) => keysOf(of(database))));
  for (const index of indexes) {
    if (there.has(JSON.stringify(index.key))) continue;
    await connection.write((database) => makeIndex(of(database), index));
  }
}

async function keysOf<Stored extends Document>(
  collection: Collection<Stored>,
): Promise<readonly string[]> {
  try {
    return (await collection.indexes()).map(({ key }) => JSON.stringify(key));
  } catch (error) {
    if (isMissingCollection(error)) return [];
    throw error;
  }
}

async function makeIndex<Stored extends Document>(
  collection: Collection<Stored>,
  { key, unique, keptSeconds }: IndexSpec,
): Promise<void> {
  const plain: CreateIndexesOptions = unique === undefined ? {} : { unique };
  const options: CreateIndexesOptions =
    keptSeconds === undefined ? plain : { ...plain, expireAfterSeconds: keptSeconds };
  try {
    await collection.createIndex({ ...key }, options);
  } catch (error) {
    // A server without expiry (FerretDB): the stores sweep by themselves.
    if (keptSeconds === undefined || !isNotImplemented(error)) throw error;
    await collection.createIndex({ ...key }, plain);
  }
}
