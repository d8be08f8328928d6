import type { RateDecision } from '../../application/ports/rate-windows.ts';
import type { Instant } from '../../domain/shared/instant.ts';

/** So far ahead another node's clock may be; a time further ahead was written before a clock was set back. */
const toleratedMs = 5_000;

export interface WindowRequest {
  readonly limit: number;
  readonly now: Instant;
  readonly windowMs: number;
}

/**
 * Decides one request on the times (oldest first) of the requests admitted before.
 * @returns the decision, the times to keep after it, and whether they must be kept though it was refused
 */
export function decideInWindow(
  before: readonly number[],
  { limit, now, windowMs }: WindowRequest,
): {
  readonly decision: RateDecision;
  readonly times: readonly number[];
  readonly corrected: boolean;
} {
  const latest = now + toleratedMs;
  const corrected = before.some((time) => time > latest);
  // A clock that was set back must not lock a caller out for longer than a window.
  const times = before
    .map((time) => (time > latest ? now : time))
    .filter((time) => time > now - windowMs);
  const used = times.length;
  if (used < limit) {
    const remaining = limit - used - 1;
    const decision = { admitted: true, limit, remaining, resetSeconds: windowMs / 1000 };
    const after = [...times, now].sort((left, right) => left - right);
    return { decision, times: after, corrected };
  }
  // The limit may have been lowered since: so many of the oldest must leave before one fits in.
  const blocking = times[used - limit] ?? now;
  const waitMs = Math.max(blocking + windowMs - now, 1);
  const resetSeconds = Math.ceil(waitMs / 1000);
  const decision = { admitted: false, limit, remaining: 0, resetSeconds };
  return { decision, times, corrected };
}
