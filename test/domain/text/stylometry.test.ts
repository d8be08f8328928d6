import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { StylometrySection } from '../../../domain/checks/report.ts';
import { readingEase, syllableCount } from '../../../domain/text/readability.ts';
import { sentences } from '../../../domain/text/sentences.ts';
import { movingTypeTokenRatio, stylometry } from '../../../domain/text/stylometry.ts';
import { words } from '../../../domain/text/words.ts';

const of = (text: string, language: string | null = 'en'): StylometrySection =>
  stylometry({ text, words: words(text), sentences: sentences(text, language), language });

describe('stylometry', () => {
  const text = 'The cat sat. The cat ran away quickly!\n\nA dog, an old one; barked 3 times?';

  it('counts words, sentences, paragraphs and characters', () => {
    const { words: count, sentences: sentenceCount, paragraphs, characters } = of(text);
    assert.deepEqual([count, sentenceCount, paragraphs, characters], [16, 3, 2, text.length]);
  });

  it('counts characters as code points', () => {
    assert.equal(of('a😀b').characters, 3);
  });

  it('measures how sentence lengths vary', () => {
    const figures = of(text);
    assert.equal(figures.mean_sentence_words, 5.3333);
    assert.equal(figures.sd_sentence_words, 2.5166);
    assert.equal(figures.burstiness, 0.4719);
    assert.equal(figures.longest_sentence_words, 8);
  });

  it('measures vocabulary and punctuation', () => {
    const figures = of(text);
    assert.equal(figures.distinct_words, 14);
    assert.equal(figures.type_token_ratio, 0.875);
    assert.equal(figures.hapax_share, 0.75);
    assert.equal(figures.commas_per_100_words, 6.25);
    assert.equal(figures.questions_per_100_words, 6.25);
    assert.equal(figures.punctuation_per_100_words, 31.25);
  });

  it('sees sentences that start alike', () => {
    const figures = of(text);
    assert.equal(figures.repeated_opener_share, 0.5);
    assert.equal(figures.opener_variety, 0.6667);
  });

  it('knows function words and reading ease only of the languages it serves', () => {
    assert.equal(of('The dog and the cat.').function_word_share, 0.6);
    assert.equal(of('Hunden og katten.', 'da').function_word_share, null);
    assert.equal(of('Hunden og katten.', 'da').reading_ease, null);
    assert.equal(of('Hunden og katten.', null).reading_ease, null);
  });

  it('has finite figures or null for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('en', 'fr', 'zz', null),
        (any, language) => {
          for (const figure of Object.values(of(any, language))) {
            assert.ok(figure === null || Number.isFinite(figure));
          }
        },
      ),
    );
  });
});

describe('moving type-token ratio', () => {
  it('does not depend on the length of the text', () => {
    const short = Array.from({ length: 200 }, (_, index) => `w${index % 50}`);
    const long = Array.from({ length: 2_000 }, (_, index) => `w${index % 50}`);
    assert.equal(movingTypeTokenRatio(short), 0.5);
    assert.equal(movingTypeTokenRatio(long), 0.5);
  });

  it('equals the mean over windows counted one by one', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), {
      minLength: 1,
      maxLength: 300,
    });
    fc.assert(
      fc.property(letters, (forms) => {
        const size = Math.min(100, forms.length);
        const windows = forms
          .slice(size - 1)
          .map((_, start) => new Set(forms.slice(start, start + size)).size / size);
        const expected = windows.reduce((sum, share) => sum + share, 0) / windows.length;
        assert.ok(Math.abs((movingTypeTokenRatio(forms) ?? -1) - expected) < 1e-9);
      }),
    );
  });
});

describe('reading ease', () => {
  it('follows the formula of the language', () => {
    const counts = { words: ['the', 'cat', 'sat'], sentences: 1 };
    assert.equal(readingEase('en', counts)?.toFixed(3), (206.835 - 3.045 - 84.6).toFixed(3));
    assert.equal(readingEase('de', counts)?.toFixed(3), (180 - 3 - 58.5).toFixed(3));
  });

  it('has none for a text without sentences', () => {
    assert.equal(readingEase('en', { words: [], sentences: 0 }), null);
  });

  const syllables: readonly (readonly ['de' | 'en' | 'es' | 'fr' | 'it' | 'pt', string, number])[] =
    [
      ['en', 'make', 1],
      ['en', 'table', 2],
      ['en', 'wanted', 2],
      ['en', 'rhythm', 1],
      ['de', 'Donaudampfschiff', 4],
      ['es', 'poesía', 4],
      ['es', 'camino', 3],
      ['fr', 'montagne', 2],
      ['it', 'bellissimo', 4],
      ['pt', 'saída', 3],
      ['en', '1839', 1],
    ];
  for (const [language, word, count] of syllables) {
    it(`counts ${count} in ${language} ${word}`, () => {
      assert.equal(syllableCount(word, language), count);
    });
  }
});
