import type { Database } from 'better-sqlite3';

/** Where a stream ends, as the writer thread remembers it. */
export interface StreamHead {
  readonly number: number;
  revision: number;
  /** Notes the id of an event that is being appended. @throws when the stream's newest events hold it */
  remember(id: string): void;
}

export interface StreamHeads {
  find(stream: string): StreamHead | undefined;
  /** Gives a name that no stream has yet its number. */
  make(stream: string): StreamHead;
  forget(): void;
}

/**
 * An id that comes twice in a stream is a fault of its writer: deciders recognise what they have decided
 * before, and the expected revision stops the rest. An index on all ids would find it however late, and
 * made every commit twice as dear, because each id falls on another page; so the newest are looked at.
 */
const idsRead = 64;
const idsKept = 1_024;

/** Streams remembered; beyond that all are forgotten and read again as they come. */
const maxHeads = 10_000;

/**
 * What appends need to know of streams, kept between transactions as long as nobody else writes to the
 * file. Must be asked inside a write transaction, where nobody else can.
 */
export function streamHeads(database: Database): StreamHeads {
  // Changes when another connection, of any process, has committed (sqlite.org/pragma.html#pragma_data_version).
  const dataVersion = database.prepare<[], number>('PRAGMA data_version').pluck();
  const findNumber = database
    .prepare<[string], number>('SELECT number FROM streams WHERE name = ?')
    .pluck();
  const insert = database.prepare<[string]>('INSERT INTO streams (name) VALUES (?)');
  const findNewest = database.prepare<[number, number], { revision: number; id: Buffer }>(
    'SELECT revision, id FROM events WHERE stream = ? ORDER BY revision DESC LIMIT ?',
  );
  const heads = new Map<string, StreamHead>();
  let seenVersion: number | undefined;

  const keep = (stream: string, head: StreamHead): StreamHead => {
    if (heads.size >= maxHeads) heads.clear();
    heads.set(stream, head);
    return head;
  };
  const read = (stream: string): StreamHead | undefined => {
    const number = findNumber.get(stream);
    if (number === undefined) return undefined;
    const newest = findNewest.all(number, idsRead);
    const ids = new Set(newest.toReversed().map(({ id }) => id.toString('hex')));
    return keep(stream, streamHead({ number, revision: newest[0]?.revision ?? -1 }, ids));
  };
  return {
    find(stream) {
      const version = dataVersion.get();
      if (version !== seenVersion) heads.clear();
      seenVersion = version;
      return heads.get(stream) ?? read(stream);
    },
    make: (stream) => {
      const number = Number(insert.run(stream).lastInsertRowid);
      return keep(stream, streamHead({ number, revision: -1 }, new Set()));
    },
    forget: () => heads.clear(),
  };
}

function streamHead(
  at: { readonly number: number; readonly revision: number },
  ids: Set<string>,
): StreamHead {
  return {
    ...at,
    remember(id) {
      if (ids.has(id)) throw new RangeError(`the stream holds the event ${id} already`);
      ids.add(id);
      if (ids.size <= idsKept) return;
      for (const oldest of ids) {
        ids.delete(oldest);
        return;
      }
    },
  };
}
