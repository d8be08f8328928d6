import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  keyTerms,
  unlimitedTerms,
  type WishedTerms,
} from '../../../../domain/access/api-key/terms.ts';
import { checkKinds } from '../../../../domain/checks/request.ts';
import { instant } from '../../../../domain/shared/instant.ts';

const now = instant(1_000_000);

describe('the terms of a key', () => {
  it('limit nothing when nothing is asked for', () => {
    for (const wish of [{}, { monthlyCap: null, expiresAt: null, checks: null }]) {
      assert.deepEqual(keyTerms(wish, now), { ok: true, value: unlimitedTerms });
    }
  });

  it('are a cap, an end and checks, each named once and in the order of the specification', () => {
    const wish = { monthlyCap: 1, expiresAt: now + 1, checks: ['plagiarism', 'ai', 'plagiarism'] };
    const value = { monthlyCap: 1, expiresAt: now + 1, checks: ['ai', 'plagiarism'] };
    assert.deepEqual(keyTerms(wish, now), { ok: true, value });
  });

  for (const [what, wish] of Object.entries<WishedTerms>({
    'a cap of nothing': { monthlyCap: 0 },
    'a cap below nothing': { monthlyCap: -5 },
    'a cap in parts of a credit': { monthlyCap: 0.5 },
    'a cap beyond what can be counted': { monthlyCap: 2 ** 53 },
    'a cap that is no number': { monthlyCap: Number.NaN },
    'an end that is now': { expiresAt: now },
    'an end that has passed': { expiresAt: now - 1 },
    'an end that is no instant': { expiresAt: Number.POSITIVE_INFINITY },
    'an end after all dates': { expiresAt: 8.64e15 + 1 },
    'a check that does not exist': { checks: ['ai', 'deep'] },
    'no check at all': { checks: [] },
  })) {
    it(`refuse ${what}`, () => {
      const outcome = keyTerms(wish, now);
      assert.ok(!outcome.ok);
      assert.equal(outcome.refusal.code, 'bad_json');
    });
  }

  it('never throw, whatever is asked for', () => {
    const wishes = fc.record({
      monthlyCap: fc.oneof(fc.constant(null), fc.double(), fc.integer()),
      expiresAt: fc.oneof(fc.constant(null), fc.double(), fc.maxSafeInteger()),
      checks: fc.oneof(
        fc.constant(null),
        fc.array(fc.oneof(fc.string(), fc.constantFrom(...checkKinds))),
      ),
    });
    fc.assert(
      fc.property(wishes, (wish) => {
        const outcome = keyTerms(wish, now);
        if (!outcome.ok) return;
        const { monthlyCap, expiresAt, checks } = outcome.value;
        assert.deepEqual(
          { monthlyCap, expiresAt },
          { monthlyCap: wish.monthlyCap, expiresAt: wish.expiresAt },
        );
        assert.deepEqual(new Set(checks), new Set(wish.checks));
      }),
    );
  });
});
