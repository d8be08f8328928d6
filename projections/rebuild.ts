import type { EventStore } from '../application/ports/event-store.ts';
import type { ReadModels } from '../application/ports/read-models.ts';
import type {
  ReadModelComparison,
  RebuildableReadModels,
  ShadowReadModels,
} from '../application/ports/rebuildable-read-models.ts';
import { type CatchUpOptions, type CatchUpProgress, catchUp } from './catch-up.ts';
import type { Projection } from './projection.ts';

export interface RebuildPorts {
  readonly eventStore: EventStore;
  readonly readModels: RebuildableReadModels;
}

export interface RebuildOptions {
  /** False only compares: the audit's way to look. */
  readonly swap: boolean;
  /**
   * Documents whose last event stands at or before this position are believed and copied; all others are
   * folded anew, from the first event of their stream. 0, when left out, believes nothing.
   */
  readonly from?: number;
  /** Goes on with what an interrupted rebuild from the same position has filled in. */
  readonly resume?: boolean;
  /** Where the replay begins: beyond `from` when it goes on with an interrupted one. */
  onStart?(start: { readonly position: number; readonly resumed: boolean }): void;
  onProgress?(progress: CatchUpProgress): void;
}

export interface RebuildReport {
  /** How many were replayed, without those that came in the meantime. */
  readonly events: number;
  /** How many documents differed; `differences` lists the first of them. */
  readonly differing: number;
  readonly differences: ReadModelComparison['differences'];
}

/**
 * Replays every event of the log into fresh models, compares them with the live ones as of the same
 * position, and puts them in their place. An empty list says that the live models were right. When it
 * fails, or the process ends, what it has filled in so far can be resumed.
 */
export async function rebuild(
  ports: RebuildPorts,
  projections: readonly Projection[],
  options: RebuildOptions,
): Promise<ReadModelComparison> {
  const { eventStore, readModels } = ports;
  const follow = (models: ReadModels, how: CatchUpOptions): Promise<void> =>
    catchUp({ eventStore, readModels: models }, projections, how);
  // The long part of the way is gone while everybody may still write.
  await follow(readModels, {});
  const shadow = await openFittingShadow(ports, projections, options);
  const { onProgress } = options;
  try {
    await follow(shadow.models, onProgress === undefined ? {} : { onProgress });
  } catch (error) {
    await (options.swap ? shadow.leave() : shadow.discard());
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
    logEnd: () => eventStore.lastPosition(),
  });
}

/** A rebuild with a swap, and how many events it has replayed. */
export async function rebuildCounted(
  ports: RebuildPorts,
  projections: readonly Projection[],
  options: Omit<RebuildOptions, 'swap'>,
): Promise<RebuildReport> {
  let events = 0;
  const { total, differences } = await rebuild(ports, projections, {
    ...options,
    swap: true,
    onProgress(progress) {
      events = progress.events;
      options.onProgress?.(progress);
    },
  });
  return { events, differing: total, differences };
}

async function openFittingShadow(
  { eventStore, readModels }: RebuildPorts,
  projections: readonly Projection[],
  options: RebuildOptions,
): Promise<ShadowReadModels> {
  const start = { from: options.from ?? 0, resume: options.resume ?? false };
  const shadow = await readModels.openShadow(start);
  const positions = await positionsOf(shadow.models, projections);
  if (shadow.resumed && Math.max(...positions) > (await eventStore.lastPosition())) {
    // It was filled from a log that went further than this one: a log put back from a copy.
    await shadow.discard();
    return openFittingShadow({ eventStore, readModels }, projections, {
      ...options,
      resume: false,
    });
  }
  options.onStart?.({ position: Math.min(...positions), resumed: shadow.resumed });
  return shadow;
}

function positionsOf(
  models: ReadModels,
  projections: readonly Projection[],
): Promise<readonly number[]> {
  return Promise.all(projections.map(({ declaration }) => models.checkpoint(declaration.name)));
}
