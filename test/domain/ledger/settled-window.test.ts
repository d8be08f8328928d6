import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  emptySettledWindow,
  recall,
  remember,
  type SettledCheck,
} from '../../../domain/ledger/settled-window.ts';
import { instant } from '../../../domain/shared/instant.ts';
import { check, dayMs, startMs } from '../../support/ledger-scenario.ts';

const outcome: SettledCheck = { status: 'unpaid', attempts: 1, served: false };
const settledAt = (window: typeof emptySettledWindow, name: string, atMs: number) =>
  remember(window, { checkId: check(name), outcome, occurredAt: instant(atMs) });

describe('the window of settled checks', () => {
  it('remembers nothing at first', () => {
    assert.equal(recall(emptySettledWindow, check('a')), undefined);
  });

  it('remembers the newest outcome of a check', () => {
    const again: SettledCheck = { status: 'unpaid', attempts: 2, served: true };
    const window = remember(settledAt(emptySettledWindow, 'a', startMs), {
      checkId: check('a'),
      outcome: again,
      occurredAt: instant(startMs + dayMs),
    });
    assert.deepEqual(recall(window, check('a')), again);
  });

  it('remembers every check for at least a day, and none of three days ago', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: dayMs / 3 }), { maxLength: 60 });
    fc.assert(
      fc.property(gaps, (waits) => {
        let window = emptySettledWindow;
        let at = startMs;
        const settled: { name: string; at: number }[] = [];
        for (const [index, wait] of waits.entries()) {
          at += wait;
          window = settledAt(window, `c${index}`, at);
          settled.push({ name: `c${index}`, at });
        }
        for (const one of settled) {
          if (at - one.at < dayMs) assert.ok(recall(window, check(one.name)));
        }
        const recent = settled.filter((one) => at - one.at <= 3 * dayMs).length;
        assert.ok(window.current.size + window.previous.size <= recent);
      }),
    );
  });

  it('starts anew after two days without any', () => {
    const window = settledAt(settledAt(emptySettledWindow, 'a', startMs), 'b', startMs + 2 * dayMs);
    assert.equal(recall(window, check('a')), undefined);
    assert.equal(window.current.size + window.previous.size, 1);
  });

  it('forgets nothing when the clock is set back', () => {
    const later = settledAt(emptySettledWindow, 'a', startMs);
    const earlier = settledAt(later, 'b', startMs - dayMs);
    assert.ok(recall(earlier, check('a')));
    assert.ok(recall(earlier, check('b')));
  });
});
