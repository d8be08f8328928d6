import type { ReadModels } from '../../application/ports/read-models.ts';
import type { ModelEntry } from './catalogue.ts';
import { voidRebuild } from './freeze.ts';
import { turnBatch } from './turn-batch.ts';
import { batchSize, type ViewPut } from './view-collection.ts';
import { readDocument, viewDocument } from './view-documents.ts';
import type { ViewStore } from './view-store.ts';

/** The read models as a rebuild fills them: nobody else looks at them, so that only its owner is checked. */
export function shadowSide(
  store: ViewStore,
  rebuild: { readonly owner: string; ended(): boolean },
): ReadModels {
  const { catalogue } = store;
  const entryOf = async (model: string): Promise<ModelEntry> => {
    store.declaration(model);
    const { shadow } = await catalogue.fresh();
    const entry = shadow?.models[model];
    if (rebuild.ended() || shadow?.owner !== rebuild.owner || !entry) throw voidRebuild();
    return entry;
  };
  const puts = new Map(
    store.models.map(({ name }) => [
      name,
      turnBatch<ViewPut, boolean>(async (batch) => {
        return store.collection(name, await entryOf(name)).put(batch);
      }, batchSize),
    ]),
  );
  return {
    async get(model, id) {
      const found = await store.collection(model, await entryOf(model)).get(id);
      return found && readDocument(found);
    },
    async query(model, query) {
      const found = await store.collection(model, await entryOf(model)).query(query);
      return found.map(readDocument);
    },
    async put(model, document, onto) {
      const row = viewDocument(store.declaration(model), document);
      const put = { document: row, replaces: onto !== undefined };
      return (await puts.get(model)?.(put)) ? 'stored' : 'superseded';
    },
    checkpoint: async (model) => (await entryOf(model)).checkpoint,
    async saveCheckpoint(model, position) {
      await entryOf(model);
      const own = { 'shadow.owner': rebuild.owner };
      const $max = { [`shadow.models.${model}.checkpoint`]: position };
      if (!(await catalogue.change(own, { $max }))) throw voidRebuild();
    },
    close: async () => undefined,
  };
}
