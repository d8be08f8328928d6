import {
  type EventSubscription,
  StoreUnavailableError,
  UnreadableEventError,
} from '../application/ports/event-store.ts';
import type { RecordedEvent } from '../domain/shared/event.ts';
import { applyEvents, type ProjectionPorts } from './apply-events.ts';
import { catchUp } from './catch-up.ts';
import type { Projection } from './projection.ts';

export interface ProjectionRunner {
  /** Resolves once every running projection holds all events that were in the log at the call. */
  caughtUp(): Promise<void>;
  /** Positions of the log that the slowest projection has still to look at; asked often, so as of the last look. */
  lag(): number;
  /** Projections that met an event they do not know, and why. They are not kept up to date any more. */
  stopped(): ReadonlyMap<string, Error>;
  close(): Promise<void>;
}

export interface RunnerOptions extends ProjectionPorts {
  readonly projections: readonly Projection[];
  onStopped?(projection: string, cause: Error): void;
  /** What could not be taken just now, and is tried again. */
  onDelayed?(cause: unknown): void;
}

interface Progress {
  readonly projection: Projection;
  position: number;
  stopped: Error | undefined;
}

/**
 * Keeps models up to date for as long as the process runs: from their checkpoints to the end of the
 * log, then with what is appended. One subscription serves all of them. What the store cannot take
 * for the moment is tried again; an event that a fold does not know, or a document it cannot read, stops
 * that fold alone. Where something stands in the log that is no event, every fold that would have to read
 * it stops, and the others go on behind it.
 */
export async function startProjections(options: RunnerOptions): Promise<ProjectionRunner> {
  const { eventStore, readModels, projections } = options;
  await coverDistance(options);
  const all: readonly Progress[] = await Promise.all(
    projections.map(async (projection) => ({
      projection: guarded(projection),
      position: await readModels.checkpoint(projection.declaration.name),
      stopped: undefined,
    })),
  );
  let head = await eventStore.lastPosition();
  assertSameLog(head, all);
  const waiters = new Set<() => void>();
  const wake = (): void => {
    for (const look of waiters) look();
  };
  const follow = (from: number): EventSubscription =>
    eventStore.subscribe(from, prefixesOf(running(all)), {
      onEvents: (events) => reporting(options, applyToAll(options, running(all), events)),
      async onCaughtUp(position) {
        head = Math.max(head, position);
        await reporting(options, advance(options, running(all), position));
        wake();
      },
      onReadFailure(cause) {
        if (!(cause instanceof UnreadableEventError)) {
          options.onDelayed?.(cause);
          return;
        }
        // An adapter may say it more than once before it learns that nobody listens any more.
        if (!stopReadersOf(options, all, cause)) return;
        // It may say so before it is in our hands, when this is the first thing it meets.
        queueMicrotask(() => {
          void subscription.close();
          subscription = follow(cause.place.position);
          wake();
        });
      },
    });
  let subscription = follow(Math.min(head, ...all.map(({ position }) => position)));
  return {
    caughtUp: async () => reached(all, waiters, await eventStore.lastPosition()),
    lag() {
      void eventStore.lastPosition().then(
        (position) => {
          head = position;
        },
        () => undefined,
      );
      return Math.max(0, ...all.map(({ position }) => head - position));
    },
    stopped: () => stoppedOnes(all),
    async close() {
      await subscription.close();
      waiters.clear();
    },
  };
}

/** Models that are ahead of the log would take what is appended from now on for what they know already. */
function assertSameLog(end: number, all: readonly Progress[]): void {
  const known = Math.max(0, ...all.map(({ position }) => position));
  if (known <= end) return;
  throw new Error(
    `the read models hold events up to position ${known}, and the log ends at ${end}: it is another log, ` +
      'or an older copy of it. If it is the right one, `assay rebuild` makes the read models anew',
  );
}

/**
 * A long way is gone in large batches. What fails on it is met again by the subscription, which knows what
 * to do about it and begins where this came to.
 */
async function coverDistance(options: RunnerOptions): Promise<void> {
  try {
    await catchUp(options, options.projections);
  } catch (error) {
    if (error instanceof StoreUnavailableError) options.onDelayed?.(error);
  }
}

/** Stops what reads the stream of something unreadable. False when all of that had stopped before. */
function stopReadersOf(
  options: RunnerOptions,
  all: readonly Progress[],
  cause: UnreadableEventError,
): boolean {
  const readers = running(all).filter(({ projection }) =>
    cause.place.stream.startsWith(projection.prefix),
  );
  for (const progress of readers) stop(options, progress, cause);
  return readers.length > 0;
}

function stop(options: RunnerOptions, progress: Progress, cause: Error): void {
  progress.stopped = cause;
  options.onStopped?.(progress.projection.declaration.name, cause);
}

function prefixesOf(progresses: readonly Progress[]): readonly string[] {
  return [...new Set(progresses.map(({ projection }) => projection.prefix))];
}

function running(all: readonly Progress[]): readonly Progress[] {
  return all.filter(({ stopped }) => stopped === undefined);
}

function stoppedOnes(all: readonly Progress[]): ReadonlyMap<string, Error> {
  const stopped = new Map<string, Error>();
  for (const { projection, stopped: cause } of all) {
    if (cause !== undefined) stopped.set(projection.declaration.name, cause);
  }
  return stopped;
}

async function applyToAll(
  options: RunnerOptions,
  progresses: readonly Progress[],
  events: readonly RecordedEvent[],
): Promise<void> {
  await Promise.all(
    progresses.map(async (progress) => {
      const fresh = events.filter((event) => event.position > progress.position);
      try {
        await applyEvents(options, progress.projection, fresh);
      } catch (error) {
        if (!(error instanceof FoldFailure)) throw error;
        const { message, cause } = error;
        stop(options, progress, cause instanceof Error ? cause : new Error(message));
      }
    }),
  );
}

/** A fold that failed fails again however often it is tried: the event, or the document, is at fault. */
class FoldFailure extends Error {
  override readonly name = 'FoldFailure';
}

function guarded(projection: Projection): Projection {
  if (projection.kind === 'row') {
    return { ...projection, row: (event) => failingAsFold(() => projection.row(event)) };
  }
  return {
    ...projection,
    fold: (...given) => failingAsFold(() => projection.fold(...given)),
  };
}

function failingAsFold<Value>(fold: () => Value): Value {
  try {
    return fold();
  } catch (cause) {
    throw new FoldFailure('a fold failed', { cause });
  }
}

async function reporting({ onDelayed }: RunnerOptions, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    onDelayed?.(error);
    throw error;
  }
}

async function advance(
  { readModels }: RunnerOptions,
  progresses: readonly Progress[],
  position: number,
): Promise<void> {
  await Promise.all(
    progresses.map(async (progress) => {
      if (progress.position >= position) return;
      await readModels.saveCheckpoint(progress.projection.declaration.name, position);
      progress.position = position;
    }),
  );
}

function reached(
  all: readonly Progress[],
  waiters: Set<() => void>,
  target: number,
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (running(all).some(({ position }) => position < target)) return;
      waiters.delete(look);
      resolve();
    };
    waiters.add(look);
    look();
  });
}
