import assert from 'node:assert/strict';
import fc from 'fast-check';
import { countWords, words } from '../../../domain/text/words.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

describe('words', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['It was the best of times.', ['It', 'was', 'the', 'best', 'of', 'times']],
    ["don't can’t l'homme", ["don't", 'can’t', "l'homme"]],
    ['3.14 1,000 2½ x²', ['3.14', '1,000', '2', '½', 'x', '²']],
    ['well-known AT&T', ['well', 'known', 'AT', 'T']],
    ['-- … 👍 __ ***', []],
    ['Größe\u00a0über école', ['Größe', 'über', 'école']],
    ['e\u0301te\u0301', ['e\u0301te\u0301']],
    ['Привет, мир!', ['Привет', 'мир']],
    ['می‌خواهم', ['می‌خواهم']],
    ['', []],
    [' \n\t ', []],
  ];
  for (const [text, expected] of cases) {
    it(`finds ${expected.length} in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(
        words(text).map((word) => word.text),
        expected,
      );
      assert.equal(countWords(text), expected.length);
    });
  }

  it('agrees with one call of the segmenter on short texts', () => {
    fc.assert(
      fc.property(shortText, (text) => {
        assert.deepEqual(words(text), wordsInOneCall(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('agrees with one call of the segmenter on any UTF-16', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        assert.deepEqual(words(text), wordsInOneCall(text));
      }),
    );
  });

  it('agrees with one call of the segmenter on texts of several pieces', () => {
    const paragraph =
      'Call me Ishmael. Some years ago – never mind how long precisely – I went to sea. ';
    const cyrillic = 'Все счастливые семьи похожи друг на друга. ';
    const text = `${paragraph.repeat(20)}\n\n${cyrillic.repeat(40)}\n${paragraph.repeat(30)}`;
    assert.ok(text.length > 5_000);
    assert.deepEqual(words(text), wordsInOneCall(text));
  });

  it('gives spans in order that hold exactly the word', () => {
    fc.assert(
      fc.property(fc.array(shortText, { maxLength: 8 }), (parts) => {
        const text = parts.join(' '.repeat(300));
        let last = 0;
        for (const word of words(text)) {
          assert.ok(word.start >= last && word.end > word.start && word.end <= text.length);
          assert.equal(text.slice(word.start, word.end), word.text);
          last = word.end;
        }
      }),
    );
  });

  it('keeps a word whole that is longer than any piece', () => {
    for (const letters of ['a'.repeat(9_999), 'ж'.repeat(9_999), '1,'.repeat(4_000)]) {
      const text = `before ${letters} after`;
      assert.deepEqual(
        words(text).map((word) => word.end - word.start),
        [6, letters.endsWith(',') ? letters.length - 1 : letters.length, 5],
      );
    }
  });

  const hostile: Readonly<Record<string, string>> = {
    letters: 'a'.repeat(400_000),
    spaces: ' '.repeat(400_000),
    prose: 'The quick brown fox jumps over the lazy dog. '.repeat(9_000),
    Chinese: '我们在这里讨论一个非常重要的问题'.repeat(25_000),
    Thai: 'ภาษาไทยเป็นภาษาที่ไม่มีช่องว่าง'.repeat(13_000),
    'emoji families': '👨‍👩‍👧‍👦'.repeat(36_000),
    'combining marks': `a${'\u0301'.repeat(400_000)}`,
    'zero-width spaces': '\u200b'.repeat(400_000),
    'lone surrogates': '\ud800'.repeat(400_000),
  };
  for (const [name, text] of Object.entries(hostile)) {
    // Quadratic work on this much takes minutes: the time-out catches that, and no machine's mood.
    it(`gets through 400,000 characters of ${name}`, () => {
      const found = words(text);
      assert.ok(found.every(({ start, end }) => start < end && end <= text.length));
    });
  }
});

const shortText = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        'B',
        'é',
        'ß',
        '1',
        '23',
        '_',
        '.',
        ',',
        ';',
        ':',
        "'",
        '’',
        '·',
        '-',
        ' ',
        '\n',
        '"',
      ],
      ...['…', '²', 'º', '\u00a0', '\u0301', '\u00ad', 'ж', '字', '👍🏽', '\u200d', '\n\n', 'word'],
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

function wordsInOneCall(text: string): { start: number; end: number; text: string }[] {
  return [...segmenter.segment(text)]
    .filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment))
    .map(({ segment, index }) => ({ start: index, end: index + segment.length, text: segment }));
}
