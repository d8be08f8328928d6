import type { EventStore } from '../application/ports/event-store.ts';
import type { ReadModelDifference, ReadModels } from '../application/ports/read-models.ts';
import type { RebuildableReadModels } from '../application/ports/rebuildable-read-models.ts';
import { type CatchUpOptions, catchUp } from './catch-up.ts';
import type { Projection } from './projection.ts';

export interface RebuildPorts {
  readonly eventStore: EventStore;
  readonly readModels: RebuildableReadModels;
}

export interface RebuildOptions {
  /** False only compares: the audit's way to look. */
  readonly swap: boolean;
  onProgress?(position: number, target: number): void;
}

/**
 * Replays every event of the log into fresh models, compares them with the live ones as of the same
 * position, and puts them in their place. An empty list says that the live models were right.
 */
export async function rebuild(
  { eventStore, readModels }: RebuildPorts,
  projections: readonly Projection[],
  options: RebuildOptions,
): Promise<readonly ReadModelDifference[]> {
  const follow = (models: ReadModels, how: CatchUpOptions): Promise<void> =>
    catchUp({ eventStore, readModels: models }, projections, how);
  // The long part of the way is gone while everybody may still write.
  await follow(readModels, {});
  const shadow = await readModels.openShadow();
  const { onProgress } = options;
  try {
    await follow(shadow.models, onProgress === undefined ? {} : { onProgress });
  } catch (error) {
    await shadow.discard();
    throw error;
  }
  let target: number | undefined;
  return shadow.finish({
    swap: options.swap,
    async catchUp(models) {
      // Both sides must stop at the same event, or the comparison would tell apart what is the same.
      target ??= await eventStore.lastPosition();
      await follow(models, { target });
    },
  });
}
