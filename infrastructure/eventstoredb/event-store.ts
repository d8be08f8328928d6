import type { EventStore, EventSubscription } from '../../application/ports/event-store.ts';
import { append } from './append.ts';
import { openConnection } from './connection.ts';
import { lastPosition, readEntries, readStream } from './read-log.ts';
import { type SubscriptionTiming, subscribeToAll } from './subscription.ts';

export interface EventStoreDbOptions {
  /** `esdb://...` or `esdb+discover://...`, as the client library reads it. */
  readonly connectionString: string;
  /** Put before the names of all streams, so that several logs can share a server. */
  readonly streamPrefix?: string;
  /** How long an append or the next part of a read may take. */
  readonly timeoutMs?: number;
  readonly subscription?: Partial<SubscriptionTiming>;
}

/** Longer than the server's own limits on a write (`PrepareTimeoutMs` and `CommitTimeoutMs`: 2 s each). */
const defaultTimeoutMs = 5_000;

const defaultTiming: SubscriptionTiming = {
  heartbeatMs: 1_000,
  firstPauseMs: 100,
  longestPauseMs: 5_000,
};

/**
 * The event log in EventStoreDB 22.6 or newer. Nothing is sent before the first call, so a server that is
 * down does not keep the process from starting. Reading all streams needs a user that may read `$all`.
 * @throws when the connection string cannot be read, or a certificate that it names is missing.
 */
export function openEventStoreDb(options: EventStoreDbOptions): EventStore {
  const { connectionString, streamPrefix = '', timeoutMs = defaultTimeoutMs } = options;
  const connect = () => openConnection({ connectionString, drainMs: 2 * timeoutMs });
  const appends = connect();
  const reads = { connection: connect(), timeoutMs, streamPrefix };
  const timing = { ...defaultTiming, ...options.subscription };
  const subscriptions = new Set<EventSubscription>();
  const running = new Set<Promise<unknown>>();
  return {
    append(stream, expected, events) {
      const appending = append({ appends, reads, timeoutMs }, { stream, expected, events });
      running.add(appending);
      const forget = (): unknown => running.delete(appending);
      appending.then(forget, forget);
      return appending;
    },
    readStream: (stream, fromRevision) => readStream(reads, stream, fromRevision),
    async *readAll(afterPosition, prefixes) {
      for await (const { event } of readEntries(reads, { afterPosition, prefixes })) {
        if (event !== null) yield event;
      }
    },
    lastPosition: () => lastPosition(reads),
    subscribe(afterPosition, prefixes, handlers) {
      const subscription = subscribeToAll(
        { ...reads, timing },
        { afterPosition, prefixes },
        handlers,
      );
      subscriptions.add(subscription);
      return subscription;
    },
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()));
      await Promise.allSettled(running);
      await Promise.all([appends.close(), reads.connection.close()]);
    },
  };
}
