import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';

/** An event as a client proposes it. `id` is a UUID in lower case with hyphens. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface Stored extends Proposed {
  readonly stream: string;
  readonly revision: number;
  /** Byte offset of the record in the log: the commit and the prepare position of the event alike. */
  readonly position: number;
  readonly createdMs: number;
}

/** A revision, or what the client said instead of one. */
export type Expected = number | 'no stream' | 'any' | 'stream exists';

export type Outcome =
  | { readonly type: 'written'; readonly revision: number; readonly position: number }
  | { readonly type: 'wrong expected version'; readonly actual: number };

export interface ServerLog {
  readonly events: readonly Stored[];
  append(stream: string, expected: Expected, events: readonly Proposed[]): Outcome;
  stream(name: string): readonly Stored[];
  /** Calls back after every append until the returned function is called. */
  onAppend(listener: (events: readonly Stored[]) => void): () => void;
}

/** Bytes of a record beside data, metadata and type: no client may rely on a figure here. */
const recordOverhead = 77;

/**
 * The log of an EventStoreDB as far as a client can tell. Every event of an append has a position of
 * its own and the answer names the last one's (EventStore: StorageWriterService.Handle(WritePrepares),
 * RequestManagerBase.Handle(CommitIndexed)). Positions are byte offsets, so they have gaps.
 *
 * @param file keeps every append as one line of JSON and is read again at the start. A torn last line,
 *   as a killed process leaves it, was never acknowledged and is cut off.
 */
export function serverLog(file?: string): ServerLog {
  const events: Stored[] = [];
  const streams = new Map<string, Stored[]>();
  const listeners = new Set<(events: readonly Stored[]) => void>();
  // A real log begins with records of the server's own.
  let end = 1_234;

  function put(
    stream: string,
    proposed: readonly Proposed[],
    createdMs: number,
  ): readonly Stored[] {
    const known = streams.get(stream) ?? [];
    streams.set(stream, known);
    const stored = proposed.map((event, index): Stored => {
      const revision = known.length + index;
      const position = end;
      end += recordOverhead + event.data.length + event.metadata.length + event.type.length;
      return { ...event, stream, revision, position, createdMs };
    });
    known.push(...stored);
    events.push(...stored);
    return stored;
  }

  if (file !== undefined) replay(file, (line) => put(line.stream, line.events, line.createdMs));

  return {
    events,
    stream: (name) => streams.get(name) ?? [],
    onAppend(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    append(stream, expected, proposed) {
      const known = streams.get(stream) ?? [];
      const checked = checkExpected(known, expected, proposed);
      if (checked !== 'append') return checked;
      const createdMs = Date.now();
      if (file !== undefined) {
        appendFileSync(file, `${lineOf({ stream, createdMs, events: proposed })}\n`);
      }
      const stored = put(stream, proposed, createdMs);
      for (const listener of listeners) listener(stored);
      return written(stored);
    },
  };
}

/**
 * EventStore: IndexWriter.CheckCommit. Behind the stream's end, an append whose ids all stand in their
 * places is answered as it was the first time, whatever its content is; ids alone count. At the
 * stream's end nothing is looked up: an id that the stream holds already is written once more.
 */
function checkExpected(
  known: readonly Stored[],
  expected: Expected,
  proposed: readonly Proposed[],
): Outcome | 'append' {
  const actual = known.length - 1;
  if (expected === 'any') return 'append';
  const wrong: Outcome = { type: 'wrong expected version', actual };
  if (expected === 'stream exists') return actual >= 0 ? 'append' : wrong;
  const revision = expected === 'no stream' ? -1 : expected;
  if (revision === actual) return 'append';
  const there = known.slice(revision + 1, revision + 1 + proposed.length);
  const same =
    there.length === proposed.length && there.every(({ id }, at) => id === proposed[at]?.id);
  return same && there.length > 0 ? written(there) : wrong;
}

function written(stored: readonly Stored[]): Outcome {
  const last = stored.at(-1);
  if (last === undefined) throw new Error('an append without events needs no log');
  return { type: 'written', revision: last.revision, position: last.position };
}

interface LogLine {
  readonly stream: string;
  readonly createdMs: number;
  readonly events: readonly Proposed[];
}

function lineOf({ events, ...line }: LogLine): string {
  const encoded = events.map(({ data, metadata, ...event }) => ({
    ...event,
    data: Buffer.from(data).toString('base64'),
    metadata: Buffer.from(metadata).toString('base64'),
  }));
  return JSON.stringify({ ...line, events: encoded });
}

function replay(file: string, put: (line: LogLine) => void): void {
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  const whole = text.lastIndexOf('\n') + 1;
  if (whole < text.length) truncateSync(file, Buffer.byteLength(text.slice(0, whole)));
  for (const line of text.slice(0, whole).split('\n')) {
    if (line === '') continue;
    const { stream, createdMs, events } = JSON.parse(line);
    put({
      stream,
      createdMs,
      events: events.map((event: Record<string, string>) => ({
        ...event,
        data: Buffer.from(event.data ?? '', 'base64'),
        metadata: Buffer.from(event.metadata ?? '', 'base64'),
      })),
    });
  }
}

/** Index of the first event at or behind a position. */
export function indexAt(events: readonly Stored[], position: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle]?.position ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
