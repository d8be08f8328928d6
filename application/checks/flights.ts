import type { NodeClaims } from './node-claims.ts';

/** How a check that others wait for ended. */
export type Landing =
  | { readonly status: 'landed' }
  /** Refused (no credits, say): those who wait must find out for themselves. */
  | { readonly status: 'turned_back' }
  | { readonly status: 'crashed'; readonly error: unknown };

export interface Flight {
  /** Resolves once no other node makes one of the parts. What they made meanwhile is in the cache. */
  cleared(): Promise<void>;
  land(landing: Landing): void;
}

/** The parts of reports that are being made right now, by cache key. */
export interface Flights {
  /** The flights of this node that already make one of these parts. */
  underWay(keys: readonly string[]): readonly Promise<Landing>[];
  /** Announces that the caller makes these parts; in the same turn as an empty `underWay`. */
  start(keys: readonly string[]): Flight;
}

/** The flights of one node; with `claims`, only one node at a time makes a part. */
export function openFlights(claims?: Pick<NodeClaims, 'take'>): Flights {
  const flights = new Map<string, Promise<Landing>>();
  return {
    underWay(keys) {
      const found = new Set<Promise<Landing>>();
      for (const key of keys) {
        const flight = flights.get(key);
        if (flight !== undefined) found.add(flight);
      }
      return [...found];
    },
    start(keys) {
      let resolve: (landing: Landing) => void = () => undefined;
      let release: () => void = () => undefined;
      const flight = new Promise<Landing>((settle) => {
        resolve = settle;
      });
      for (const key of keys) flights.set(key, flight);
      return {
        async cleared() {
          if (claims !== undefined) release = await claims.take(keys);
        },
        land(landing) {
          for (const key of keys) if (flights.get(key) === flight) flights.delete(key);
          release();
          resolve(landing);
        },
      };
    },
  };
}
