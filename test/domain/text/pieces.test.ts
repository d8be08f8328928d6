import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isInsideWord, pieces } from '../../../domain/text/pieces.ts';

describe('pieces', () => {
  it('join to the text again and keep to the limit', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(' ', '\n\n', '. ', '😀', '字')),
        ),
        fc.integer({ min: -1, max: 60 }),
        (parts, maxLength) => {
          const text = parts.join('');
          let last = 0;
          for (const piece of pieces(text, maxLength)) {
            assert.equal(piece.start, last);
            assert.ok(piece.end > piece.start && piece.end - piece.start <= Math.max(2, maxLength));
            last = piece.end;
          }
          assert.equal(last, text.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('never cut inside a surrogate pair', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('😀', 'a', ' ', '👨‍👩‍👧', '𝒜', '\u0301'), {
          minLength: 1,
          maxLength: 80,
        }),
        fc.integer({ min: 2, max: 30 }),
        (parts, maxLength) => {
          const text = parts.join('');
          for (const { start, end } of pieces(text, maxLength)) {
            assert.doesNotMatch(text.slice(start, end), /^[\udc00-\udfff]|[\ud800-\udbff]$/);
          }
        },
      ),
    );
  });

  it('never exceed 2,000 code units, whatever is asked', () => {
    const longest = Math.max(
      ...pieces('a'.repeat(9_000), 8_000).map(({ start, end }) => end - start),
    );
    assert.equal(longest, 2_000);
  });

  it('cut after a blank line rather than elsewhere', () => {
    const text = `${'word '.repeat(12)}\n\nNext. One more. And another one.`;
    assert.equal(pieces(text, 90)[0]?.end, text.indexOf('Next'));
  });

  it('cut after a sentence rather than inside it', () => {
    const text = 'Ten letters and some more. This sentence does not fit any more';
    assert.equal(pieces(text, 40)[0]?.end, text.indexOf('This'));
  });

  it('cut between words where there is no sentence end', () => {
    for (const { start } of pieces('lorem ipsum dolor sit amet '.repeat(40), 50)) {
      assert.ok(!isInsideWord('lorem ipsum dolor sit amet '.repeat(40), start));
    }
  });

  it('cut Chinese and Thai between two words', () => {
    for (const text of [
      '我们在这里讨论一个非常重要的问题'.repeat(300),
      'ภาษาไทยไม่มีช่องว่าง'.repeat(300),
    ]) {
      const whole = new Set(
        [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)].map(
          ({ index }) => index,
        ),
      );
      assert.ok(pieces(text).every(({ start }) => whole.has(start)));
    }
  });

  it('keep an emoji family together', () => {
    const family = '👨‍👩‍👧‍👦';
    for (const { start, end } of pieces(family.repeat(500))) {
      assert.equal((end - start) % family.length, 0);
    }
  });
});
