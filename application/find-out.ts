import { OutcomeUnknownError } from './ports/event-store.ts';
import type { Timers } from './ports/timers.ts';

/** Some three seconds in all: a store that is back by then spares its callers the doubt. */
const maxLooks = 8;
const pauseStepMs = 100;

/**
 * Looks what became of an append whose answer got lost, again and again while the store is gone.
 * @throws OutcomeUnknownError when it stays gone: to say that nothing was written might be untrue
 */
export async function findOut(look: () => Promise<unknown>, timers: Timers): Promise<void> {
  for (let looks = 1; ; looks++) {
    try {
      await look();
      return;
    } catch (cause) {
      if (looks === maxLooks) throw unknownBecauseOf(cause);
      await timers.pause(looks * pauseStepMs);
    }
  }
}

/** The same for whatever goes wrong later: an append that seemed lost may still be on its way. */
export function unknownBecauseOf(cause: unknown): OutcomeUnknownError {
  if (cause instanceof OutcomeUnknownError) return cause;
  return new OutcomeUnknownError('what was sent may be in the log, or may still get there', {
    cause,
  });
}
