import type { Instant } from '../../domain/shared/instant.ts';

export interface RateDecision {
  readonly admitted: boolean;
  readonly limit: number;
  /** Requests left in the window after this one. */
  readonly remaining: number;
  /** Seconds until at least one more request is admitted (refused) or the window is fresh again (admitted). */
  readonly resetSeconds: number;
}

/** A sliding window of 60 s per credential. Refused requests do not count. */
export interface RateWindows {
  admit(request: {
    readonly credentialId: string;
    readonly limit: number;
    readonly now: Instant;
  }): Promise<RateDecision>;
}
