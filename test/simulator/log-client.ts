import {
  type EventStore,
  type EventSubscription,
  OutcomeUnknownError,
  StoreUnavailableError,
  type SubscriptionHandlers,
} from '../../application/ports/event-store.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import type { LogPage, LogServer } from './log-server.ts';
import { type Network, NetworkError } from './network.ts';
import type { Life, Scheduler } from './scheduler.ts';

const timeoutMs = 1_000;
const firstIdleMs = 30;
const mostIdleMs = 4_000;

export interface LogClientOptions {
  readonly scheduler: Scheduler;
  readonly network: Network;
  readonly server: LogServer;
  readonly life: Life;
  /** Chance that a subscription starts over from a little further back. */
  readonly redelivery: () => number;
}

/** The `EventStore` port of one node, over the simulated network. */
export function logClient(options: LogClientOptions): EventStore {
  const { scheduler, network, server, life } = options;
  const { random } = scheduler;
  const call = <Reply>(perform: () => Reply | Promise<Reply>): Promise<Reply> =>
    network.call({
      from: life,
      to: server,
      timeoutMs,
      mayDuplicate: true,
      perform: async () => perform(),
    });
  const read = <Reply>(perform: () => Reply): Promise<Reply> => call(perform).catch(unavailable);
  const page = (after: number, prefixes: readonly string[]): Promise<LogPage> => {
    const limit = random.int(1, 60);
    return read(() => server.page(after, prefixes, limit));
  };
  return {
    append: (stream, expected, events) =>
      call(() => server.append({ stream, expected, events })).catch(unknownOrUnavailable),
    async *readStream(stream, fromRevision) {
      for (let from = fromRevision; ; ) {
        const limit = random.int(1, 60);
        const events: readonly RecordedEvent[] = await read(() =>
          server.readStream(stream, from, limit),
        );
        yield* events;
        if (events.length < limit) return;
        from += events.length;
      }
    },
    async *readAll(afterPosition, prefixes) {
      for (let after = afterPosition; ; ) {
        const { events, scannedTo, atEnd } = await page(after, prefixes);
        yield* events;
        if (atEnd) return;
        after = scannedTo;
      }
    },
    lastPosition: () => read(() => server.lastPosition()),
    subscribe: (afterPosition, prefixes, handlers) =>
      follow(options, { afterPosition, page: (after) => page(after, prefixes) }, handlers),
    close: async () => undefined,
  };
}

/** Delivers what comes, late, sometimes twice, and again whenever it was not taken. */
function follow(
  { scheduler, life, redelivery }: LogClientOptions,
  from: { readonly afterPosition: number; page(after: number): Promise<LogPage> },
  handlers: SubscriptionHandlers,
): EventSubscription {
  const { random } = scheduler;
  let open = true;
  let idleMs = firstIdleMs;
  const step = async (after: number): Promise<number> => {
    const { events, scannedTo, atEnd } = await from.page(after);
    if (events.length > 0) await handlers.onEvents(events);
    await handlers.onCaughtUp?.(scannedTo);
    if (random.chance(redelivery())) {
      return Math.max(from.afterPosition, scannedTo - random.int(1, 40));
    }
    // Whoever hears nothing for long asks less often: simulated time is cheap, asking is not.
    idleMs = events.length > 0 ? firstIdleMs : Math.min(idleMs * 2, mostIdleMs);
    if (atEnd) await scheduler.sleep(random.around(idleMs), life);
    return scannedTo;
  };
  const run = async (): Promise<void> => {
    let position = from.afterPosition;
    while (open) {
      try {
        position = await step(position);
      } catch {
        await scheduler.sleep(100 + random.around(200), life);
      }
    }
  };
  void run();
  return {
    async close() {
      open = false;
    },
  };
}

function unavailable(error: unknown): never {
  if (error instanceof NetworkError) throw new StoreUnavailableError(error.message);
  throw error;
}

function unknownOrUnavailable(error: unknown): never {
  if (!(error instanceof NetworkError)) throw error;
  if (error.kind === 'refused') throw new StoreUnavailableError(error.message);
  throw new OutcomeUnknownError(error.message);
}
