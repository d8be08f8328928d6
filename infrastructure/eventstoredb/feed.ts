import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  streamNameFilter,
} from '@eventstore/db-client';
import { wirePosition } from './read-log.ts';

/** What a subscription brings, in order. */
export type FeedItem =
  | { readonly type: 'event'; readonly resolved: AllStreamResolvedEvent }
  | { readonly type: 'checkpoint'; readonly position: bigint }
  | { readonly type: 'caught up' };

/** One subscription of the client, read at the reader's pace. */
export interface Feed {
  /** All that has come, or nothing when nothing came in time. @throws what ended the subscription */
  next(waitMs: number): Promise<readonly FeedItem[]>;
  close(): void;
}

/** Items that wait in memory while the reader is busy; beyond that the server is not read from. */
const capacity = 250;

/** Opens a subscription to all streams whose name begins with one of the prefixes. */
export function openFeed(
  client: EventStoreDBClient,
  from: { readonly afterPosition: number; readonly prefixes: readonly string[] },
): Feed {
  const filter = streamNameFilter({
    prefixes: [...from.prefixes],
    // Checkpoints come while earlier events still wait to be read. Put among them, they keep their place.
    checkpointReached: (subscription: AllStreamSubscription, { commit }) => {
      subscription.push({ type: 'checkpoint', position: commit });
    },
  });
  const source = client.subscribeToAll(
    { fromPosition: wirePosition(from.afterPosition), filter, requiresLeader: true },
    { highWaterMark: capacity },
  );
  source.on('caughtUp', () => {
    source.push({ type: 'caught up' });
  });
  let failure: Error | undefined;
  let wake = (): void => undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    wake();
  };
  source.on('error', fail);
  source.on('end', () => fail(new Error('the subscription has ended')));
  source.on('readable', () => wake());

  return {
    async next(waitMs) {
      const ready = take(source);
      if (ready.length > 0) return ready;
      if (failure !== undefined) throw failure;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      return take(source);
    },
    close() {
      // The listener for errors stays: one that comes late must find it.
      source.removeAllListeners('readable');
      source.resume();
      wake();
      source.unsubscribe().catch(() => undefined);
    },
  };
}

function take(source: AllStreamSubscription): readonly FeedItem[] {
  const items: FeedItem[] = [];
  while (items.length < capacity) {
    const item: unknown = source.read();
    if (item === null) break;
    items.push(isMark(item) ? item : { type: 'event', resolved: isResolved(item) ? item : {} });
  }
  return items;
}

function isMark(item: unknown): item is FeedItem {
  return typeof item === 'object' && item !== null && 'type' in item;
}

function isResolved(item: unknown): item is AllStreamResolvedEvent {
  return typeof item === 'object' && item !== null && 'event' in item;
}
