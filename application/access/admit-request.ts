import type { Clock } from '../ports/clock.ts';
import type { RateDecision, RateWindows } from '../ports/rate-windows.ts';
import type { Caller } from './authenticate.ts';

export interface AdmitRequestPorts {
  readonly rateWindows: RateWindows;
  readonly clock: Clock;
}

/** Counts one request of a credential against its sliding window of 60 s. A refused one is not counted. */
export function admitRequest(
  { rateWindows, clock }: AdmitRequestPorts,
  { caller }: { readonly caller: Caller },
): Promise<RateDecision> {
  const { credentialId, rateLimit } = caller;
  return rateWindows.admit({ credentialId, limit: rateLimit, now: clock.now() });
}
