import type { AttemptLimit } from '../../application/access/admit-attempt.ts';
import type { RateDecision } from '../../application/ports/rate-windows.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';
import { success } from '../../domain/shared/refusal.ts';
import { clientAddress } from './client-address.ts';
import type { Handle } from './exchange.ts';

/**
 * What anyone may do without a credential, and how often. Secrets here have 256 bits, so nothing is guessed:
 * the limits keep the log from being filled. They leave room for many people behind one address.
 */
export const attemptLimits = {
  register: { purpose: 'register', attempts: 300, windowSeconds: 3_600 },
  token: { purpose: 'token', attempts: 1_200, windowSeconds: 60 },
  tokenOfOne: { purpose: 'token of one', attempts: 60, windowSeconds: 60 },
  revoke: { purpose: 'revoke', attempts: 600, windowSeconds: 60 },
  agent: { purpose: 'agent', attempts: 300, windowSeconds: 3_600 },
  /** Counted for an e-mail and the address that names it together: nobody uses up what is somebody else's. */
  agentEmail: { purpose: 'agent e-mail', attempts: 30, windowSeconds: 3_600 },
  authorize: { purpose: 'authorize', attempts: 120, windowSeconds: 60 },
  /** A browser without a session is given one to sign in with, which is kept for an hour. */
  session: { purpose: 'session', attempts: 300, windowSeconds: 60 },
} as const satisfies Readonly<Record<string, AttemptLimit>>;

export interface Attempts {
  admitAttempt(command: {
    readonly limit: AttemptLimit;
    readonly subject: string;
  }): Promise<RateDecision>;
}

/** Counts an attempt; refuses with `rate_limited`. */
export async function attempted(
  application: Attempts,
  limit: AttemptLimit,
  subject: string,
): Promise<Outcome<null>> {
  const decision = await application.admitAttempt({ limit, subject });
  if (decision.admitted) return success(null);
  const retryAfterSeconds = Math.max(1, Math.ceil(decision.resetSeconds));
  const detail = `at most ${decision.limit} in ${limit.windowSeconds} seconds; try again in ${retryAfterSeconds} seconds`;
  return { ok: false, refusal: { code: 'rate_limited', detail, retryAfterSeconds } };
}

export interface AddressLimit {
  readonly application: Attempts;
  readonly limit: AttemptLimit;
  readonly trustedProxies: number;
}

/** Counts each request against the address it came from before anything of it is read. */
export function limitedByAddress(
  { application, limit, trustedProxies }: AddressLimit,
  handle: Handle,
): Handle {
  return async (exchange) => {
    const address = clientAddress(exchange.request, trustedProxies);
    const admitted = await attempted(application, limit, address);
    return admitted.ok ? handle(exchange) : admitted;
  };
}
