import type { EventStore, EventSubscription } from '../../application/ports/event-store.ts';
import { siblingModule } from '../system/start-worker.ts';
import type { AppendReply, AppendRequest } from './event-append.ts';
import type { EventLogOptions } from './event-log-options.ts';
import { eventReader } from './event-reader.ts';
import { eventSchema } from './event-schema.ts';
import { subscribeToLog } from './event-subscription.ts';
import { packEvents } from './event-text.ts';
import { logSignal } from './log-signal.ts';
import { openReader, openWriter } from './sqlite-database.ts';
import { sqliteThread } from './sqlite-thread.ts';

/**
 * The event log in one SQLite file. Appends go to a writer thread, which commits everything that
 * waits with one sync of the disk; reads happen on the calling thread, in pages. Several processes
 * may open the same file.
 */
export function openEventStore(options: EventLogOptions): EventStore {
  openWriter({ ...options, durability: 'full', schema: eventSchema }).close();
  const database = openReader(options.path);
  const reader = eventReader(database, options.exact === true ? 'exact' : 'readable');
  const signal = logSignal(reader);
  const writer = sqliteThread<AppendRequest, AppendReply>({
    entry: siblingModule('event-log-worker', import.meta.url),
    data: options,
  });
  const subscriptions = new Set<EventSubscription>();
  return {
    async append(stream, expected, events) {
      const packed = packEvents(events);
      const reply = await writer.send({ stream, expected, events: packed });
      if (!reply.ok) return reply;
      signal.raise();
      const { lastRevision, firstPosition } = reply;
      return { ok: true, lastRevision, positions: events.map((_, index) => firstPosition + index) };
    },
    readStream: (stream, fromRevision) => reader.stream(stream, fromRevision),
    readAll: (afterPosition, prefixes) => reader.all(afterPosition, prefixes),
    lastPosition: async () => reader.lastPosition(),
    subscribe(afterPosition, prefixes, handlers) {
      const subscription = subscribeToLog(
        { reader, signal },
        { afterPosition, prefixes },
        handlers,
      );
      subscriptions.add(subscription);
      return subscription;
    },
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()));
      await writer.close();
      database.close();
    },
  };
}
