import type { ReadModelDifference, ReadModels } from './read-models.ts';

/** Where a shadow begins. */
export interface ShadowStart {
  /**
   * Documents whose last event stands at or before this position are copied from the live side, and the
   * shadow's checkpoints begin there (or at the live checkpoint, where that is lower). 0 copies nothing.
   */
  readonly from: number;
  /**
   * Goes on with what a rebuild left that began at the same position, for the same versions of the
   * models, and came to no end; begins anew where there is none.
   */
  readonly resume: boolean;
}

export interface ReadModelComparison {
  /** How many documents differ. */
  readonly total: number;
  /** At most 1,000 of them for each model: a person reads this. */
  readonly differences: readonly ReadModelDifference[];
}

/** Fresh generations of the read models, filled beside the live ones. */
export interface ShadowReadModels {
  readonly models: ReadModels;
  /** Whether it holds what an earlier rebuild has filled in. */
  readonly resumed: boolean;
  /**
   * Stops every other writer of read models, lets both sides catch up with the log through `catchUp`
   * (called for the live and for the shadow side), compares them, and swaps when `swap` is true. Without
   * a swap the shadow is dropped. A failure leaves it to be resumed.
   */
  finish(options: {
    readonly swap: boolean;
    catchUp(models: ReadModels): Promise<void>;
    /** The last position of the log now: where writers cannot be stopped at once, it tells a late one from an event that is gone. */
    logEnd?(): Promise<number>;
  }): Promise<ReadModelComparison>;
  /** Drops the shadow without touching the live side. */
  discard(): Promise<void>;
  /** Stops working on the shadow and keeps it, to be resumed. */
  leave(): Promise<void>;
}

export interface RebuildableReadModels extends ReadModels {
  /** An empty shadow when no start is given. Whoever was rebuilding before has lost. */
  openShadow(start?: ShadowStart): Promise<ShadowReadModels>;
}
