import type { RateDecision } from '../../application/ports/rate-windows.ts';
import type { Refusal } from '../../domain/shared/refusal.ts';

/** The window of API.md "Limits". */
const windowSeconds = 60;

/** `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers (structured fields). */
export function rateHeaders(
  decision: RateDecision,
  what: 'requests' | 'messages' = 'requests',
): Readonly<Record<string, string>> {
  return {
    'RateLimit-Policy': `"${what}";q=${decision.limit};w=${windowSeconds}`,
    RateLimit: `"${what}";r=${decision.remaining};t=${Math.max(0, Math.ceil(decision.resetSeconds))}`,
  };
}

export function rateRefusal(
  decision: RateDecision,
  what: 'requests' | 'messages' = 'requests',
): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(decision.resetSeconds));
  return {
    code: 'rate_limited',
    detail: `at most ${decision.limit} ${what} in ${windowSeconds} seconds; the next one is admitted in ${retryAfterSeconds} seconds`,
    retryAfterSeconds,
  };
}
