import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import type { EventStore } from '../../application/ports/event-store.ts';
import type { RebuildableReadModels } from '../../application/ports/rebuildable-read-models.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { openEventStore } from '../../infrastructure/embedded/event-store.ts';
import { openViews, type Views } from '../../infrastructure/embedded/views.ts';
import { collect, sampleEvent } from './sample-events.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { toyRows, toySums } from './toy-projections.ts';

export const projections = [toySums(), toyRows];
const models = projections.map(({ declaration }) => declaration);

/** An empty log and the views of the toy projections on it, in a folder of their own. */
export interface ToyLog {
  readonly eventStore: EventStore;
  readonly readModels: RebuildableReadModels;
  /** Opens a database of views in the folder of this one; `views.db` is the one already open. */
  openViews(file: string): Views;
  /** Appends `Added` events and answers with them as they were recorded. */
  append(stream: string, expected: number, ...amounts: number[]): Promise<RecordedEvent[]>;
  /** The sum of a stream as its document has it. */
  total(stream: string): Promise<unknown>;
  /** Writes something into the log, at a position, that is no event. */
  breakEvent(position: number): void;
  close(): Promise<void>;
}

export function openToyLog(): ToyLog {
  const folder = temporaryFolder();
  const eventStore = openEventStore({ path: `${folder.path}/events.db` });
  const openIn = (file: string) => openViews({ path: `${folder.path}/${file}`, models });
  const views = openIn('views.db');
  return {
    eventStore,
    readModels: views.readModels,
    openViews: openIn,
    async append(stream, expected, ...amounts) {
      const events = amounts.map((amount) => sampleEvent({ amount }, 'Added'));
      const result = await eventStore.append(stream, expected, events);
      assert.ok(result.ok);
      return (await collect(eventStore.readStream(stream, 0))).slice(expected + 1);
    },
    total: async (stream) => (await views.readModels.get('sums', `sum-of-${stream}`))?.body.total,
    breakEvent(position) {
      const database = new Database(`${folder.path}/events.db`);
      database.prepare("UPDATE events SET data = '{\"broken' WHERE position = ?").run(position);
      database.close();
    },
    async close() {
      await eventStore.close();
      await views.close();
      folder.remove();
    },
  };
}
