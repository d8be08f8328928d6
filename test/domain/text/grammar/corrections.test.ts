import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Edit, EditType } from '../../../../domain/checks/report.ts';
import { correctionsOf, mergeGrammar } from '../../../../domain/text/grammar/corrections.ts';
import { grammarScore } from '../../../../domain/text/grammar/score.ts';

function edit(start: number, end: number, type: EditType = 'spelling'): Edit {
  const rule = `test.${type}`;
  return { start, end, type, rule, original: 'x', replacement: 'y', explanation: '' };
}

const edits = fc.array(
  fc
    .tuple(
      fc.nat(80),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom<EditType>('grammar', 'spelling', 'style', 'typography'),
    )
    .map(([start, length, type]) => edit(start, start + length, type)),
);

describe('corrections of a text', () => {
  it('keep the surer of two edits on one place', () => {
    const kept = correctionsOf([edit(0, 9, 'style'), edit(4, 6, 'grammar')], 100).edits;
    assert.deepEqual(
      kept.map(({ type }) => type),
      ['grammar'],
    );
  });

  it('stand in order and never overlap, whatever order they come in', () => {
    fc.assert(
      fc.property(edits, (some) => {
        const kept = correctionsOf(some, 100).edits;
        for (const [index, one] of kept.entries()) {
          assert.ok(one.start >= (kept[index - 1]?.end ?? 0));
        }
        assert.deepEqual(correctionsOf([...some].reverse(), 100).edits, kept);
      }),
    );
  });

  it('shift the edits of each piece to their place in the text', () => {
    const merged = mergeGrammar({
      pieces: [
        { start: 0, edits: [edit(3, 5)] },
        { start: 100, edits: [edit(0, 2)] },
      ],
      words: 500,
    });
    assert.deepEqual(
      merged.edits.map(({ start, end }) => [start, end]),
      [
        [3, 5],
        [100, 102],
      ],
    );
  });
});

describe('the score', () => {
  it('is 100 without edits and below it with any', () => {
    assert.equal(grammarScore([], 0), 100);
    assert.equal(grammarScore([{ type: 'style' }], 1_000_000), 99);
  });

  it('depends on the share of edits, not on the length', () => {
    const once = grammarScore([{ type: 'grammar' }], 75);
    const often = grammarScore(Array<{ type: EditType }>(20).fill({ type: 'grammar' }), 1500);
    assert.equal(once, 50);
    assert.equal(often, once);
  });

  it('never rises with a further edit and stays between 0 and 100', () => {
    const types = fc.array(fc.constantFrom<EditType>('grammar', 'style', 'punctuation'));
    fc.assert(
      fc.property(types, fc.nat(5000), (some, words) => {
        const before = grammarScore(
          some.map((type) => ({ type })),
          words,
        );
        const after = grammarScore(
          [...some, 'grammar' as const].map((type) => ({ type })),
          words,
        );
        assert.ok(after <= before && after >= 0 && before <= 100);
      }),
    );
  });
});
