import { OutcomeUnknownError, StoreUnavailableError } from '../application/ports/event-store.ts';
import type { Telemetry } from '../application/ports/telemetry.ts';
import type { Timers } from '../application/ports/timers.ts';

/** How often stores that do not answer at the start are tried again; doubles up to the second figure. */
const retryMs = { first: 250, most: 5_000 };

export interface OnceReachedPorts {
  readonly telemetry: Pick<Telemetry, 'log'>;
  readonly timers: Pick<Timers, 'pause'>;
}

/** A store that cannot be reached while the service starts is waited for; anything else ends the start. */
export async function onceReached<Value>(
  { telemetry, timers }: OnceReachedPorts,
  work: () => Promise<Value>,
): Promise<Value> {
  for (let pauseMs = retryMs.first; ; pauseMs = Math.min(pauseMs * 2, retryMs.most)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError || error instanceof OutcomeUnknownError)) {
        throw error;
      }
      telemetry.log('warn', 'waiting for a store', { cause: error.message });
      await timers.pause(pauseMs);
    }
  }
}
