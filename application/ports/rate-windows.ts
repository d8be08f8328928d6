import type { Instant } from '../../domain/shared/instant.ts';

export interface RateDecision {
  readonly admitted: boolean;
  readonly limit: number;
  /** Requests left in the window after this one. */
  readonly remaining: number;
  /** Seconds until at least one more request is admitted (refused) or the window is fresh again (admitted). */
  readonly resetSeconds: number;
}

/** What is counted, and how many of it a window may hold. */
export interface RateRequest {
  readonly credentialId: string;
  readonly limit: number;
  readonly now: Instant;
  /** 60 when absent, as API.md "Limits" has it; at most a day. Windows of two lengths count apart. */
  readonly windowSeconds?: number;
}

export const defaultWindowSeconds = 60;

/** A sliding window per credential. Refused requests do not count. */
export interface RateWindows {
  admit(request: RateRequest): Promise<RateDecision>;
  /** How many requests the window holds, without a further one. */
  counted(request: Omit<RateRequest, 'limit'>): Promise<number>;
}
