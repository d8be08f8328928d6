import { setTimeout as sleep } from 'node:timers/promises';
import type {
  EventSubscription,
  SubscriptionHandlers,
} from '../../application/ports/event-store.ts';
import { type Feed, openFeed } from './feed.ts';
import { type LogPorts, lastPosition } from './read-log.ts';
import { SubscriptionProgress } from './subscription-progress.ts';

export interface SubscriptionTiming {
  /** Nothing heard for so long: the log itself is asked whether anything was missed. */
  readonly heartbeatMs: number;
  /** Pause before the first new try; it doubles each time up to the longest. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

export interface SubscriptionPorts extends LogPorts {
  readonly timing: SubscriptionTiming;
}

/**
 * Follows the log. Whatever ends or silences the subscription of the client, and whatever a
 * handler throws, it begins again behind the last event that was taken, later and later as long
 * as nothing is taken.
 */
export function subscribeToAll(
  ports: SubscriptionPorts,
  from: { readonly afterPosition: number; readonly prefixes: readonly string[] },
  handlers: SubscriptionHandlers,
): EventSubscription {
  const stop = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(new Error('the subscription is closed')));
  });
  stopped.catch(() => undefined);
  const progress = new SubscriptionProgress(ports, from, handlers);
  let feed: Feed | undefined;

  async function follow(): Promise<void> {
    // Asked before the subscription begins: once that is caught up, it has seen all of this.
    const target = await Promise.race([lastPosition(ports), stopped]);
    const client = ports.connection.client();
    const prefixes = from.prefixes.map((prefix) => ports.streamPrefix + prefix);
    feed = openFeed(client, { prefixes, afterPosition: progress.position });
    try {
      while (!stop.signal.aborted) {
        const items = await feed.next(ports.timing.heartbeatMs);
        if (stop.signal.aborted) return;
        if (items.length > 0) await progress.take(items, target);
        else await progress.lookForMissed();
      }
    } catch (error) {
      if (!progress.isOwnFailure(error)) ports.connection.replace(client);
      throw error;
    } finally {
      feed.close();
    }
  }

  async function supervise(): Promise<void> {
    let pauseMs = ports.timing.firstPauseMs;
    while (!stop.signal.aborted) {
      const before = progress.position;
      try {
        await follow();
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!progress.isHandlerFailure(error)) handlers.onReadFailure?.(error);
      }
      if (progress.position > before) pauseMs = ports.timing.firstPauseMs;
      // Nodes that lost the same server do not come back at the same moment.
      const jittered = pauseMs * (0.5 + Math.random() / 2);
      await sleep(jittered, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, ports.timing.longestPauseMs);
    }
  }

  const ended = supervise();
  return {
    async close() {
      stop.abort();
      feed?.close();
      await ended;
    },
  };
}
