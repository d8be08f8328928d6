import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sentences } from '../../../domain/text/sentences.ts';

describe('sentences', () => {
  const cases: readonly (readonly [string | null, string])[] = [
    ['en', 'It was the best of times. | It was the worst of times!'],
    ['en', 'Mr. Darcy met Dr. Watson at 5 p.m. on Baker St. in London. | They talked.'],
    ['en', 'See J. R. R. Tolkien, e.g. The Hobbit, and no. 5 of vol. 2. | Read it.'],
    ['en', 'He moved to the U.S. in May. | He stayed in the U.S. | He liked it.'],
    ['en', '“Is it you?” she asked. | “Yes!” he said.'],
    ['en', 'The war ended. | 1839 was a quiet year.'],
    ['en', 'I wondered… | Then I knew. | It was … odd.'],
    ['en', 'Version 2.5 costs $3.50 at example.com today. | Buy it.'],
    ['en', '1. Preheat the oven.'],
    ['de', 'Er kam am 3. Mai im 19. Jahrhundert. | Danach ging er.'],
    ['de', 'Es gibt z. B. Hunde, d. h. Tiere, bzw. Katzen. | Dr. Müller mag sie.'],
    ['de', 'Das geschah 1839. | Die Stadt wuchs.'],
    ['de', '»Wer bist du?«, fragte er. | »Niemand.«'],
    ['es', 'El Sr. García y la Sra. López viven en EE. UU. desde 1990. | ¿Por qué? | ¡No sé!'],
    ['es', 'Ocurrió en el siglo II a. C. | En Roma había paz.'],
    ['pt', 'O Sr. Silva mora na Av. Paulista. | Ele nasceu no séc. XX, p. ex. em 1950.'],
    ['fr', 'M. Dupont dit : « Venez ! » | Mme Martin vint. | Voir p. 12.'],
    ['fr', '« Je suis venu. » | Il repartit.'],
    [
      'it',
      'Il sig. Rossi e il dott. Bianchi arrivano. | Prof. Verdi parte, ecc. ecc. | Poi torna.',
    ],
    ['ja', '吾輩は猫である。 | 名前はまだ無い。'],
    [null, 'Это первое предложение. | А это второе?'],
    ['en', 'First paragraph\n\n | second one without a full stop\n\n\n | Third.'],
    ['en', 'Heading\n | The text below the heading. | It goes on.'],
  ];
  for (const [language, marked] of cases) {
    it(`cuts ${language} ${JSON.stringify(marked)}`, () => {
      const text = marked.replaceAll('\n | ', '\n').replaceAll(' | ', ' ');
      const found = sentences(text, language).map(({ start, end }) => text.slice(start, end));
      assert.deepEqual(
        found,
        marked.split(' | ').map((part) => part.trim()),
      );
    });
  }

  it('go on across a wrapped line', () => {
    const text =
      'Call me Ishmael. Some years ago, never mind how long precisely, I went\nto sea. And so on.';
    assert.deepEqual(
      sentences(text, 'en').map(({ start, end }) => end - start),
      [16, text.indexOf(' And') - 17, 10],
    );
  });

  it('do not exist where there is no letter or digit', () => {
    assert.deepEqual(sentences('*** \n\n … \n 👍 !!', 'en'), []);
  });

  it('take marks without letters to the sentence before', () => {
    const text = 'So it ends. ... !!! And goes on.';
    assert.deepEqual(
      sentences(text, 'en').map(({ start, end }) => text.slice(start, end)),
      ['So it ends. ... !!!', 'And goes on.'],
    );
  });

  it('may be longer than a piece', () => {
    const long = `${'and on '.repeat(2_000)}it ends.`;
    const text = `First. ${long[0]?.toUpperCase()}${long.slice(1)} Last one.`;
    assert.equal(sentences(text, 'en').length, 3);
  });

  it('are trimmed, in order and never overlap, on any text', () => {
    const parts = fc.constantFrom(
      'a',
      'B',
      '. ',
      '? ',
      '…',
      '\n',
      '\n\n',
      '"',
      '»',
      '1',
      '3. ',
      'Dr. ',
      '😀',
      ' ',
      '!)',
    );
    const anyText = fc.oneof(
      fc.array(parts, { maxLength: 60 }).map((chosen) => chosen.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(anyText, fc.constantFrom('en', 'de', 'fr', null), (text, language) => {
        let last = 0;
        for (const { start, end } of sentences(text, language)) {
          assert.ok(start >= last && end > start && end <= text.length);
          assert.equal(text.slice(start, end), text.slice(start, end).trim());
          assert.match(text.slice(start, end), /[\p{L}\p{N}]/u);
          last = end;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('hold every word of the text', () => {
    const text = fc.array(fc.constantFrom('One', 'two. ', 'Three? ', '\n\n', ' ', '4. ', 'e.g. '), {
      maxLength: 50,
    });
    fc.assert(
      fc.property(text, (parts) => {
        const joined = parts.join('');
        const kept = sentences(joined, 'en')
          .map(({ start, end }) => joined.slice(start, end))
          .join('');
        assert.equal(kept.replace(/\s/g, ''), joined.replace(/\s/g, ''));
      }),
    );
  });
});
