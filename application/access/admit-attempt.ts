import type { Clock } from '../ports/clock.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { RateDecision, RateWindows } from '../ports/rate-windows.ts';

/** How often something may be tried that anyone can try. */
export interface AttemptLimit {
  /** What is tried, and by whom it is counted: two limits of one purpose count together. */
  readonly purpose: string;
  readonly attempts: number;
  readonly windowSeconds: number;
}

export interface AdmitAttemptPorts {
  readonly rateWindows: RateWindows;
  readonly hasher: Hasher;
  readonly clock: Clock;
}

/**
 * Counts one attempt of a subject that is no credential of ours: an address, an e-mail, an authorization.
 * The subject is kept as a keyed hash only. A refused attempt is not counted.
 */
export function admitAttempt(
  { rateWindows, hasher, clock }: AdmitAttemptPorts,
  { limit, subject }: { readonly limit: AttemptLimit; readonly subject: string },
): Promise<RateDecision> {
  const { purpose, attempts, windowSeconds } = limit;
  return rateWindows.admit({
    credentialId: `${purpose} ${hasher.keyedHash(`attempt: ${purpose}`, subject)}`,
    limit: attempts,
    now: clock.now(),
    windowSeconds,
  });
}
