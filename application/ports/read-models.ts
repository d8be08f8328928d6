import type { JsonObject } from '../../domain/shared/json.ts';

/** A document of a read model. Every document is the fold of events of exactly one stream. */
export interface ReadDocument {
  readonly id: string;
  /** Stream revision of the last event folded in. */
  readonly revision: number;
  /** Log position of the last event folded in. */
  readonly position: number;
  /** Values that `query` can look for, by index name. */
  readonly indexes: Readonly<Record<string, string | number>>;
  readonly body: JsonObject;
}

/**
 * What `put` found. `superseded`: the stored document already holds this event or a later one.
 * `swapped`: a rebuild put a new generation in place since the fold began; nothing was stored, fold again.
 */
export type PutResult = 'stored' | 'superseded' | 'swapped';

/** A model as its store has to know it, so that it can prepare what `query` will ask for. */
export interface ReadModelDeclaration {
  readonly name: string;
  /** Grows when the fold changes: a model kept under another version is emptied and filled anew. */
  readonly version: number;
  /** The queries that will be asked: `orderBy` is left out where only equality matters. */
  readonly indexes: readonly { readonly index: string; readonly orderBy?: string }[];
  /** Each document is one event's and never another: one that is there is as good as one that is put. */
  readonly rows?: true;
}

export interface ReadQuery {
  readonly index: string;
  readonly equals: string;
  /** Optional second index for range and order, for example a time. */
  readonly orderBy?: string;
  /** Lowest value of `orderBy`, inclusive. */
  readonly from?: number;
  /** Highest value of `orderBy`, exclusive. */
  readonly to?: number;
  readonly limit?: number;
}

/**
 * Documents folded from events. Everything in here can be thrown away and rebuilt.
 * A name such as `usage` points at a generation; a rebuild fills the next one and swaps.
 */
export interface ReadModels {
  get(model: string, id: string): Promise<ReadDocument | undefined>;
  /**
   * Stores a document only when it is newer (by `revision`) than the one stored. `onto` is the document it
   * was folded onto, as it was read: a store that knows of another generation by now answers `swapped`.
   */
  put(model: string, document: ReadDocument, onto?: ReadDocument): Promise<PutResult>;
  query(model: string, query: ReadQuery): Promise<readonly ReadDocument[]>;
  /** Position up to which a model holds every event. It may lag, never lead. */
  checkpoint(model: string): Promise<number>;
  saveCheckpoint(model: string, position: number): Promise<void>;
  close(): Promise<void>;
}

/** One difference between a read model and its rebuild. */
export interface ReadModelDifference {
  readonly model: string;
  readonly id: string;
  readonly live: ReadDocument | undefined;
  readonly rebuilt: ReadDocument | undefined;
}

/**
 * Every store refuses a query without a declared index, which would walk through the whole model.
 * @throws RangeError
 */
export function assertDeclared(
  declaration: ReadModelDeclaration,
  { index, orderBy }: ReadQuery,
): void {
  const declared = declaration.indexes.some(
    (candidate) =>
      candidate.index === index && (orderBy === undefined || candidate.orderBy === orderBy),
  );
  if (declared) return;
  const wanted = orderBy === undefined ? index : `${index} ordered by ${orderBy}`;
  throw new RangeError(`the model ${declaration.name} declares no index ${wanted}`);
}
