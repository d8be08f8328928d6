import { randomUUID } from 'node:crypto';
import type { ReadModels } from '../../application/ports/read-models.ts';
import type {
  ReadModelComparison,
  ShadowReadModels,
  ShadowStart,
} from '../../application/ports/rebuildable-read-models.ts';
import type { Catalogue, ModelEntry } from './catalogue.ts';
import { compareModels, suspectDocuments } from './comparison.ts';
import { freeze, voidRebuild } from './freeze.ts';
import { liveAhead } from './live-ahead.ts';
import { dropRetired } from './retired-collections.ts';
import { shadowSide } from './shadow-side.ts';
import type { ViewPut } from './view-collection.ts';
import { retiredPaths, type ViewStore } from './view-store.ts';

const copiedAtOnce = 1_000;

/**
 * Fills collections of its own beside the live ones. `finish` compares both sides, then freezes all writers
 * for as long as it takes to bring both to the end of the log and to compare again what may have changed,
 * and swaps in one write of the catalogue.
 * Whatever it dies of, the live side is as it was, and the freeze ends when its holder shows no more life.
 */
export async function openShadow(
  { store, live }: { readonly store: ViewStore; readonly live: ReadModels },
  start: ShadowStart = { from: 0, resume: false },
): Promise<ShadowReadModels> {
  await store.prepared();
  await dropRetired(store);
  const owner = randomUUID();
  const resumed = start.resume && (await takeOver(store, start.from, owner));
  if (!resumed) await begin(store, start.from, owner);
  let ended = false;
  const end = (): void => {
    if (ended) throw voidRebuild();
    ended = true;
  };
  const models = shadowSide(store, { owner, ended: () => ended });
  return {
    models,
    resumed,
    async finish(options) {
      if (ended) throw voidRebuild();
      try {
        return await finish(store, owner, { ...options, live, shadow: models });
      } finally {
        ended = true;
      }
    },
    async discard() {
      end();
      await drop(store, owner);
    },
    async leave() {
      end();
    },
  };
}

/** Makes this rebuild the owner of what an earlier one has left, if that is what it would fill itself. */
async function takeOver(store: ViewStore, from: number, owner: string): Promise<boolean> {
  const now = await store.catalogue.fresh();
  const { shadow } = now;
  if (shadow === null || !shadow.ready || shadow.from !== from) return false;
  const fits = store.models.every(({ name }) => {
    return shadow.models[name]?.epoch === store.live(now, name).epoch;
  });
  if (!fits || Object.keys(shadow.models).length !== store.models.length) return false;
  return store.catalogue.change(
    { 'shadow.owner': shadow.owner },
    { $set: { 'shadow.owner': owner } },
  );
}

async function begin(store: ViewStore, from: number, owner: string): Promise<void> {
  const { catalogue } = store;
  const models: Record<string, ModelEntry> = {};
  const before = await catalogue.fresh();
  for (const model of store.models) {
    models[model.name] = await store.freshEntry(model, store.live(before, model.name).epoch);
  }
  const shadow = { owner, from, ready: false, models };
  for (;;) {
    const now = await catalogue.fresh();
    const whose = now.shadow === null ? { shadow: null } : { 'shadow.owner': now.shadow.owner };
    const $set = { shadow, ...retiredPaths(collectionsOf(now.shadow?.models ?? {})) };
    if (await catalogue.change(whose, { $set })) break;
  }
  const start: Record<string, number> = {};
  for (const { name } of store.models) {
    start[`shadow.models.${name}.checkpoint`] = await copyLive(store, {
      model: name,
      from,
      models,
    });
  }
  const own = { 'shadow.owner': owner };
  if (!(await catalogue.change(own, { $set: { ...start, 'shadow.ready': true } }))) {
    throw voidRebuild();
  }
}

/** Copies live documents up to a position; returns the position the copy is complete for. */
async function copyLive(
  store: ViewStore,
  {
    model,
    from,
    models,
  }: {
    readonly model: string;
    readonly from: number;
    readonly models: Readonly<Record<string, ModelEntry>>;
  },
): Promise<number> {
  const target = models[model];
  if (from === 0 || target === undefined) return 0;
  // The checkpoint first: whatever is put while the copy is made can only make it more complete.
  const live = store.live(await store.catalogue.fresh(), model);
  const copy = store.collection(model, target);
  let page: ViewPut[] = [];
  for await (const document of store.collection(model, live).all()) {
    if (document.position > from) continue;
    page.push({ document, replaces: false });
    if (page.length < copiedAtOnce) continue;
    await copy.put(page);
    page = [];
  }
  if (page.length > 0) await copy.put(page);
  return Math.min(from, live.checkpoint);
}

async function finish(
  store: ViewStore,
  owner: string,
  options: {
    readonly swap: boolean;
    readonly live: ReadModels;
    readonly shadow: ReadModels;
    catchUp(models: ReadModels): Promise<void>;
    logEnd?(): Promise<number>;
  },
): Promise<ReadModelComparison> {
  const suspicions = await suspectDocuments(store, await ownCatalogue(store, owner));
  const frozen = await freeze(store, owner);
  try {
    const ahead = liveAhead(store, options.live);
    await options.catchUp(ahead.models);
    await options.catchUp(options.shadow);
    const catalogue = await ownCatalogue(store, owner);
    const sides = { catalogue, ahead: ahead.documents, suspicions };
    const comparison = await compareModels(store, sides, options.logEnd);
    if (options.swap) await swap(store, owner, catalogue);
    else await drop(store, owner);
    return comparison;
  } finally {
    await frozen.release();
  }
}

async function ownCatalogue(store: ViewStore, owner: string): Promise<Catalogue> {
  const catalogue = await store.catalogue.fresh();
  if (catalogue.shadow?.owner !== owner) throw voidRebuild();
  return catalogue;
}

/** One write: from here on the shadow's collections are the live ones, and writers may go on. */
async function swap(store: ViewStore, owner: string, now: Catalogue): Promise<void> {
  const shadow = now.shadow?.models ?? {};
  const $set: Record<string, unknown> = { shadow: null, freeze: null };
  const unchanged: Record<string, unknown> = { 'shadow.owner': owner, 'freeze.owner': owner };
  const replaced = store.models.map(({ name }) => store.live(now, name));
  for (const { name } of store.models) {
    $set[`live.${name}`] = shadow[name];
    unchanged[`live.${name}.epoch`] = store.live(now, name).epoch;
  }
  Object.assign($set, retiredPaths(replaced.map(({ collection }) => collection)));
  if (!(await store.catalogue.change(unchanged, { $set }))) {
    throw new Error('the freeze was lost before the swap: the live read models are as they were');
  }
}

async function drop(store: ViewStore, owner: string): Promise<void> {
  const { shadow } = await store.catalogue.fresh();
  if (shadow?.owner !== owner) return;
  const collections = collectionsOf(shadow.models);
  const own = { 'shadow.owner': owner };
  const $set = { shadow: null, ...retiredPaths(collections) };
  await store.catalogue.change(own, { $set });
}

function collectionsOf(models: Readonly<Record<string, ModelEntry>>): readonly string[] {
  return Object.values(models).map(({ collection }) => collection);
}
