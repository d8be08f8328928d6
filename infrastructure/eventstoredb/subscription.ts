import { setTimeout as sleep } from 'node:timers/promises';
import type {
  EventSubscription,
  SubscriptionHandlers,
} from '../../application/ports/event-store.ts';
import { openFeed } from './feed.ts';
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
  const { signal } = stop;
  const progress = new SubscriptionProgress(ports, from, handlers);
  const prefixes = from.prefixes.map((prefix) => ports.streamPrefix + prefix);

  async function supervise(): Promise<void> {
    let pauseMs = ports.timing.firstPauseMs;
    while (!signal.aborted) {
      const before = progress.position;
      try {
        await follow({ ports, prefixes, progress, signal });
      } catch (error) {
        if (signal.aborted) return;
        if (!progress.isHandlerFailure(error)) handlers.onReadFailure?.(error);
      }
      if (progress.position > before) pauseMs = ports.timing.firstPauseMs;
      // Nodes that lost the same server do not come back at the same moment.
      const jittered = pauseMs * (0.5 + Math.random() / 2);
      await sleep(jittered, undefined, { signal, ref: false }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, ports.timing.longestPauseMs);
    }
  }

  const ended = supervise();
  return {
    async close() {
      stop.abort();
      await ended;
    },
  };
}

interface Following {
  readonly ports: SubscriptionPorts;
  readonly prefixes: readonly string[];
  readonly progress: SubscriptionProgress;
  readonly signal: AbortSignal;
}

/** One subscription of the client, from where the ones before came to. Returns when it is stopped. */
async function follow({ ports, prefixes, progress, signal }: Following): Promise<void> {
  // Asked before the subscription begins: once that is caught up, it has seen all of this.
  const target = await unlessAborted(signal, lastPosition(ports));
  const client = ports.connection.client();
  const feed = openFeed(client, { prefixes, afterPosition: progress.position });
  signal.addEventListener('abort', feed.close);
  try {
    while (!signal.aborted) {
      const items = await feed.next(ports.timing.heartbeatMs);
      if (signal.aborted) return;
      if (items.length > 0) await progress.take(items, target);
      else await progress.lookForMissed();
    }
  } catch (error) {
    if (!progress.isOwnFailure(error)) ports.connection.replace(client);
    throw error;
  } finally {
    signal.removeEventListener('abort', feed.close);
    feed.close();
  }
}

/** @throws as soon as the signal is given: a server that says nothing must not hold up a shutdown. */
async function unlessAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new Error('the subscription is closed'));
    signal.addEventListener('abort', abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
