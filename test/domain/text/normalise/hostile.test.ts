import assert from 'node:assert/strict';
import { analyseForensics } from '../../../../domain/text/forensics/analyse-forensics.ts';

const length = 200_000;
/** A quadratic step takes minutes at this length; a busy machine takes a second. */
const limitMs = 6000;

const filled = (unit: string): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const texts: Readonly<Record<string, string>> = {
  'zero-width spaces': filled('\u200B'),
  'a zero-width space in every word': filled('a\u200B'),
  'two marks in turn on one letter': `a${filled('\u0301\u0316')}`,
  'marks on every letter': filled('a\u0316\u0301\u0301\u0336'),
  'overrides in turn': filled('\u202E\u202D'),
  'an override before every letter': filled('\u202Ea'),
  'isolates that never close in Hebrew': `א${filled('\u2066')}`,
  'closers without openers in Hebrew': `א${filled('\u202B\u2069\u202C')}`,
  'one word of two scripts': filled('аe'),
  'mixed words': filled('pаy '),
  'mixed words in lines': filled('аe\n'),
  'foreign words of twins': filled('саре саse '),
  'one long word': filled('a'),
  'one long Cyrillic word': filled('а'),
  'private use': filled('\uE200'),
  selectors: filled('\u{E0110}'),
  'a selector behind every letter': filled('a\uFE0F'),
  'lone surrogates': filled('\uD800'),
  'line feeds': filled('\n'),
  'opening brackets': filled('['),
  asterisks: filled('*'),
  quotes: filled('“”"`'),
  'unclosed citations': filled('【1†'),
  'unclosed labels': filled('AIGC:{'),
  'front matter fences': filled('---\n'),
};

describe('a text built to be slow', () => {
  for (const [name, text] of Object.entries(texts)) {
    it(`is examined in time: ${name}`, () => {
      const start = performance.now();
      analyseForensics(text);
      const took = performance.now() - start;
      assert.ok(took < limitMs, `${length} code units took ${Math.round(took)} ms`);
    });
  }
});
