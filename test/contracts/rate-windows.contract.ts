import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RateDecision, RateWindows } from '../../application/ports/rate-windows.ts';
import { instant } from '../../domain/shared/instant.ts';

const start = 1_700_000_000_000;

export function describeRateWindows(name: string, make: () => Promise<RateWindows>): void {
  describe(`rate windows: ${name}`, () => {
    let windows: RateWindows;
    const admit = (atMs: number, limit = 3, credentialId = 'key_1'): Promise<RateDecision> =>
      windows.admit({ credentialId, limit, now: instant(start + atMs) });

    beforeEach(async () => {
      windows = await make();
    });

    it('admits as many as the limit and says how many are left', async () => {
      assert.deepEqual(await admit(0), {
        admitted: true,
        limit: 3,
        remaining: 2,
        resetSeconds: 60,
      });
      assert.equal((await admit(1)).remaining, 1);
      assert.equal((await admit(2)).remaining, 0);
      assert.equal((await admit(3)).admitted, false);
    });

    it('says after how many seconds the next one is admitted', async () => {
      await admit(0);
      await admit(10_000);
      await admit(20_000);
      const refused = await admit(30_000);
      assert.deepEqual(refused, { admitted: false, limit: 3, remaining: 0, resetSeconds: 30 });
      assert.equal((await admit(59_999)).resetSeconds, 1);
      assert.equal((await admit(60_000)).admitted, true);
    });

    it('does not count refused requests', async () => {
      for (const atMs of [0, 1, 2]) await admit(atMs);
      for (let atMs = 3; atMs < 60_000; atMs += 1_000)
        assert.equal((await admit(atMs)).admitted, false);
      assert.equal((await admit(60_000)).admitted, true);
    });

    it('counts each credential by itself', async () => {
      for (const atMs of [0, 1, 2, 3]) await admit(atMs);
      assert.equal((await admit(4, 3, 'key_2')).admitted, true);
    });

    it('slides: no 60 seconds ever hold more than the limit', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 }),
          fc.integer({ min: 1, max: 8 }),
          async (pauses, limit) => {
            windows = await make();
            const admitted: number[] = [];
            let atMs = 0;
            for (const pause of pauses) {
              atMs += pause;
              const inWindow = admitted.filter((time) => time > atMs - 60_000);
              const decision = await admit(atMs, limit);
              assert.equal(decision.admitted, inWindow.length < limit);
              if (decision.admitted) admitted.push(atMs);
              else {
                const freeAt = (inWindow.at(-limit) ?? 0) + 60_000;
                assert.equal(decision.resetSeconds, Math.ceil((freeAt - atMs) / 1_000));
              }
            }
          },
        ),
      );
    });

    it('counts in windows of any length, each by itself', async () => {
      const inAnHour = (atMs: number) =>
        windows.admit({
          credentialId: 'key_1',
          limit: 2,
          now: instant(start + atMs),
          windowSeconds: 3_600,
        });
      assert.deepEqual(await inAnHour(0), {
        admitted: true,
        limit: 2,
        remaining: 1,
        resetSeconds: 3_600,
      });
      await inAnHour(60_000);
      const refused = { admitted: false, limit: 2, remaining: 0, resetSeconds: 1_800 };
      assert.deepEqual(await inAnHour(1_800_000), refused);
      assert.equal((await admit(1_800_000)).remaining, 2);
      assert.equal((await inAnHour(3_599_999)).admitted, false);
      assert.equal((await inAnHour(3_600_000)).admitted, true);
      assert.equal((await inAnHour(3_600_001)).resetSeconds, 60);
    });

    it('tells how many a window holds without counting who asks', async () => {
      const counted = (atMs: number, windowSeconds = 3_600) =>
        windows.counted({ credentialId: 'key_1', now: instant(start + atMs), windowSeconds });
      assert.equal(await counted(0), 0);
      for (const atMs of [0, 1_000, 2_000]) {
        const request = { credentialId: 'key_1', limit: 2, now: instant(start + atMs) };
        await windows.admit({ ...request, windowSeconds: 3_600 });
      }
      assert.deepEqual([await counted(2_000), await counted(2_000)], [2, 2]);
      assert.equal(await counted(2_000, 60), 0);
      assert.equal(await counted(3_600_000), 1);
      assert.equal(await counted(3_601_000), 0);
    });

    it('follows a limit that is lowered', async () => {
      for (const atMs of [0, 10_000, 20_000]) await admit(atMs);
      const refused = await admit(30_000, 1);
      assert.deepEqual(refused, { admitted: false, limit: 1, remaining: 0, resetSeconds: 50 });
    });

    it('locks nobody out for longer than a window when the clock is set back', async () => {
      for (const atMs of [0, 1, 2]) await admit(atMs);
      assert.equal((await admit(-3_600_000)).admitted, false);
      assert.equal((await admit(-3_540_000)).admitted, true);
    });
  });
}
