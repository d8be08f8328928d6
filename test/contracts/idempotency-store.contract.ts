import assert from 'node:assert/strict';
import type {
  IdempotencyClaim,
  IdempotencyStore,
  StoredResponse,
} from '../../application/ports/idempotency-store.ts';
import { addMs, type Instant, instant } from '../../domain/shared/instant.ts';

export interface IdempotencyFixture {
  open(): Promise<{ readonly store: IdempotencyStore; close(): Promise<void> }>;
  remove(): Promise<void>;
}

const now = instant(1_700_000_000_000);
const leaseMs = 60_000;
const dayMs = 24 * 60 * 60 * 1000;
const response: StoredResponse = {
  status: 200,
  headers: { 'x-credits-used': '3' },
  body: '{"text":"😀 \\u0000"}',
};

export function describeIdempotencyStore(
  name: string,
  make: () => Promise<IdempotencyFixture>,
): void {
  describe(`idempotency store: ${name}`, () => {
    let fixture: IdempotencyFixture;
    let opened: Awaited<ReturnType<IdempotencyFixture['open']>>;
    let another: Awaited<ReturnType<IdempotencyFixture['open']>>;

    const claim = (changes: { at?: Instant; fingerprint?: string; by?: IdempotencyStore } = {}) =>
      (changes.by ?? opened.store).claim({
        key: 'acc_1 key-1',
        fingerprint: changes.fingerprint ?? 'body-1',
        now: changes.at ?? now,
        leaseMs,
      });
    const lease = (from: Instant = now) => ({ leaseUntil: addMs(from, leaseMs) });
    const claimed = (at: Instant = now): IdempotencyClaim => ({
      state: 'claimed',
      firstClaimedAt: now,
      ...lease(at),
    });

    beforeEach(async () => {
      fixture = await make();
      opened = await fixture.open();
      another = await fixture.open();
    });
    afterEach(async () => {
      await opened.close();
      await another.close();
      await fixture.remove();
    });

    it('lets exactly one of many callers at once claim a key', async () => {
      const claims = await Promise.all(
        Array.from({ length: 20 }, (_, caller) =>
          claim({ by: (caller % 2 ? opened : another).store }),
        ),
      );
      assert.equal(claims.filter(({ state }) => state === 'claimed').length, 1);
      assert.equal(claims.filter(({ state }) => state === 'running').length, 19);
    });

    it('gives back the response of the first request to everybody', async () => {
      assert.deepEqual(await claim(), claimed());
      await opened.store.complete('acc_1 key-1', response);
      assert.deepEqual(await claim(), { state: 'done', response });
      assert.deepEqual(await claim({ by: another.store }), { state: 'done', response });
    });

    it('tells a request with another body, running or done', async () => {
      await claim();
      assert.deepEqual(await claim({ fingerprint: 'body-2' }), { state: 'mismatch' });
      await opened.store.complete('acc_1 key-1', response);
      assert.deepEqual(await claim({ fingerprint: 'body-2' }), { state: 'mismatch' });
    });

    it('frees a key that is abandoned', async () => {
      await claim();
      await opened.store.abandon('acc_1 key-1', lease());
      const at = addMs(now, 5);
      const again = { state: 'claimed', firstClaimedAt: at, ...lease(at) };
      assert.deepEqual(await claim({ at, fingerprint: 'body-2' }), again);
    });

    it('does not free a key that has its response', async () => {
      await claim();
      await opened.store.complete('acc_1 key-1', response);
      await opened.store.abandon('acc_1 key-1', lease());
      assert.deepEqual(await claim(), { state: 'done', response });
    });

    it('lets the same request be taken over at once when its lease is ended', async () => {
      await claim();
      await opened.store.endLease('acc_1 key-1', lease());
      const at = addMs(now, 5);
      assert.deepEqual(await claim({ at, fingerprint: 'body-2' }), { state: 'mismatch' });
      assert.deepEqual(await claim({ at, by: another.store }), claimed(at));
      assert.deepEqual(await claim({ at }), { state: 'running' });
    });

    it('lets nobody end a claim that another took over', async () => {
      await claim();
      const at = addMs(now, leaseMs);
      await claim({ at, by: another.store });
      await opened.store.abandon('acc_1 key-1', lease());
      await opened.store.endLease('acc_1 key-1', lease());
      assert.deepEqual(await claim({ at }), { state: 'running' });
      await another.store.abandon('acc_1 key-1', lease(at));
      const fresh = { state: 'claimed', firstClaimedAt: at, ...lease(at) };
      assert.deepEqual(await claim({ at }), fresh);
    });

    it('lets a claim be taken over once its lease is over, and remembers the first time', async () => {
      await claim();
      assert.deepEqual(await claim({ at: addMs(now, leaseMs - 1) }), { state: 'running' });
      assert.deepEqual(await claim({ at: addMs(now, leaseMs) }), claimed(addMs(now, leaseMs)));
      assert.deepEqual(await claim({ at: addMs(now, 2 * leaseMs - 1) }), { state: 'running' });
      const second = addMs(now, 2 * leaseMs);
      assert.deepEqual(await claim({ at: second }), claimed(second));
    });

    it('keeps the first response when two callers complete', async () => {
      await claim();
      await claim({ at: addMs(now, leaseMs), by: another.store });
      await another.store.complete('acc_1 key-1', response);
      await opened.store.complete('acc_1 key-1', { ...response, body: 'late' });
      assert.deepEqual(await claim({ at: addMs(now, leaseMs) }), { state: 'done', response });
    });

    it('forgets a key after 24 hours', async () => {
      await claim();
      await opened.store.complete('acc_1 key-1', response);
      const lastMoment = addMs(now, dayMs - 1);
      assert.deepEqual(await claim({ at: lastMoment }), { state: 'done', response });
      const at = addMs(now, dayMs);
      const again = await claim({ at, fingerprint: 'body-2' });
      assert.deepEqual(again, { state: 'claimed', firstClaimedAt: at, ...lease(at) });
    });

    it('sweeps what is older than 24 hours and nothing else', async () => {
      await claim();
      await opened.store.complete('acc_1 key-1', response);
      await opened.store.sweep(addMs(now, dayMs));
      assert.deepEqual(await claim(), { state: 'done', response });
      await opened.store.sweep(addMs(now, dayMs + 1));
      assert.deepEqual(await claim(), claimed());
    });
  });
}
