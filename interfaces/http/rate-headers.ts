import type { RateDecision } from '../../application/ports/rate-windows.ts';
import type { Refusal } from '../../domain/shared/refusal.ts';

/** The window of API.md "Limits". */
const windowSeconds = 60;

/** `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers (structured fields). */
export function rateHeaders(decision: RateDecision): Readonly<Record<string, string>> {
  return {
    'RateLimit-Policy': `"requests";q=${decision.limit};w=${windowSeconds}`,
    RateLimit: `"requests";r=${decision.remaining};t=${Math.max(0, Math.ceil(decision.resetSeconds))}`,
  };
}

export function rateRefusal(decision: RateDecision): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(decision.resetSeconds));
  return {
    code: 'rate_limited',
    detail: `at most ${decision.limit} requests in ${windowSeconds} seconds; the next one is admitted in ${retryAfterSeconds} seconds`,
    retryAfterSeconds,
  };
}
