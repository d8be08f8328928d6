import type { ReadModelDifference, ReadModels } from './read-models.ts';

/** Fresh, empty generations of the read models, filled beside the live ones. */
export interface ShadowReadModels {
  readonly models: ReadModels;
  /**
   * Stops every other writer of read models, lets both sides catch up with the log through `catchUp`
   * (called for the live and for the shadow side), compares them, and swaps when `swap` is true.
   */
  finish(options: {
    readonly swap: boolean;
    catchUp(models: ReadModels): Promise<void>;
  }): Promise<readonly ReadModelDifference[]>;
  /** Drops the shadow without touching the live side. */
  discard(): Promise<void>;
}

export interface RebuildableReadModels extends ReadModels {
  openShadow(): Promise<ShadowReadModels>;
}
