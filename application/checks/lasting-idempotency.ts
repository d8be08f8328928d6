import { addMs } from '../../domain/shared/instant.ts';
import type { IdempotencyStore } from '../ports/idempotency-store.ts';
import type { Timers } from '../ports/timers.ts';

/** Together two minutes: about as long as the lease that ends the matter otherwise. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
/** A bound on memory: responses may be large. What is beyond it waits for its lease. */
const mostWaiting = 500;

/**
 * The same records, with one difference: the end of a request that the store cannot take at the moment is
 * told again until it can, so that whoever repeats the request after an outage need not wait for the
 * lease. The first failure is thrown as ever.
 */
export function lastingIdempotency(store: IdempotencyStore, timers: Timers): IdempotencyStore {
  let waiting = 0;
  async function repeat(end: () => Promise<void>): Promise<void> {
    if (waiting >= mostWaiting) return;
    waiting += 1;
    for (const pauseMs of pausesMs) {
      await timers.pause(pauseMs);
      const told = await end().then(
        () => true,
        () => false,
      );
      if (told) break;
    }
    waiting -= 1;
  }
  async function insist(end: () => Promise<void>): Promise<void> {
    try {
      await end();
    } catch (error) {
      void repeat(end);
      throw error;
    }
  }
  return {
    async claim(request) {
      try {
        return await store.claim(request);
      } catch (error) {
        // It may have been made all the same, and nobody runs the request.
        const leaseUntil = addMs(request.now, request.leaseMs);
        void repeat(() => store.endLease(request.key, { leaseUntil }));
        throw error;
      }
    },
    complete: (key, response) => insist(() => store.complete(key, response)),
    abandon: (key, lease) => insist(() => store.abandon(key, lease)),
    endLease: (key, lease) => insist(() => store.endLease(key, lease)),
    sweep: (now) => store.sweep(now),
  };
}
