import type { Instant } from '../../domain/shared/instant.ts';

export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type IdempotencyClaim =
  /**
   * This caller runs the request and must end it with `complete`, `abandon` or `endLease`.
   * `firstClaimedAt` stays the same when a claim is taken over, so that the same check id comes out of it.
   */
  | ({ readonly state: 'claimed'; readonly firstClaimedAt: Instant } & Lease)
  | { readonly state: 'running' }
  | { readonly state: 'mismatch' }
  | { readonly state: 'done'; readonly response: StoredResponse };

/** Tells a claim from that of a caller who took it over: nobody ends what is another's. */
export interface Lease {
  readonly leaseUntil: Instant;
}

/** `Idempotency-Key` records, per account, kept 24 hours. */
export interface IdempotencyStore {
  /**
   * Atomically and durably claims the key, or says what is known of it. A claim whose lease ran out can
   * be taken over.
   */
  claim(request: {
    readonly key: string;
    readonly fingerprint: string;
    readonly now: Instant;
    readonly leaseMs: number;
  }): Promise<IdempotencyClaim>;
  complete(key: string, response: StoredResponse): Promise<void>;
  /** Frees the key: it is certain that nothing came of the request. */
  abandon(key: string, lease: Lease): Promise<void>;
  /** Lets the next caller take the request over at once: what came of it is not certain. */
  endLease(key: string, lease: Lease): Promise<void>;
  sweep(now: Instant): Promise<void>;
}
