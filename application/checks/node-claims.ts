import type { Clock } from '../ports/clock.ts';
import type { FlightClaim, FlightClaims } from '../ports/flight-claims.ts';
import type { Ids } from '../ports/ids.ts';
import type { Timers } from '../ports/timers.ts';

/** This node's side of the claims that all nodes share. */
export interface NodeClaims {
  /** Resolves once no other node makes one of these parts, with the call that lets others make them. */
  take(keys: readonly string[]): Promise<() => void>;
  /** Stops waiting for others, and resolves once this node's claims are ended. */
  close(): Promise<void>;
}

export interface NodeClaimPorts {
  readonly claims: FlightClaims;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
}

/** What a dead node's claim costs those who wait; renewed three times in that time by a living one. */
const leaseMs = 10_000;
const renewMs = leaseMs / 3;
/** How soon somebody who waits asks again: soon at first, for most checks are short. */
const askMs = { first: 20, most: 400 };

/**
 * Claims parts for this node. A store that cannot be reached holds nobody up: two nodes may then make
 * the same part, which the ledger charges as what it is, and the next request finds in the cache.
 */
export function openNodeClaims({ claims, clock, timers, ids }: NodeClaimPorts): NodeClaims {
  const held = new Set<FlightClaim>();
  const releases = new Set<Promise<void>>();
  let renewing = false;
  let closed = false;

  const now = () => ({ now: clock.now(), leaseMs });

  async function keepRenewing(): Promise<void> {
    if (renewing) return;
    renewing = true;
    while (held.size > 0) {
      await timers.pause(renewMs);
      // A renewal that fails is made up for by the next; if none gets through, the lease ends.
      if (held.size > 0) await claims.renew([...held], now()).catch(() => undefined);
    }
    renewing = false;
  }

  /** Sent, not waited for: the answer of a check does not depend on it. */
  function release(claim: FlightClaim): void {
    held.delete(claim);
    const sent = claims
      .release(claim)
      .catch(() => undefined)
      .finally(() => releases.delete(sent));
    releases.add(sent);
  }

  return {
    async take(keys) {
      if (keys.length === 0) return () => undefined;
      const claim = { owner: ids.uuid(), keys };
      for (let pauseMs = askMs.first; !closed; pauseMs = Math.min(pauseMs * 1.5, askMs.most)) {
        const claimed = await claims.claim({ ...claim, ...now() }).catch(() => null);
        if (claimed !== false) {
          // Null: whether the claim was made is not known, so it is renewed and released like any other.
          held.add(claim);
          void keepRenewing();
          return () => release(claim);
        }
        await timers.pause(pauseMs * (0.5 + timers.random() / 2));
      }
      return () => undefined;
    },
    async close() {
      closed = true;
      await Promise.all(releases);
    },
  };
}
