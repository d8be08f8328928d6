import type { Binary, Collection, Db, Document, Filter } from 'mongodb';
import type { MongoConnection } from './connection.ts';
import { isDuplicateKey } from './failure.ts';
import { ensureIndexes, type IndexSpec } from './indexes.ts';
import { once } from './once.ts';

/** A collection whose indexes are there before it is used. */
export interface StoreCollection<Stored extends Document> {
  read<Value>(work: (collection: Collection<Stored>) => Promise<Value>): Promise<Value>;
  write<Value>(work: (collection: Collection<Stored>) => Promise<Value>): Promise<Value>;
  /** Makes the indexes; `read` and `write` do it as well. */
  prepared(): Promise<void>;
}

export function storeCollection<Stored extends Document>(
  connection: MongoConnection,
  name: string,
  indexes: readonly IndexSpec[] = [],
): StoreCollection<Stored> {
  const of = (database: Db): Collection<Stored> => database.collection<Stored>(name);
  const prepared = once(() => ensureIndexes(connection, of, indexes));
  return {
    prepared,
    async read(work) {
      await prepared();
      return connection.read((database) => work(of(database)));
    },
    async write(work) {
      await prepared();
      return connection.write((database) => work(of(database)));
    },
  };
}

/** Runs an insert; false when a document with its id is there already. */
export async function inserted(insert: Promise<unknown>): Promise<boolean> {
  try {
    await insert;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Documents removed by one call: a sweep must not run into the time limit of a call. */
const sweepSize = 500;

export async function removeAll<Stored extends Document>(
  collection: StoreCollection<Stored>,
  filter: Filter<Stored>,
): Promise<void> {
  for (let more = true; more; ) {
    more = await collection.write(async (stored) => {
      const found = await stored.find(filter).project({ _id: 1 }).limit(sweepSize).toArray();
      // Asked again with each id: what was renewed in between stays.
      const deletes = found.map(({ _id }) => ({ deleteOne: { filter: { ...filter, _id } } }));
      if (deletes.length > 0) await stored.bulkWrite(deletes, { ordered: false });
      return found.length === sweepSize;
    });
  }
}

/** A copy of the bytes in a value of the type Binary: the driver's own may lie anywhere in a shared buffer. */
export function bytesOf(binary: Binary): Uint8Array {
  return new Uint8Array(binary.buffer.subarray(0, binary.position));
}
