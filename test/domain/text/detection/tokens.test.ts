import assert from 'node:assert/strict';
import fc from 'fast-check';
import { tokens } from '../../../../domain/text/detection/tokens.ts';
import { words } from '../../../../domain/text/words.ts';

const forms = (text: string): readonly string[] => tokens(text, words(text)).forms;

describe('tokens of the detector', () => {
  it('level case, digits, spacing, quotation marks and dashes', () => {
    const typed = forms('“It’s 1,250 — really”, she said...');
    assert.deepEqual(typed, forms('"it\'s 7 - REALLY" ,  she said...'));
    assert.ok(typed.includes('0'));
  });

  it('leave out marks of formatting languages', () => {
    assert.deepEqual(forms('# A **bold** `word`'), ['a', 'bold', 'word']);
  });

  it('take a run of one mark as one token', () => {
    assert.deepEqual(forms('no!!! yes'), ['no', '!', 'yes']);
  });

  it('keep offsets in order, inside the text, and never overlapping', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const found = tokens(text, words(text));
        let end = 0;
        for (let index = 0; index < found.count; index++) {
          const start = found.starts[index] ?? -1;
          assert.ok(start >= end && (found.ends[index] ?? 0) > start);
          end = found.ends[index] ?? 0;
        }
        assert.ok(end <= text.length);
      }),
    );
  });
});
