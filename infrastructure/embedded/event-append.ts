import type { Database } from 'better-sqlite3';
import type { AppendResult } from '../../application/ports/event-store.ts';

/** One append on its way to the writer thread. */
export interface AppendRequest {
  readonly stream: string;
  readonly expected: number;
  /** The events as `packEvents` leaves them: one text travels faster between threads than many objects. */
  readonly events: string;
}

/** No part of an event holds a line break: ids and types are words, JSON escapes it. */
const partEnd = '\n';
const partsPerEvent = 5;

export function packEvents(events: readonly EventText[]): string {
  return events
    .map(({ id, type, version, data, metadata }) =>
      [id, type, version, data, metadata].join(partEnd),
    )
    .join(partEnd);
}

function unpackEvents(packed: string): readonly EventText[] {
  const parts = packed.split(partEnd);
  const events: EventText[] = [];
  for (let at = 0; at + partsPerEvent <= parts.length; at += partsPerEvent) {
    const [id = '', type = '', version = '', data = '', metadata = ''] = parts.slice(
      at,
      at + partsPerEvent,
    );
    events.push({ id, type, version: Number(version), data, metadata });
  }
  return events;
}

export interface EventText {
  /** The UUID's 32 hex digits. */
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly data: string;
  readonly metadata: string;
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

/** Applies appends inside a transaction that somebody else commits. */
export function eventAppender(database: Database): (request: AppendRequest) => AppendResult {
  const findStream = database
    .prepare<[string], number>('SELECT number FROM streams WHERE name = ?')
    .pluck();
  const makeStream = database.prepare<[string]>('INSERT INTO streams (name) VALUES (?)');
  const findLastRevision = database
    .prepare<[number], number>(
      'SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
    )
    .pluck();
  const findAppended = database.prepare<[number, number, number], AppendedRow>(
    `SELECT position, id, data, metadata FROM events
     WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?`,
  );
  const insert = database.prepare<[number, number, Buffer, string, number, string, string]>(
    'INSERT INTO events (stream, revision, id, type, version, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );

  /** The outcome of the first time, when exactly these events were appended here before. */
  const repeated = (stream: number, { expected, events }: Append): AppendResult | null => {
    const rows = findAppended.all(stream, expected, events.length);
    if (rows.length === 0 || rows.length !== events.length) return null;
    const same = rows.every((row, index) => {
      const event = events[index];
      return (
        row.id.toString('hex') === event?.id &&
        row.data === event.data &&
        row.metadata === event.metadata
      );
    });
    if (!same) return null;
    const positions = rows.map((row) => row.position);
    return { ok: true, lastRevision: expected + rows.length, positions };
  };

  const write = (stream: number, { expected, events }: Append): AppendResult => {
    const positions = events.map(({ id, type, version, data, metadata }, index) => {
      const revision = expected + 1 + index;
      const idBytes = Buffer.from(id, 'hex');
      const written = insert.run(stream, revision, idBytes, type, version, data, metadata);
      return Number(written.lastInsertRowid);
    });
    return { ok: true, lastRevision: expected + events.length, positions };
  };

  return (request) => {
    const stream = findStream.get(request.stream);
    const actualRevision = stream === undefined ? -1 : (findLastRevision.get(stream) ?? -1);
    const append = { expected: request.expected, events: unpackEvents(request.events) };
    if (actualRevision === append.expected) {
      return write(stream ?? Number(makeStream.run(request.stream).lastInsertRowid), append);
    }
    const earlier = stream === undefined ? null : repeated(stream, append);
    return earlier ?? { ok: false, actualRevision };
  };
}
