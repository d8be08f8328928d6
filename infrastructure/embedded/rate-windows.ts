import {
  defaultWindowSeconds,
  type RateDecision,
  type RateWindows,
} from '../../application/ports/rate-windows.ts';
import type { Instant } from '../../domain/shared/instant.ts';

/** The admitted requests of one credential within the window, oldest first. */
interface Log {
  times: number[];
  /** Where the window begins in `times`: dropping from the front one by one would be slow. */
  start: number;
}

/** The logs of one length of window, the credential with the oldest last request first. */
interface Logs {
  readonly windowMs: number;
  readonly byCredential: Map<string, Log>;
}

/**
 * An exact sliding window per credential: the time of every admitted request within it.
 * Holds in one process. Credentials that have been silent for a window are forgotten.
 */
export function rateWindows(): RateWindows {
  const lengths = new Map<number, Logs>();
  return {
    async admit({ credentialId, limit, now, windowSeconds = defaultWindowSeconds }) {
      const logs = lengths.get(windowSeconds) ?? {
        windowMs: windowSeconds * 1000,
        byCredential: new Map<string, Log>(),
      };
      lengths.set(windowSeconds, logs);
      const { windowMs, byCredential } = logs;
      forgetSilent(logs, now);
      const log = byCredential.get(credentialId) ?? { times: [], start: 0 };
      slide(log, now, windowMs);
      const decision = decide(log, { limit, now, windowMs });
      if (decision.admitted) {
        log.times.push(now);
        // The map lists credentials by their last admitted request, so that the silent ones come first.
        byCredential.delete(credentialId);
        byCredential.set(credentialId, log);
      }
      return decision;
    },
    async counted({ credentialId, now, windowSeconds = defaultWindowSeconds }) {
      const log = lengths.get(windowSeconds)?.byCredential.get(credentialId);
      if (log === undefined) return 0;
      slide(log, now, windowSeconds * 1000);
      return log.times.length - log.start;
    },
  };
}

interface Asked {
  readonly limit: number;
  readonly now: Instant;
  readonly windowMs: number;
}

function decide({ times, start }: Log, { limit, now, windowMs }: Asked): RateDecision {
  const used = times.length - start;
  if (used < limit) {
    return { admitted: true, limit, remaining: limit - used - 1, resetSeconds: windowMs / 1000 };
  }
  // The limit may have been lowered since: so many of the oldest must leave before one fits in.
  const blocking = times[times.length - limit] ?? now;
  const waitMs = Math.max(blocking + windowMs - now, 1);
  return { admitted: false, limit, remaining: 0, resetSeconds: Math.ceil(waitMs / 1000) };
}

function slide(log: Log, now: Instant, windowMs: number): void {
  // A clock that was set back must not lock a caller out for longer than a window.
  if ((log.times.at(-1) ?? now) > now) {
    log.times = log.times.slice(log.start).map((time) => Math.min(time, now));
    log.start = 0;
  }
  while ((log.times[log.start] ?? now) <= now - windowMs) log.start += 1;
  if (log.start > 64 && log.start * 2 > log.times.length) {
    log.times = log.times.slice(log.start);
    log.start = 0;
  }
}

/** Looks at the two oldest credentials on each request: more than come in, so the map stays small. */
function forgetSilent({ windowMs, byCredential }: Logs, now: Instant): void {
  let looked = 0;
  for (const [credentialId, { times }] of byCredential) {
    if (looked === 2 || (times.at(-1) ?? 0) > now - windowMs) return;
    byCredential.delete(credentialId);
    looked += 1;
  }
}
