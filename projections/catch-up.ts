import type { RecordedEvent } from '../domain/shared/event.ts';
import { applyEvents, type ProjectionPorts } from './apply-events.ts';
import type { Projection } from './projection.ts';

/** Enough for a store over a network to be asked seldom; a batch is folded in some ten milliseconds. */
const batchSize = 1000;

export interface CatchUpOptions {
  /** The last position to apply; the end of the log as it is now when left out. */
  readonly target?: number;
  onProgress?(progress: CatchUpProgress): void;
}

/** How far a catch-up is. `events` counts what it has read so far. */
export interface CatchUpProgress {
  readonly events: number;
  readonly position: number;
  readonly target: number;
}

/**
 * Brings models from their checkpoints to the end of the log.
 * @throws UnknownEventError when the log holds an event that a fold does not know.
 */
export async function catchUp(
  ports: ProjectionPorts,
  projections: readonly Projection[],
  options: CatchUpOptions = {},
): Promise<void> {
  const target = options.target ?? (await ports.eventStore.lastPosition());
  const behind = await laggards(ports, projections, target);
  if (behind.length === 0) return;
  const from = Math.min(...behind.map(({ checkpoint }) => checkpoint));
  const prefixes = [...new Set(behind.map(({ projection }) => projection.prefix))];
  let events = 0;
  const apply = async (batch: readonly RecordedEvent[], before: Promise<void>): Promise<void> => {
    // Rows stand for themselves, so theirs may be on their way while the batch before is still stored.
    const rows = applyBatch(ports, behind.filter(isRow), batch);
    const streams = before.then(() => applyBatch(ports, behind.filter(isStream), batch));
    await allOf([rows, streams]);
    const reached = batch.at(-1)?.position ?? from;
    await saveCheckpoints(ports, behind, reached);
    events += batch.length;
    options.onProgress?.({ events, position: reached, target });
  };
  let applied = Promise.resolve();
  let applying = Promise.resolve();
  try {
    for await (const batch of batches(ports.eventStore.readAll(from, prefixes), target)) {
      await applied;
      applied = applying;
      applying = apply(batch, applied);
      // What fails is thrown where it is awaited, also when reading the log fails before that.
      applying.catch(() => undefined);
    }
  } finally {
    await Promise.allSettled([applied, applying]);
  }
  await applying;
  await saveCheckpoints(ports, behind, target);
  options.onProgress?.({ events, position: target, target });
}

interface Laggard {
  readonly projection: Projection;
  readonly checkpoint: number;
}

function isRow({ projection }: Laggard): boolean {
  return projection.kind === 'row';
}

function isStream({ projection }: Laggard): boolean {
  return projection.kind === 'stream';
}

/** Like `Promise.all`, but nothing is under way any more when it throws. */
async function allOf(work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}

async function laggards(
  { readModels }: ProjectionPorts,
  projections: readonly Projection[],
  target: number,
): Promise<readonly Laggard[]> {
  const all = await Promise.all(
    projections.map(async (projection) => ({
      projection,
      checkpoint: await readModels.checkpoint(projection.declaration.name),
    })),
  );
  return all.filter(({ checkpoint }) => checkpoint < target);
}

async function applyBatch(
  ports: ProjectionPorts,
  laggards: readonly Laggard[],
  batch: readonly RecordedEvent[],
): Promise<void> {
  await Promise.all(
    laggards.map(({ projection, checkpoint }) => {
      const fresh = batch.filter((event) => event.position > checkpoint);
      return applyEvents(ports, projection, fresh);
    }),
  );
}

async function saveCheckpoints(
  { readModels }: ProjectionPorts,
  laggards: readonly Laggard[],
  position: number,
): Promise<void> {
  await Promise.all(
    laggards
      .filter(({ checkpoint }) => checkpoint < position)
      .map(({ projection }) => readModels.saveCheckpoint(projection.declaration.name, position)),
  );
}

async function* batches(
  events: AsyncIterable<RecordedEvent>,
  target: number,
): AsyncGenerator<readonly RecordedEvent[]> {
  let batch: RecordedEvent[] = [];
  for await (const event of events) {
    if (event.position > target) break;
    batch.push(event);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
