import assert from 'node:assert/strict';
import { normalise } from '../../../../domain/text/normalise/normalise.ts';

type Case = readonly [name: string, submitted: string, expected: string];

const rules: Readonly<Record<string, readonly Case[]>> = {
  'lines and controls': [
    ['drops one leading byte order mark', '\uFEFFText', 'Text'],
    ['replaces lone surrogates', 'a\uD800b\uDC00', 'a\uFFFDb\uFFFD'],
    ['keeps surrogate pairs', 'a😀b', 'a😀b'],
    ['turns every line break into LF', 'a\r\nb\rc\u0085d\u2028e\u2029f', 'a\nb\nc\nd\ne\nf'],
    ['breaks the line at form feed and vertical tab', 'page one\fpage\vtwo', 'page one\npage\ntwo'],
    ['removes NUL, escape and DEL but not tab', 'a\0b\u001B\tc\u007F', 'ab\tc'],
    ['removes C1 and noncharacters', 'a\u0080b\u009Fc\uFFFFd\uFDD0e\u{1FFFE}', 'abcde'],
  ],
  invisibles: [
    ['removes zero-width characters in Latin', 'a\u200Bb\u200Cc\u200Dd\u2060e\uFEFFf', 'abcdef'],
    [
      'removes a joiner between Latin letters next to Persian',
      'ab\u200Ccd می\u200Cشود',
      'abcd می\u200Cشود',
    ],
    ['keeps one of several non-joiners in Persian', 'می\u200C\u200C\u200Cشود', 'می\u200Cشود'],
    ['removes a dangling non-joiner', 'کتاب\u200C و', 'کتاب و'],
    ['removes a joiner that joins no emoji', '😀\u200D and 👩\u200D', '😀 and 👩'],
    ['keeps one of two emoji joiners', '👩\u200D\u200D🚀', '👩\u200D🚀'],
    ['keeps one of two presentation selectors', '❤\uFE0F\uFE0F', '❤\uFE0F'],
    ['removes a selector behind a letter and a lone digit', 'a\uFE0F 5\uFE0F', 'a 5'],
    ['removes soft hyphens and grapheme joiners', 'ca\u00ADno\u034Fe', 'canoe'],
    ['removes invisible operators', 'f\u2061(x)\u2062y\u2063z\u2064', 'f(x)yz'],
    ['removes Hangul fillers outside jamo', 'a\u3164b\uFFA0c\u115F', 'abc'],
    ['removes music and shorthand format controls', 'a\u{1D173}b\u{1BCA0}c', 'abc'],
    ['removes a Mongolian selector outside Mongolian', 'a\u180Bb\u180Ec', 'abc'],
  ],
  directions: [
    ['removes overrides in any text', 'abc\u202Edef\u202C שלום\u202D', 'abcdef שלום'],
    ['removes marks in left-to-right text', 'a\u200Eb\u200Fc\u061C', 'abc'],
    ['decides by paragraph', 'a\u200Eb\nשלום\u200E!', 'ab\nשלום\u200E!'],
    ['removes unbalanced controls in Hebrew', 'שלום \u2067עולם', 'שלום עולם'],
    ['keeps balanced embeddings in Hebrew', 'שלום \u202Aabc\u202C', 'שלום \u202Aabc\u202C'],
    ['removes what closes an override only', 'ש \u202Aa\u202Eb\u202Cc\u202C', 'ש \u202Aabc\u202C'],
  ],
  spaces: [
    [
      'turns each unusual space into one space',
      'a\u00A0b\u2003c\u202Fd\u205Fe\u2800f',
      'a b c d e f',
    ],
    ['turns an ideographic space in Latin into a space', 'a\u3000b', 'a b'],
  ],
  composition: [
    ['composes', 'Cafe\u0301 n\u0303', 'Café ñ'],
    ['composes Hangul', '\u1112\u1161\u11AB', '한'],
    ['replaces singletons', '\u212B \u212A', 'Å K'],
    ['drops the third mark of a Latin base', 'x\u0301\u0302\u0303', 'x\u0301\u0302'],
    ['drops overlays', 'g\u0336o\u0337n\u0338e\u0335 \u03361\u0336', 'gone 1'],
    ['keeps a negated relation', '∼\u0338', '≁'],
  ],
  'compatibility letters': [
    ['folds mathematical letters and the gaps in their alphabets', '𝓗ℯ𝓁𝓁ℴ 𝟐𝟎', 'Hello 20'],
    ['folds circled and squared words', 'ⓗⓔⓛⓛⓞ 🅷🅸', 'hello HI'],
    ['folds full-width Latin in Latin text', 'ｈｅｌｌｏ ２０２４', 'hello 2024'],
    ['spells ligatures out', 'of\uFB01ce \uFB04', 'office ffl'],
    ['folds Roman numeral letters inside a word', 'heⅼⅼo', 'hello'],
    ['folds a lone Roman one', 'and Ⅰ am', 'and I am'],
    ['folds small capitals', 'ʜᴇʟʟᴏ ᴛʜᴇʀᴇ', 'hello there'],
    ['composes what it folded', '𝑒\u0301', 'é'],
  ],
  'chat marks': [
    [
      'removes citation marks around handles only',
      'x\uE200cite\uE202turn0search0\uE201 \uE200 y',
      'xciteturn0search0 \uE200 y',
    ],
  ],
};

describe('normalisation', () => {
  for (const [group, cases] of Object.entries(rules)) {
    describe(group, () => {
      for (const [name, submitted, expected] of cases) {
        it(name, () => assert.equal(normalise(submitted).text, expected));
      }
    });
  }
});
