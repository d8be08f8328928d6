import type { Instant } from '../../domain/shared/instant.ts';

/** Whoever makes parts of a report, and which; the same on claiming, renewing and releasing. */
export interface FlightClaim {
  readonly owner: string;
  readonly keys: readonly string[];
}

/**
 * Who, of all nodes, is making a part of a report right now. A claim that is lost or taken twice costs
 * work, never money: what a check costs is decided in the ledger alone.
 */
export interface FlightClaims {
  /**
   * Claims all keys or none; false when another owner holds one of them. A claim ends with its lease, so
   * that a node that died holds nobody up for longer.
   */
  claim(
    request: FlightClaim & { readonly now: Instant; readonly leaseMs: number },
  ): Promise<boolean>;
  /** Puts off the end of claims; what was taken over meanwhile stays with its new owner. */
  renew(
    claims: readonly FlightClaim[],
    lease: { readonly now: Instant; readonly leaseMs: number },
  ): Promise<void>;
  /** Frees the keys that are still the owner's. */
  release(claim: FlightClaim): Promise<void>;
  /** Forgets claims whose owners never came back. */
  sweep(now: Instant): Promise<void>;
}
