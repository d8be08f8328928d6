import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { type EventRow, type RowForm, recordedEvent } from './event-row.ts';

/** Events are read on the calling thread, so a page must not hold it up for more than a few milliseconds. */
const pageSize = 250;
/** Positions looked at for one page of a filtered read: bounds the work when nothing matches. */
const windowSize = 2_000;

/** A page of the whole log. Everything up to `scannedTo` has been looked at. */
export interface LogPage {
  readonly events: readonly RecordedEvent[];
  readonly scannedTo: number;
  readonly atEnd: boolean;
}

export interface EventReader {
  lastPosition(): number;
  /** Changes when any connection, of any process, has committed since the last look. */
  dataVersion(): number;
  stream(name: string, fromRevision: number): AsyncGenerator<RecordedEvent>;
  page(afterPosition: number, prefixes: readonly string[]): LogPage;
  all(afterPosition: number, prefixes: readonly string[]): AsyncGenerator<RecordedEvent>;
}

type Recorded = (row: EventRow) => RecordedEvent;

export function eventReader(database: Database, form: RowForm = 'readable'): EventReader {
  const recorded = (row: EventRow): RecordedEvent => recordedEvent(row, form);
  const reader = {
    ...headReader(database),
    ...streamReader(database, recorded),
    ...logReader(database, recorded),
  };
  return {
    ...reader,
    async *all(afterPosition, prefixes) {
      for (let page = reader.page(afterPosition, prefixes); ; ) {
        yield* page.events;
        if (page.atEnd) return;
        await setImmediate();
        page = reader.page(page.scannedTo, prefixes);
      }
    },
  };
}

function headReader(database: Database): Pick<EventReader, 'lastPosition' | 'dataVersion'> {
  const last = database.prepare<[], number | null>('SELECT max(position) FROM events').pluck();
  const version = database.prepare<[], number>('PRAGMA data_version').pluck();
  return {
    lastPosition: () => last.get() ?? 0,
    dataVersion: () => version.get() ?? 0,
  };
}

function streamReader(database: Database, recorded: Recorded): Pick<EventReader, 'stream'> {
  const page = database.prepare<[string, number, number], EventRow>(
    `SELECT e.position, s.name AS stream, e.revision, e.id, e.type, e.version, e.data, e.metadata
     FROM streams s JOIN events e ON e.stream = s.number
     WHERE s.name = ? AND e.revision >= ? ORDER BY e.revision LIMIT ?`,
  );
  return {
    async *stream(name, fromRevision) {
      let from = fromRevision;
      for (;;) {
        const rows = page.all(name, from, pageSize);
        for (const row of rows) yield recorded(row);
        if (rows.length < pageSize) return;
        from = (rows.at(-1)?.revision ?? from) + 1;
        await setImmediate();
      }
    },
  };
}

function logReader(database: Database, recorded: Recorded): Pick<EventReader, 'page'> {
  const scan = database.prepare<[string, number, number, number], EventRow>(
    `SELECT e.position, s.name AS stream, e.revision, e.id, e.type, e.version, e.data, e.metadata
     FROM events e CROSS JOIN streams s ON s.number = e.stream
     WHERE EXISTS (SELECT 1 FROM json_each(?) p WHERE substr(s.name, 1, length(p.value)) = p.value)
       AND e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ?`,
  );
  const last = database.prepare<[], number | null>('SELECT max(position) FROM events').pluck();
  return {
    page(afterPosition, prefixes) {
      const end = last.get() ?? 0;
      const windowEnd = Math.min(afterPosition + windowSize, end);
      const rows = scan.all(JSON.stringify(prefixes), afterPosition, windowEnd, pageSize);
      const events = readable(rows, recorded);
      const whole = events.length === rows.length && rows.length < pageSize;
      const scannedTo = whole ? windowEnd : (events.at(-1)?.position ?? windowEnd);
      return {
        events,
        scannedTo: Math.max(scannedTo, afterPosition),
        atEnd: scannedTo >= end,
      };
    },
  };
}

/** The events up to the first row that is none. @throws UnreadableEventError when that is the first row */
function readable(rows: readonly EventRow[], recorded: Recorded): readonly RecordedEvent[] {
  const events: RecordedEvent[] = [];
  for (const row of rows) {
    try {
      events.push(recorded(row));
    } catch (error) {
      if (events.length === 0) throw error;
      return events;
    }
  }
  return events;
}
