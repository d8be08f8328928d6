import type { ReadDocument, ReadModels, ReadQuery } from '../../application/ports/read-models.ts';
import { viewDocument } from './view-documents.ts';
import type { ViewStore } from './view-store.ts';

/** The live documents as they will be, for comparing; those in `documents` are not as they are stored. */
export interface LiveAhead {
  readonly models: ReadModels;
  /** By model and id. */
  readonly documents: ReadonlyMap<string, ReadonlyMap<string, ReadDocument>>;
}

/**
 * The live side, brought ahead in memory: the few events between its checkpoints and the end of the log
 * are folded without a write, so that a rebuild that fails here leaves the live side untouched.
 */
export function liveAhead(store: ViewStore, stored: ReadModels): LiveAhead {
  const documents = new Map<string, Map<string, ReadDocument>>();
  const checkpoints = new Map<string, number>();
  const aheadOf = (model: string): Map<string, ReadDocument> => {
    const ahead = documents.get(model) ?? new Map<string, ReadDocument>();
    documents.set(model, ahead);
    return ahead;
  };
  const models: ReadModels = {
    get: async (model, id) => aheadOf(model).get(id) ?? stored.get(model, id),
    async query(model, query) {
      const ahead = aheadOf(model);
      const { limit, ...unlimited } = query;
      // What is ahead may push out of the limit what the server would have counted in.
      const found = await stored.query(model, ahead.size === 0 ? query : unlimited);
      const rest = found.filter(({ id }) => !ahead.has(id));
      const all = [...rest, ...[...ahead.values()].filter((document) => matches(document, query))];
      return all.sort(inOrderOf(query)).slice(0, limit);
    },
    async put(model, document) {
      viewDocument(store.declaration(model), document);
      const before = await models.get(model, document.id);
      if (before !== undefined && before.revision >= document.revision) return 'superseded';
      aheadOf(model).set(document.id, document);
      return 'stored';
    },
    checkpoint: async (model) => checkpoints.get(model) ?? stored.checkpoint(model),
    async saveCheckpoint(model, position) {
      checkpoints.set(model, Math.max(position, await models.checkpoint(model)));
    },
    close: async () => undefined,
  };
  return { models, documents };
}

function matches(
  { indexes }: ReadDocument,
  { index, equals, orderBy, from, to }: ReadQuery,
): boolean {
  if (indexes[index] !== equals) return false;
  const value = orderBy === undefined ? undefined : indexes[orderBy];
  if (from !== undefined && !(typeof value === 'number' && value >= from)) return false;
  return to === undefined || (typeof value === 'number' && value < to);
}

function inOrderOf({ orderBy }: ReadQuery): (one: ReadDocument, other: ReadDocument) => number {
  return (one, other) => {
    const [left, right] = orderBy ? [one.indexes[orderBy], other.indexes[orderBy]] : [];
    if (left !== undefined && right !== undefined && left !== right) return left < right ? -1 : 1;
    return one.id < other.id ? -1 : 1;
  };
}
