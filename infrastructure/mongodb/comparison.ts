import type { ReadDocument, ReadModelDifference } from '../../application/ports/read-models.ts';
import type { ReadModelComparison } from '../../application/ports/rebuildable-read-models.ts';
import { canonicalJson } from '../../domain/shared/json.ts';
import type { Catalogue, ModelEntry } from './catalogue.ts';
import { readDocument, type ViewDocument, viewDocument } from './view-documents.ts';
import type { ViewStore } from './view-store.ts';

/** A report of differences is read by a person: more of one model than this say nothing new. */
const differencesPerModel = 1_000;
/** Where more documents differ at the first look, the second one is at all of them again. */
const mostSuspects = 100_000;
const namedAtOnce = 500;

/** What a first look has found of one model, while everybody could still write. */
export interface Suspicion {
  /** Documents that are the same on both sides, and not among these, can have changed only with an event from here on. */
  readonly position: number;
  /** Undefined when there are too many. */
  readonly ids: ReadonlySet<string> | undefined;
}

/**
 * Walks through both sides of every model, so that the look that counts, with all writers kept out, is
 * short: a put changes a document only with an event from beyond the checkpoint of its side, for a model
 * holds every event up to there.
 */
export async function suspectDocuments(
  store: ViewStore,
  catalogue: Catalogue,
): Promise<ReadonlyMap<string, Suspicion>> {
  const suspicions = new Map<string, Suspicion>();
  for (const { name } of store.models) {
    const shadow = catalogue.shadow?.models[name];
    if (shadow === undefined) continue;
    const live = store.live(catalogue, name);
    const ids = new Set<string>();
    const sides = pairs(store.collection(name, live).all(), store.collection(name, shadow).all());
    for await (const pair of sides) {
      if (!isSame(pair)) ids.add(pair.id);
      if (ids.size > mostSuspects) break;
    }
    suspicions.set(name, {
      position: Math.min(live.checkpoint, shadow.checkpoint),
      ids: ids.size > mostSuspects ? undefined : ids,
    });
  }
  return suspicions;
}

/** Both sides of a rebuild, with all writers kept out. */
export interface Sides {
  readonly catalogue: Catalogue;
  /** Live documents, by model and id, that are not as stored. */
  readonly ahead: ReadonlyMap<string, ReadonlyMap<string, ReadDocument>>;
  readonly suspicions: ReadonlyMap<string, Suspicion>;
}

/**
 * Finds what one side lacks or holds otherwise than the other.
 * @param logEnd asked after both sides were looked at; without it, every log is taken to be long enough
 */
export async function compareModels(
  store: ViewStore,
  sides: Sides,
  logEnd: () => Promise<number> = async () => Number.POSITIVE_INFINITY,
): Promise<ReadModelComparison> {
  let total = 0;
  const differences: ReadModelDifference[] = [];
  for (const { name } of store.models) {
    const shadow = sides.catalogue.shadow?.models[name];
    if (shadow === undefined) continue;
    let ofModel = 0;
    for await (const pair of pairsOf(store, sides, { name, shadow })) {
      if (isSame(pair)) continue;
      if (isLate(pair, shadow) && (pair.live?.position ?? 0) <= (await logEnd())) continue;
      ofModel += 1;
      if (ofModel <= differencesPerModel) differences.push(difference(name, pair));
    }
    total += ofModel;
  }
  return { total, differences };
}

async function* pairsOf(
  store: ViewStore,
  { catalogue, ahead, suspicions }: Sides,
  { name, shadow }: { readonly name: string; readonly shadow: ModelEntry },
): AsyncGenerator<Pair> {
  const live = store.collection(name, store.live(catalogue, name));
  const rebuilt = store.collection(name, shadow);
  const inMemory = ahead.get(name) ?? new Map<string, ReadDocument>();
  const suspicion = suspicions.get(name);
  if (suspicion?.ids === undefined) {
    const complete = withAhead(live.all(), store.declaration(name), inMemory);
    yield* pairs(complete, rebuilt.all());
    return;
  }
  const changed = [live, rebuilt].map((side) => side.idsFrom(suspicion.position));
  const ids = [
    ...new Set([...suspicion.ids, ...inMemory.keys(), ...(await Promise.all(changed)).flat()]),
  ];
  for (let start = 0; start < ids.length; start += namedAtOnce) {
    const page = ids.slice(start, start + namedAtOnce);
    const [left, right] = await Promise.all([live.named(page), rebuilt.named(page)]);
    for (const id of page) {
      const document = inMemory.get(id);
      const stored = document && viewDocument(store.declaration(name), document);
      yield { id, live: stored ?? left.get(id), rebuilt: right.get(id) };
    }
  }
}

interface Pair {
  readonly id: string;
  readonly live: ViewDocument | undefined;
  readonly rebuilt: ViewDocument | undefined;
}

function difference(model: string, { id, live, rebuilt }: Pair): ReadModelDifference {
  return { model, id, live: live && readDocument(live), rebuilt: rebuilt && readDocument(rebuilt) };
}

function isSame({ live, rebuilt }: Pair): boolean {
  return (
    live?.revision === rebuilt?.revision &&
    live?.position === rebuilt?.position &&
    live?.body === rebuilt?.body &&
    canonicalJson(live?.indexes) === canonicalJson(rebuilt?.indexes)
  );
}

/**
 * A writer that saw no freeze may have written a moment after it was set, an event from beyond the one
 * both sides stop at. It will be told that its collection was swapped, or was in time: no difference, as long as the event
 * is in the log.
 */
function isLate({ live, rebuilt }: Pair, { checkpoint }: ModelEntry): boolean {
  if (live === undefined || checkpoint === 0) return false;
  return live.position > checkpoint && (rebuilt?.position ?? 0) <= checkpoint;
}

async function* pairs(
  live: AsyncGenerator<ViewDocument>,
  rebuilt: AsyncGenerator<ViewDocument>,
): AsyncGenerator<Pair> {
  try {
    let left = await taken(live);
    let right = await taken(rebuilt);
    while (left !== undefined || right !== undefined) {
      const order = left === undefined ? 1 : right === undefined ? -1 : byteOrder(left, right);
      const pair = { live: order <= 0 ? left : undefined, rebuilt: order >= 0 ? right : undefined };
      const id = pair.live?._id ?? pair.rebuilt?._id ?? '';
      yield { id, ...pair };
      if (order <= 0) left = await taken(live);
      if (order >= 0) right = await taken(rebuilt);
    }
  } finally {
    // Whoever stops half-way leaves no cursor open.
    await Promise.all([live.return(undefined), rebuilt.return(undefined)]);
  }
}

/** Puts what is ahead in place of what is stored, in the same order. */
async function* withAhead(
  stored: AsyncGenerator<ViewDocument>,
  declaration: Parameters<typeof viewDocument>[0],
  ahead: ReadonlyMap<string, ReadDocument>,
): AsyncGenerator<ViewDocument> {
  const waiting = [...ahead.values()]
    .map((document) => viewDocument(declaration, document))
    .sort(byteOrder);
  let next = 0;
  for await (const document of stored) {
    for (let first = waiting[next]; first !== undefined; first = waiting[next]) {
      if (byteOrder(first, document) >= 0) break;
      yield first;
      next += 1;
    }
    if (!ahead.has(document._id)) yield document;
  }
  yield* waiting.slice(next);
}

async function taken(documents: AsyncGenerator<ViewDocument>): Promise<ViewDocument | undefined> {
  const { done, value } = await documents.next();
  return done === true ? undefined : value;
}

/** The server sorts strings by their UTF-8 bytes. */
function byteOrder(left: ViewDocument, right: ViewDocument): number {
  return Buffer.compare(Buffer.from(left._id), Buffer.from(right._id));
}
