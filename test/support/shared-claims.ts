import type { FlightClaims } from '../../application/ports/flight-claims.ts';

export interface SharedClaims extends FlightClaims {
  /** While true, every call fails as if the store could not be reached. */
  down: boolean;
}

/** Flight claims in memory, for nodes that live in one process. */
export function sharedClaims(): SharedClaims {
  const claimed = new Map<string, { owner: string; until: number }>();
  const reach = async (): Promise<void> => {
    await new Promise(setImmediate);
    if (self.down) throw new Error('the store is down');
  };
  const self: SharedClaims = {
    down: false,
    async claim({ owner, keys, now, leaseMs }) {
      await reach();
      if (keys.some((key) => (claimed.get(key)?.until ?? 0) > now)) return false;
      for (const key of keys) claimed.set(key, { owner, until: now + leaseMs });
      return true;
    },
    async renew(claims, { now, leaseMs }) {
      await reach();
      for (const { owner, keys } of claims) {
        for (const key of keys) {
          const claim = claimed.get(key);
          if (claim?.owner === owner) claim.until = now + leaseMs;
        }
      }
    },
    async release({ owner, keys }) {
      await reach();
      for (const key of keys) if (claimed.get(key)?.owner === owner) claimed.delete(key);
    },
    async sweep(now) {
      for (const [key, { until }] of claimed) if (until <= now) claimed.delete(key);
    },
  };
  return self;
}
