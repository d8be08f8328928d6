import type { Instant } from '../../domain/shared/instant.ts';

export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type IdempotencyClaim =
  /**
   * This caller runs the request and must call `complete` or `abandon`. `firstClaimedAt` stays the same
   * when a claim is taken over after a crash, so that the same check id comes out of it.
   */
  | { readonly state: 'claimed'; readonly firstClaimedAt: Instant }
  | { readonly state: 'running' }
  | { readonly state: 'mismatch' }
  | { readonly state: 'done'; readonly response: StoredResponse };

/** `Idempotency-Key` records, per account, kept 24 hours. */
export interface IdempotencyStore {
  /** Atomically claims the key, or says what is known of it. A claim whose lease ran out can be taken over. */
  claim(request: {
    readonly key: string;
    readonly fingerprint: string;
    readonly now: Instant;
    readonly leaseMs: number;
  }): Promise<IdempotencyClaim>;
  complete(key: string, response: StoredResponse): Promise<void>;
  abandon(key: string): Promise<void>;
  sweep(now: Instant): Promise<void>;
}
