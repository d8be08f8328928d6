import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type {
  EventSubscription,
  SubscriptionHandlers,
} from '../../application/ports/event-store.ts';
import type { EventReader, LogPage } from './event-reader.ts';
import type { LogSignal } from './log-signal.ts';

/** Pause before a failed delivery is tried again; doubles each time up to the second figure. */
const retryMs = { first: 100, most: 5_000 };

/** A log that grows all the time is looked at this often at most: a look costs the same for one event or many. */
const gatherMs = 20;

/**
 * Follows the log. A handler that fails gets the same events again, later and later, until it
 * takes them or the subscription is closed.
 */
export function subscribeToLog(
  log: { readonly reader: Pick<EventReader, 'page'>; readonly signal: LogSignal },
  from: { readonly afterPosition: number; readonly prefixes: readonly string[] },
  handlers: SubscriptionHandlers,
): EventSubscription {
  const stop = new AbortController();
  const pageAfter = (position: number): LogPage => {
    try {
      return log.reader.page(position, from.prefixes);
    } catch (error) {
      handlers.onReadFailure?.(error);
      throw error;
    }
  };
  const pause = (ms: number, { ref }: { readonly ref: boolean }): Promise<void> =>
    sleep(ms, undefined, { signal: stop.signal, ref }).catch(() => undefined);
  const step = async (position: number): Promise<number> => {
    const growth = log.signal.count();
    const gathered = performance.now() + gatherMs;
    const page = pageAfter(position);
    if (page.events.length > 0) await handlers.onEvents(page.events);
    await handlers.onCaughtUp?.(page.scannedTo);
    if (!page.atEnd) {
      await setImmediate();
      return page.scannedTo;
    }
    await log.signal.wait(growth, stop.signal);
    const openMs = gathered - performance.now();
    // Somebody may wait for what is delivered next and for nothing else: the process must not end meanwhile.
    if (openMs > 0) await pause(openMs, { ref: true });
    return page.scannedTo;
  };
  const follow = async (): Promise<void> => {
    let position = from.afterPosition;
    let pauseMs = retryMs.first;
    while (!stop.signal.aborted) {
      try {
        position = await step(position);
        pauseMs = retryMs.first;
      } catch {
        await pause(pauseMs, { ref: false });
        pauseMs = Math.min(pauseMs * 2, retryMs.most);
      }
    }
  };
  const ended = follow();
  return {
    async close() {
      stop.abort();
      await ended;
    },
  };
}
