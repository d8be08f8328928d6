import {
  assertDeclared,
  type PutResult,
  type ReadDocument,
  type ReadModels,
  type ReadQuery,
} from '../../application/ports/read-models.ts';
import type { RebuildableReadModels } from '../../application/ports/rebuildable-read-models.ts';
import { thawed } from './freeze.ts';
import { openShadow } from './shadow-read-models.ts';
import { turnBatch } from './turn-batch.ts';
import { batchSize, type ViewCollection } from './view-collection.ts';
import { readDocument, type ViewDocument, viewDocument } from './view-documents.ts';
import type { ViewStore } from './view-store.ts';

/**
 * Read models in MongoDB. Why nobody is ever answered from a collection that a rebuild has replaced, and
 * why nothing that was put is lost by one, on any node and without a transaction:
 *
 * - A reader asks for the document and for the catalogue, both after its call began. When the catalogue
 *   names another collection than the one read, it reads again there. So what it answers was live at some
 *   moment of the call, and retired collections stay in place for longer than any call takes.
 * - A writer looks at the catalogue, writes, and looks again; `stored` is answered only when the same
 *   collection was live both times and no freeze was seen before the write. The event of the document was
 *   in the log before that first look, and a rebuild asks for the end of the log after its freeze was set:
 *   either the second look came before the swap, and the new collection holds the event as well, because
 *   the rebuild went on to that end; or it came after it, and the answer is `swapped`: fold again.
 * - So when a revocation is answered, the live collection holds it, and so does every later one; whoever
 *   asks from then on, on whichever node, finds it.
 */
export function readModels(store: ViewStore): RebuildableReadModels {
  const live = liveReadModels(store);
  return { ...live, openShadow: (start) => openShadow({ store, live }, start) };
}

function liveReadModels(store: ViewStore): ReadModels {
  const { catalogue } = store;
  const origins: Origins = new WeakMap();
  const puts = perModel((model) => turnBatch(putBatch(store, model), batchSize));
  const firsts = perModel((model) => turnBatch(firstsBatch(store, origins, model), batchSize));
  return {
    async get(model, id) {
      store.declaration(model);
      const [found] = await readLive(store, origins, {
        model,
        read: async (collection) => {
          const document = await collection.get(id);
          return document === undefined ? [] : [document];
        },
      });
      return found;
    },
    async query(model, query) {
      assertDeclared(store.declaration(model), query);
      if (query.limit === 1 && query.orderBy === undefined) {
        const found = await firsts(model)(query);
        return found === null ? [] : [found];
      }
      return readLive(store, origins, { model, read: (collection) => collection.query(query) });
    },
    async put(model, document, onto) {
      const row = viewDocument(store.declaration(model), document);
      const base = onto === undefined ? undefined : origins.get(onto);
      return puts(model)({ document: row, base });
    },
    async checkpoint(model) {
      store.declaration(model);
      await store.prepared();
      return store.live(await catalogue.fresh(), model).checkpoint;
    },
    async saveCheckpoint(model, position) {
      store.declaration(model);
      await store.prepared();
      const { epoch } = store.live(await catalogue.fresh(), model);
      // Emptied in between: the position says nothing about what is there now.
      await catalogue.change(
        { [`live.${model}.epoch`]: epoch },
        { $max: { [`live.${model}.checkpoint`]: position } },
      );
    },
    close: async () => undefined,
  };
}

/** Which collection a document was read from: what is folded onto it may go nowhere else. */
type Origins = WeakMap<ReadDocument, string>;

interface LivePut {
  readonly document: ViewDocument;
  readonly base: string | undefined;
}

/** Reads where this process last knew the model to be, and in the same time asks whether it still is there. */
async function readLive(
  store: ViewStore,
  origins: Origins,
  look: {
    readonly model: string;
    read(collection: ViewCollection): Promise<readonly ViewDocument[]>;
  },
): Promise<readonly ReadDocument[]> {
  await store.prepared();
  const { catalogue } = store;
  const guess = catalogue.known()?.live[look.model];
  const [now, guessed] = await Promise.all([
    catalogue.fresh(),
    guess === undefined ? undefined : look.read(store.collection(look.model, guess)),
  ]);
  const entry = store.live(now, look.model);
  const found =
    guessed !== undefined && guess?.collection === entry.collection
      ? guessed
      : await look.read(store.collection(look.model, entry));
  return found.map((stored) => {
    const document = readDocument(stored);
    origins.set(document, entry.collection);
    return document;
  });
}

/** Folds look for the document of one stream each: many of them are one query. */
function firstsBatch(store: ViewStore, origins: Origins, model: string) {
  return async (queries: readonly ReadQuery[]): Promise<readonly (ReadDocument | null)[]> => {
    const byIndex = new Map<string, Set<string>>();
    for (const { index, equals } of queries) {
      byIndex.set(index, (byIndex.get(index) ?? new Set()).add(equals));
    }
    const found = new Map<string, ReadDocument>();
    for (const [index, values] of byIndex) {
      const wanted = [...values];
      const documents = await readLive(store, origins, {
        model,
        read: async (collection) => {
          const firsts = await collection.firstOf(index, wanted);
          return firsts.filter((first) => first !== undefined);
        },
      });
      for (const document of documents) found.set(`${index}=${document.indexes[index]}`, document);
    }
    return queries.map(({ index, equals }) => found.get(`${index}=${equals}`) ?? null);
  };
}

function putBatch(store: ViewStore, model: string) {
  return async (puts: readonly LivePut[]): Promise<readonly PutResult[]> => {
    await store.prepared();
    const { catalogue } = store;
    const before = await catalogue.fresh();
    const { collection: live } = store.live(before, model);
    const open = before.freeze === null ? before : await thawed(store);
    const entry = store.live(open, model);
    const fitting = puts.filter(({ base }) => (base ?? live) === entry.collection);
    if (fitting.length === 0 || live !== entry.collection) return puts.map(() => 'swapped');
    const stored = await store
      .collection(model, entry)
      .put(fitting.map(({ document, base }) => ({ document, replaces: base !== undefined })));
    const after = store.live(await catalogue.fresh(), model);
    if (after.collection !== entry.collection) return puts.map(() => 'swapped');
    const results = new Map(fitting.map((put, index) => [put, stored[index] === true]));
    return puts.map((put) => {
      const kept = results.get(put);
      if (kept === undefined) return 'swapped';
      return kept ? 'stored' : 'superseded';
    });
  };
}

function perModel<Value>(make: (model: string) => Value): (model: string) => Value {
  const made = new Map<string, Value>();
  return (model) => {
    const value = made.get(model) ?? make(model);
    made.set(model, value);
    return value;
  };
}
