import type { EventStore } from '../application/ports/event-store.ts';
import type { ReadDocument, ReadModels } from '../application/ports/read-models.ts';
import type { RecordedEvent } from '../domain/shared/event.ts';
import {
  type Projection,
  type RowProjection,
  type StreamProjection,
  streamIndex,
} from './projection.ts';

export interface ProjectionPorts {
  readonly readModels: ReadModels;
  readonly eventStore: EventStore;
}

/** A fold that keeps losing to others is not slow, something is wrong. */
const maxAttempts = 100;
/** A bound on memory where many events were missed. */
const foldAtOnce = 500;

/**
 * Brings a model up to date with events that are in log order. Events that were applied before do no
 * harm; events that are missing before them in their stream are read from the log first.
 */
export async function applyEvents(
  ports: ProjectionPorts,
  projection: Projection,
  events: readonly RecordedEvent[],
): Promise<void> {
  const own = events.filter((event) => event.stream.startsWith(projection.prefix));
  if (projection.kind === 'row') {
    await applyRows(ports, projection, own);
    return;
  }
  await Promise.all(
    byStream(own).map((ofOneStream) => applyToStream(ports, projection, ofOneStream)),
  );
}

/** A row says the same whenever it is made, so neither a second making nor a swap changes anything. */
async function applyRows(
  { readModels }: ProjectionPorts,
  projection: RowProjection,
  events: readonly RecordedEvent[],
): Promise<void> {
  const { name } = projection.declaration;
  let open = events.map((event) => projection.row(event));
  for (let attempt = 1; open.length > 0; attempt += 1) {
    if (attempt > maxAttempts) throw lost(name);
    const results = await Promise.all(open.map((row) => readModels.put(name, row)));
    open = open.filter((_, index) => results[index] === 'swapped');
  }
}

async function applyToStream(
  ports: ProjectionPorts,
  projection: StreamProjection,
  events: readonly RecordedEvent[],
): Promise<void> {
  const { name } = projection.declaration;
  const [first] = events;
  const last = events.at(-1);
  if (first === undefined || last === undefined) return;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const stored = await findByStream(ports.readModels, name, first.stream);
    if (stored !== undefined && stored.revision >= last.revision) return;
    const folded = await foldOnto(ports.eventStore, projection, { stored, events, first, last });
    if (folded === undefined) return;
    // Superseded: somebody else folded at the same time, perhaps less far. Swapped: the base is gone.
    if ((await ports.readModels.put(name, folded, stored)) === 'stored') return;
  }
  throw lost(name);
}

async function foldOnto(
  eventStore: EventStore,
  projection: StreamProjection,
  from: {
    readonly stored: ReadDocument | undefined;
    readonly events: readonly RecordedEvent[];
    readonly first: RecordedEvent;
    readonly last: RecordedEvent;
  },
): Promise<ReadDocument | undefined> {
  const next = (from.stored?.revision ?? -1) + 1;
  const fresh = unbroken(from.events, next);
  if (fresh.at(-1)?.revision === from.last.revision) return projection.fold(from.stored, fresh);
  let document = from.stored;
  let missed: RecordedEvent[] = [];
  for await (const event of eventStore.readStream(from.first.stream, next)) {
    if (event.revision > from.last.revision) break;
    missed.push(event);
    if (missed.length < foldAtOnce) continue;
    document = projection.fold(document, missed);
    missed = [];
  }
  return projection.fold(document, missed);
}

/**
 * The events from a revision on, each once, up to the first gap: what a process appended in several
 * goes may have events of other processes between.
 */
function unbroken(events: readonly RecordedEvent[], from: number): readonly RecordedEvent[] {
  const found: RecordedEvent[] = [];
  for (const event of events) if (event.revision === from + found.length) found.push(event);
  return found;
}

async function findByStream(
  readModels: ReadModels,
  model: string,
  stream: string,
): Promise<ReadDocument | undefined> {
  const query = { index: streamIndex, equals: stream, limit: 1 };
  const [document] = await readModels.query(model, query);
  return document;
}

function byStream(events: readonly RecordedEvent[]): readonly (readonly RecordedEvent[])[] {
  const streams = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const ofStream = streams.get(event.stream);
    if (ofStream === undefined) streams.set(event.stream, [event]);
    else ofStream.push(event);
  }
  return [...streams.values()];
}

function lost(model: string): Error {
  return new Error(`the model ${model} took no document in ${maxAttempts} attempts`);
}
