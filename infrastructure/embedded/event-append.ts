import type { Database } from 'better-sqlite3';
import { type EventText, unpackEvents } from './event-text.ts';
import { type StreamHead, streamHeads } from './stream-heads.ts';

/** One append on its way to the writer thread. */
export interface AppendRequest {
  readonly stream: string;
  readonly expected: number;
  /** The events as `packEvents` leaves them: one text travels faster between threads than many objects. */
  readonly events: string;
}

/** The events of one append have positions without a gap, so the first says all of them. */
export type AppendReply =
  | { readonly ok: true; readonly lastRevision: number; readonly firstPosition: number }
  | { readonly ok: false; readonly actualRevision: number };

export interface EventAppender {
  /** Applies an append inside a transaction that somebody else commits. */
  append(request: AppendRequest): AppendReply;
  /** Forgets what was remembered of the log: to be called when a transaction came to nothing. */
  forget(): void;
}

interface Append {
  readonly expected: number;
  readonly events: readonly EventText[];
}

interface AppendedRow {
  readonly position: number;
  readonly id: Buffer;
  readonly data: string;
  readonly metadata: string;
}

export function eventAppender(database: Database): EventAppender {
  const heads = streamHeads(database);
  const repeated = appendedBefore(database);
  const write = eventWriter(database);
  return {
    append(request) {
      const append = { expected: request.expected, events: unpackEvents(request.events) };
      const head = heads.find(request.stream);
      const actualRevision = head?.revision ?? -1;
      if (actualRevision !== append.expected) {
        const earlier = head === undefined ? null : repeated(head.number, append);
        return earlier ?? { ok: false, actualRevision };
      }
      try {
        return write(head ?? heads.make(request.stream), append);
      } catch (error) {
        heads.forget();
        throw error;
      }
    },
    forget: () => heads.forget(),
  };
}

function eventWriter(database: Database): (head: StreamHead, append: Append) => AppendReply {
  const insert = database.prepare<[number, number, Buffer, string, number, string, string]>(
    'INSERT INTO events (stream, revision, id, type, version, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  return (head, { expected, events }) => {
    let position = 0;
    for (const { id, type, version, data, metadata } of events) {
      head.remember(id);
      head.revision += 1;
      const idBytes = Buffer.from(id, 'hex');
      const { number, revision } = head;
      const written = insert.run(number, revision, idBytes, type, version, data, metadata);
      position = Number(written.lastInsertRowid);
    }
    const firstPosition = position - events.length + 1;
    return { ok: true, lastRevision: expected + events.length, firstPosition };
  };
}

/** The outcome of the first time, when exactly these events were appended here before. */
function appendedBefore(
  database: Database,
): (stream: number, append: Append) => AppendReply | null {
  const find = database.prepare<[number, number, number], AppendedRow>(
    `SELECT position, id, data, metadata FROM events
     WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?`,
  );
  return (stream, { expected, events }) => {
    const rows = find.all(stream, expected, events.length);
    const [first] = rows;
    if (first === undefined || rows.length !== events.length) return null;
    const same = rows.every((row, index) => {
      const event = events[index];
      return (
        row.id.toString('hex') === event?.id &&
        row.data === event.data &&
        row.metadata === event.metadata
      );
    });
    if (!same) return null;
    return { ok: true, lastRevision: expected + rows.length, firstPosition: first.position };
  };
}
