import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type {
  EventSubscription,
  SubscriptionHandlers,
} from '../../application/ports/event-store.ts';
import type { EventReader, LogPage } from './event-reader.ts';
import type { LogSignal } from './log-signal.ts';

/** Pause before a failed delivery is tried again; doubles each time up to the second figure. */
const retryMs = { first: 100, most: 5_000 };

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
  const step = async (position: number): Promise<number> => {
    const growth = log.signal.count();
    const page = pageAfter(position);
    if (page.events.length > 0) await handlers.onEvents(page.events);
    await handlers.onCaughtUp?.(page.scannedTo);
    if (page.atEnd) await log.signal.wait(growth, stop.signal);
    else await setImmediate();
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
        await sleep(pauseMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
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
