import assert from 'node:assert/strict';
import { lastingIdempotency } from '../../application/checks/lasting-idempotency.ts';
import { StoreUnavailableError } from '../../application/ports/event-store.ts';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.ts';
import { instant } from '../../domain/shared/instant.ts';

const now = instant(1_700_000_000_000);
const lease = { leaseUntil: instant(now + 1_000) };
const response = { status: 200, headers: {}, body: '{}' };

describe('idempotency records over an outage', () => {
  /** A store that fails so many times and notes what got through. */
  function outage(failures: number): { readonly store: IdempotencyStore; readonly told: string[] } {
    const told: string[] = [];
    let left = failures;
    const tell = async (what: string): Promise<void> => {
      left -= 1;
      if (left >= 0) throw new StoreUnavailableError('down');
      told.push(what);
    };
    const store: IdempotencyStore = {
      async claim(request) {
        await tell(`claim ${request.key}`);
        return { state: 'claimed', firstClaimedAt: request.now, ...lease };
      },
      complete: (key, { body }) => tell(`complete ${key} ${body}`),
      abandon: (key) => tell(`abandon ${key}`),
      endLease: (key, { leaseUntil }) => tell(`end ${key} ${leaseUntil - now}`),
      sweep: async () => undefined,
    };
    return { store, told };
  }
  const pauses: number[] = [];
  const timers = {
    async pause(durationMs: number) {
      pauses.push(durationMs);
      await new Promise(setImmediate);
    },
    random: () => 0.5,
  };
  const settled = async (): Promise<void> => {
    for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate);
  };

  it('are ended once the store is back, and the failure is told at once', async () => {
    for (const [end, told] of [
      [(store: IdempotencyStore) => store.complete('a', response), 'complete a {}'],
      [(store: IdempotencyStore) => store.abandon('a', lease), 'abandon a'],
      [(store: IdempotencyStore) => store.endLease('a', lease), 'end a 1000'],
    ] as const) {
      const away = outage(4);
      await assert.rejects(end(lastingIdempotency(away.store, timers)), StoreUnavailableError);
      await settled();
      assert.deepEqual(away.told, [told]);
    }
  });

  it('are freed when nobody knows whether a claim was made', async () => {
    const away = outage(2);
    const claiming = lastingIdempotency(away.store, timers).claim({
      key: 'a',
      fingerprint: 'f',
      now,
      leaseMs: 500,
    });
    await assert.rejects(claiming, StoreUnavailableError);
    await settled();
    assert.deepEqual(away.told, ['end a 500']);
  });

  it('are left to their lease when the store stays away', async () => {
    const away = outage(1_000);
    pauses.length = 0;
    const ending = lastingIdempotency(away.store, timers).abandon('a', lease);
    await assert.rejects(ending, StoreUnavailableError);
    await settled();
    assert.ok(pauses.length < 20);
    assert.ok(pauses.reduce((sum, pause) => sum + pause, 0) > 100_000);
  });
});
