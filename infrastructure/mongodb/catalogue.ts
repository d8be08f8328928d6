import type { Collection, Db, Document, Filter, UpdateFilter } from 'mongodb';
import { z } from 'zod';
import type { MongoConnection } from './connection.ts';
import { isDuplicateKey } from './failure.ts';
import { turnBatch } from './turn-batch.ts';

const entrySchema = z.object({
  /** Version of the fold. */
  version: z.number(),
  /** A new one each time the model was emptied: a process that knows another one must not go on. */
  epoch: z.string(),
  /** A collection is never live twice. */
  collection: z.string(),
  checkpoint: z.number(),
});

/**
 * Which collection holds which read model. One document for all models, so that a rebuild swaps all of
 * them in one atomic write, without a transaction.
 */
const catalogueSchema = z.object({
  live: z.record(z.string(), entrySchema),
  /** What a rebuild fills, and who is at it; kept after a crash, to be resumed. */
  shadow: z
    .object({
      owner: z.string(),
      from: z.number(),
      /** All live documents up to `from` were copied. */
      ready: z.boolean(),
      models: z.record(z.string(), entrySchema),
    })
    .nullable(),
  /** While somebody holds it, nobody else writes. Its holder counts `beat` up as long as it lives. */
  freeze: z.object({ owner: z.string(), beat: z.number() }).nullable(),
  /** Collections that nobody should read any more, and since when (ms): dropped some time later. */
  retired: z.record(z.string(), z.number()),
});

export type Catalogue = z.infer<typeof catalogueSchema>;
export type ModelEntry = z.infer<typeof entrySchema>;

interface CatalogueDocument extends Catalogue {
  readonly _id: string;
}

const id = 'read-models';
const empty: Catalogue = { live: {}, shadow: null, freeze: null, retired: {} };

export interface CatalogueStore {
  /** As it stands at some moment after the call. Calls of one turn of the event loop share one look. */
  fresh(): Promise<Catalogue>;
  /** As it was when this process looked last. */
  known(): Catalogue | undefined;
  /** Changes it if it is as `when` says; whether it was. Both name paths in the document. */
  change(when: Document, update: Document): Promise<boolean>;
}

export function catalogueStore(connection: MongoConnection): CatalogueStore {
  let known: Catalogue | undefined;
  const look = async (): Promise<Catalogue> => {
    const found = await connection.read((database) => collectionOf(database).findOne({ _id: id }));
    if (found === null) await connection.write(create);
    // What is created is empty, unless another node was faster; then the next look tells.
    known = found === null ? empty : catalogueSchema.parse(found);
    return known;
  };
  const fresh = turnBatch<null, Catalogue>(async (requests) => {
    const catalogue = await look();
    return requests.map(() => catalogue);
  }, Number.MAX_SAFE_INTEGER);
  return {
    fresh: () => fresh(null),
    known: () => known,
    async change(when, update) {
      const filter: Filter<CatalogueDocument> = { ...when, _id: id };
      const change: UpdateFilter<CatalogueDocument> = update;
      const { matchedCount } = await connection.write((database) =>
        collectionOf(database).updateOne(filter, change),
      );
      return matchedCount === 1;
    },
  };
}

async function create(database: Db): Promise<void> {
  try {
    await collectionOf(database).insertOne({ _id: id, ...empty });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

function collectionOf(database: Db): Collection<CatalogueDocument> {
  return database.collection<CatalogueDocument>('catalogue');
}
