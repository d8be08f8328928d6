import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normalise } from '../../../../domain/text/normalise/normalise.ts';
import {
  applyEdits,
  toNormalised,
  toSubmitted,
} from '../../../../domain/text/normalise/text-edit.ts';

/** Characters that the rules react to, so that random texts meet every rule and their mixtures. */
const nasty = [
  ...['a', 'e', 'o', 'p', 'c', 'x', 'Z', 'B', ' ', '\n', '\r', '1', '.', '-', '"', '`'],
  ...['а', 'е', 'о', 'р', 'с', 'ж', 'П', 'α', 'ο', 'ν', 'Α', 'Ω', 'օ', 'Ꭺ', 'ᴀ', 'ɡ', 'ə', 'ı'],
  ...[
    'ש',
    'ا',
    'م',
    'ی',
    'क',
    '्',
    'ि',
    'ક',
    'ก',
    'ខ',
    '한',
    '\u1112',
    '\u1161',
    '\u11AB',
    '中',
    'は',
  ],
  ...['\u200B', '\u200C', '\u200D', '\u200E', '\u200F', '\u061C', '\u2060', '\uFEFF', '\u00AD'],
  ...['\u034F', '\u202A', '\u202C', '\u202E', '\u2066', '\u2069', '\u180B', '\u180E', '\u115F'],
  ...['\u1160', '\u3164', '\u2061', '\uFE0E', '\uFE0F', '\uFE00', '\u{E0100}', '\u{E0158}'],
  ...[
    '\u{1F3F4}',
    '\u{E0067}',
    '\u{E0062}',
    '\u{E0065}',
    '\u{E006E}',
    '\u{E007F}',
    '😀',
    '❤',
    '👩',
  ],
  ...['\u0301', '\u0316', '\u0336', '\u0338', '\u0344', '\u05B0', '\u093C', '\u20E3', '=', '∼'],
  ...['\u00A0', '\u202F', '\u3000', '\u2003', '\u2800', '⠓', 'ﬁ', '𝐇', 'ℯ', '\u210B', 'Ａ', '１'],
  ...['ⓐ', '🅰', 'Ⅰ', 'ⅼ', '\uE200', '\uE201', 'cite', 'turn0search0', '\0', '\u0085', '\uFFFE'],
  ...['\uD800', '\uDC00', '\u212B', '\u0958', '\uFA10'],
];

const nastyText = fc
  .array(fc.constantFrom(...nasty), { maxLength: 60, size: 'max' })
  .map((parts) => parts.join(''));
const anyUtf16 = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 80, size: 'max' })
  .map((units) => String.fromCharCode(...units));
const anyText = fc.oneof(
  nastyText,
  anyUtf16,
  fc.string({ unit: 'binary', maxLength: 80, size: 'max' }),
);

describe('normalisation of any text', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(anyText, (submitted) => {
        const once = normalise(submitted).text;
        const twice = normalise(once);
        assert.equal(twice.text, once);
        assert.deepEqual(twice.edits, []);
      }),
      { numRuns: 2000 },
    );
  });

  it('is what its edits make of the submitted text', () => {
    fc.assert(
      fc.property(anyText, (submitted) => {
        const { text, edits } = normalise(submitted);
        assert.equal(applyEdits(submitted, edits), text);
      }),
      { numRuns: 1000 },
    );
  });

  it('has sorted edits that do not overlap', () => {
    fc.assert(
      fc.property(anyText, (submitted) => {
        const { text, edits } = normalise(submitted);
        edits.forEach((edit, index) => {
          const before = edits[index - 1];
          assert.ok(edit.start < edit.end && edit.end <= submitted.length);
          assert.ok(before === undefined || (before.end <= edit.start && before.at < edit.at));
          assert.equal(text.slice(edit.at, edit.at + edit.replacement.length), edit.replacement);
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('maps offsets in order, inside the other text, and back again where nothing was edited', () => {
    fc.assert(
      fc.property(anyText, (submitted) => {
        const { text, edits } = normalise(submitted);
        let last = 0;
        for (let offset = 0; offset <= text.length; offset += 1) {
          const there = toSubmitted(edits, offset);
          assert.ok(there >= last && there <= submitted.length);
          last = there;
          const back = toNormalised(edits, there);
          const isInReplacement = edits.some(
            ({ at, replacement }) => offset > at && offset < at + replacement.length,
          );
          assert.ok(
            isInReplacement ? back <= offset : back === offset,
            `${offset} came back as ${back}`,
          );
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('is well-formed, composed and free of carriage returns', () => {
    fc.assert(
      fc.property(anyText, (submitted) => {
        const { text } = normalise(submitted);
        assert.doesNotMatch(text, /\p{Surrogate}|\r|\0|\u202E/u);
        assert.equal(text.normalize('NFC'), text);
      }),
      { numRuns: 1500 },
    );
  });
});
