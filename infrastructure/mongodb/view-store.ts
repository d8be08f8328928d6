import { randomBytes } from 'node:crypto';
import { StoreUnavailableError } from '../../application/ports/event-store.ts';
import type { ReadModelDeclaration } from '../../application/ports/read-models.ts';
import {
  type Catalogue,
  type CatalogueStore,
  catalogueStore,
  type ModelEntry,
} from './catalogue.ts';
import type { MongoConnection } from './connection.ts';
import { once } from './once.ts';
import { dropCollection, dropRetired } from './retired-collections.ts';
import { type ViewCollection, viewCollection } from './view-collection.ts';
import { assertPlainNames } from './view-documents.ts';

/** What the live side, the shadow side and a rebuild share. */
export interface ViewStore {
  readonly connection: MongoConnection;
  readonly models: readonly ReadModelDeclaration[];
  readonly catalogue: CatalogueStore;
  /** @throws RangeError when there is no such model */
  declaration(model: string): ReadModelDeclaration;
  /** Makes sure that every model has a collection of its declared version, with its indexes. */
  prepared(): Promise<void>;
  /**
   * The entry of a live model.
   * @throws StoreUnavailableError when the model was emptied since this process began to work on it
   */
  live(catalogue: Catalogue, model: string): ModelEntry;
  collection(model: string, entry: ModelEntry): ViewCollection;
  /** An entry with an empty collection of its own, its indexes made; nobody knows of it yet. */
  freshEntry(declaration: ReadModelDeclaration, epoch: string): Promise<ModelEntry>;
}

export function viewStore(
  connection: MongoConnection,
  models: readonly ReadModelDeclaration[],
): ViewStore {
  for (const model of models) assertPlainNames(model);
  const catalogue = catalogueStore(connection);
  const epochs = new Map<string, string>();
  const declaration = (name: string): ReadModelDeclaration => {
    const found = models.find((candidate) => candidate.name === name);
    if (found === undefined) throw new RangeError(`no model ${name} was declared`);
    return found;
  };
  const collection = (model: string, entry: ModelEntry): ViewCollection =>
    viewCollection(connection, declaration(model), entry.collection);
  const store: ViewStore = {
    connection,
    models,
    catalogue,
    declaration,
    collection,
    prepared: once(async () => {
      for (const model of models) epochs.set(model.name, (await declareModel(store, model)).epoch);
      await dropRetired(store);
    }),
    live({ live }, model) {
      const entry = live[model];
      if (entry !== undefined && entry.epoch === epochs.get(model)) return entry;
      // Positions and documents this process has in mind belong to what is gone: only a new start helps.
      throw new StoreUnavailableError(
        `the read model ${model} was emptied for another version of Assay: restart this process`,
      );
    },
    async freshEntry(model, epoch) {
      const name = `view_${model.name}_${randomBytes(6).toString('hex')}`;
      const entry = { version: model.version, epoch, collection: name, checkpoint: 0 };
      await collection(model.name, entry).createIndexes();
      return entry;
    },
  };
  return store;
}

/** Several nodes may start at once: the first one's collection counts, the others drop their own. */
async function declareModel(
  store: ViewStore,
  declaration: ReadModelDeclaration,
): Promise<ModelEntry> {
  const { catalogue } = store;
  const { name, version } = declaration;
  for (;;) {
    const now = await catalogue.fresh();
    const found = now.live[name];
    if (found?.version === version) {
      await store.collection(name, found).createIndexes();
      return found;
    }
    const entry = await store.freshEntry(declaration, randomBytes(6).toString('hex'));
    const path = `live.${name}`;
    const unchanged =
      found === undefined
        ? { [path]: { $exists: false } }
        : { [`${path}.collection`]: found.collection };
    const retired = [
      ...(found === undefined ? [] : [found.collection]),
      ...Object.values(now.shadow?.models ?? {}).map(({ collection }) => collection),
    ];
    // A rebuild that is under way fills the old version: it is void. Another one that began since then
    // is found by its owner's next look.
    const changed = await catalogue.change(unchanged, {
      $set: { [path]: entry, shadow: null, ...retiredPaths(retired) },
    });
    if (changed) return entry;
    await dropCollection(store.connection, entry.collection);
  }
}

/** Members of `$set` that note collections as retired. */
export function retiredPaths(collections: readonly string[]): Record<string, number> {
  const now = Date.now();
  return Object.fromEntries(collections.map((name) => [`retired.${name}`, now]));
}
