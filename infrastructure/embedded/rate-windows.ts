import type { RateDecision, RateWindows } from '../../application/ports/rate-windows.ts';
import type { Instant } from '../../domain/shared/instant.ts';

/** API.md, "Limits": requests per minute. */
const windowMs = 60_000;

/** The admitted requests of one credential within the window, oldest first. */
interface Log {
  times: number[];
  /** Where the window begins in `times`: dropping from the front one by one would be slow. */
  start: number;
}

/**
 * An exact sliding window per credential: the time of every admitted request of the last 60 s.
 * Holds in one process. Credentials that have been silent for a window are forgotten.
 */
export function rateWindows(): RateWindows {
  const logs = new Map<string, Log>();
  return {
    async admit({ credentialId, limit, now }) {
      forgetSilent(logs, now);
      const log = logs.get(credentialId) ?? { times: [], start: 0 };
      slide(log, now);
      const decision = decide(log, limit, now);
      if (decision.admitted) {
        log.times.push(now);
        // The map lists credentials by their last admitted request, so that the silent ones come first.
        logs.delete(credentialId);
        logs.set(credentialId, log);
      }
      return decision;
    },
  };
}

function decide({ times, start }: Log, limit: number, now: Instant): RateDecision {
  const used = times.length - start;
  if (used < limit) {
    return { admitted: true, limit, remaining: limit - used - 1, resetSeconds: windowMs / 1000 };
  }
  // The limit may have been lowered since: so many of the oldest must leave before one fits in.
  const blocking = times[times.length - limit] ?? now;
  const waitMs = Math.max(blocking + windowMs - now, 1);
  return { admitted: false, limit, remaining: 0, resetSeconds: Math.ceil(waitMs / 1000) };
}

function slide(log: Log, now: Instant): void {
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
function forgetSilent(logs: Map<string, Log>, now: Instant): void {
  let looked = 0;
  for (const [credentialId, { times }] of logs) {
    if (looked === 2 || (times.at(-1) ?? 0) > now - windowMs) return;
    logs.delete(credentialId);
    looked += 1;
  }
}
