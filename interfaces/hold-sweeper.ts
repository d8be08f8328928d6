import {
  type ReleaseExpiredHoldsPorts,
  releaseExpiredHolds,
} from '../application/ledger/release-expired-holds.ts';
import type { Telemetry } from '../application/ports/telemetry.ts';
import type { Timers } from '../application/ports/timers.ts';

/** Holds end on whole minutes and nobody waits for the fact: a quarter of a minute is soon enough. */
const pauseMs = 15_000;
/** Where more is due than one turn takes on, as after an outage. */
const shortPauseMs = 500;

export interface HoldSweeper {
  /** Ends after the turn that is under way, if any. */
  close(): Promise<void>;
}

/** Writes down expired holds from time to time, as long as the service runs; a failure waits for the next turn. */
export function startHoldSweeper(
  ports: ReleaseExpiredHoldsPorts & { readonly timers: Timers; readonly telemetry: Telemetry },
): HoldSweeper {
  const { timers, telemetry } = ports;
  let stop = (): void => undefined;
  let stopped = false;
  const stopping = new Promise<void>((resolve) => {
    stop = () => {
      stopped = true;
      resolve();
    };
  });
  const turn = async (): Promise<number> => {
    const { failures, more } = await releaseExpiredHolds(ports);
    for (const cause of failures) warn(telemetry, cause);
    return more && failures.length === 0 ? shortPauseMs : pauseMs;
  };
  const run = async (): Promise<void> => {
    for (let waitMs = shortPauseMs; !stopped; ) {
      // Nodes that were started together drift apart.
      await Promise.race([timers.pause(waitMs * (0.5 + timers.random())), stopping]);
      if (stopped) return;
      waitMs = await turn().catch((cause: unknown) => {
        warn(telemetry, cause);
        return pauseMs;
      });
    }
  };
  const ended = run();
  return {
    async close() {
      stop();
      await ended;
    },
  };
}

function warn(telemetry: Telemetry, cause: unknown): void {
  const message = cause instanceof Error ? cause.message : 'unknown';
  telemetry.log('warn', 'expired holds were not written down', { cause: message });
}
