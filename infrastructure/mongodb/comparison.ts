import type { ReadDocument, ReadModelDifference } from '../../application/ports/read-models.ts';
import type { ReadModelComparison } from '../../application/ports/rebuildable-read-models.ts';
import { canonicalJson } from '../../domain/shared/json.ts';
import type { Catalogue, ModelEntry } from './catalogue.ts';
import { readDocument, type ViewDocument, viewDocument } from './view-documents.ts';
import type { ViewStore } from './view-store.ts';

/** A report of differences is read by a person: more of one model than this say nothing new. */
const differencesPerModel = 1_000;

/** Walks through both sides of every model in the order of ids and finds what one lacks or holds otherwise. */
export async function compareModels(
  store: ViewStore,
  sides: {
    readonly catalogue: Catalogue;
    /** Live documents, by model and id, that are not as stored. */
    readonly ahead: ReadonlyMap<string, ReadonlyMap<string, ReadDocument>>;
  },
): Promise<ReadModelComparison> {
  let total = 0;
  const differences: ReadModelDifference[] = [];
  for (const { name } of store.models) {
    const shadow = sides.catalogue.shadow?.models[name];
    if (shadow === undefined) continue;
    const ahead = sides.ahead.get(name) ?? new Map<string, ReadDocument>();
    const live = store.collection(name, store.live(sides.catalogue, name)).all();
    let ofModel = 0;
    for await (const pair of pairs(
      withAhead(live, store.declaration(name), ahead),
      store.collection(name, shadow).all(),
    )) {
      if (isSame(pair) || isLate(pair, shadow)) continue;
      ofModel += 1;
      if (ofModel <= differencesPerModel) differences.push(difference(name, pair));
    }
    total += ofModel;
  }
  return { total, differences };
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
 * both sides stop at. It will be told that its collection was swapped, or was in time: no difference.
 */
function isLate({ live, rebuilt }: Pair, { checkpoint }: ModelEntry): boolean {
  if (live === undefined || checkpoint === 0) return false;
  return live.position > checkpoint && (rebuilt?.position ?? 0) <= checkpoint;
}

async function* pairs(
  live: AsyncGenerator<ViewDocument>,
  rebuilt: AsyncGenerator<ViewDocument>,
): AsyncGenerator<Pair> {
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
