import assert from 'node:assert/strict';
import fc from 'fast-check';
import { instant } from '../../../domain/shared/instant.ts';
import { decideInWindow } from '../../../infrastructure/mongodb/sliding-window.ts';

const start = 1_700_000_000_000;
const windowMs = 60_000;

describe('a sliding window that nodes share', () => {
  it('never holds more than the limit, and keeps its times in order, when clocks disagree', () => {
    const requests = fc.array(
      fc.record({ pause: fc.nat(5_000), skew: fc.integer({ min: -2_000, max: 2_000 }) }),
      { maxLength: 150 },
    );
    fc.assert(
      fc.property(requests, fc.integer({ min: 1, max: 10 }), (made, limit) => {
        let times: readonly number[] = [];
        let at = start;
        for (const { pause, skew } of made) {
          at += pause;
          const decided = decideInWindow(times, { limit, now: instant(at + skew), windowMs });
          times = decided.times;
          assert.ok(times.length <= limit);
          assert.deepEqual(
            [...times].sort((one, other) => one - other),
            times,
          );
          assert.ok(decided.decision.resetSeconds >= 1 && decided.decision.resetSeconds <= 65);
        }
      }),
    );
  });

  it('takes a time far ahead for one of a clock that was set back', () => {
    const now = instant(start);
    const far = decideInWindow([start + 3_600_000], { limit: 1, now, windowMs });
    assert.deepEqual([far.decision.admitted, far.times, far.corrected], [false, [start], true]);
    const near = decideInWindow([start + 2_000], { limit: 1, now, windowMs });
    assert.deepEqual([near.times, near.corrected], [[start + 2_000], false]);
  });
});
