import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Edit } from '../../../../domain/checks/report.ts';
import { documentWords } from '../../../../domain/text/grammar/document-words.ts';
import { type UiLanguage, uiLanguages } from '../../../../domain/text/ui-language.ts';
import {
  checkGrammar,
  checkGrammarPiece,
} from '../../../../infrastructure/analysis/grammar/check-grammar.ts';

const clean: Readonly<Record<UiLanguage, string>> = {
  en: 'It was the best of times, it was the worst of times, it was the age of wisdom.',
  pt: 'A menina abriu a porta devagar e olhou para o jardim cheio de flores.',
  es: 'En un lugar de la Mancha vivía un hidalgo que leía muchos libros.',
  fr: 'Longtemps, je me suis couché de bonne heure et je lisais avant de dormir.',
  de: 'Die Sonne schien hell, und die Kinder spielten den ganzen Tag im Garten.',
  it: 'Nel mezzo del cammino della nostra vita ci siamo fermati a guardare il mare.',
};
const misspelt: Readonly<
  Record<UiLanguage, readonly [text: string, original: string, replacement: string]>
> = {
  en: ['We will definately recieve it.', 'recieve', 'receive'],
  pt: ['A comunicacão foi boa.', 'comunicacão', 'comunicação'],
  es: ['La habitacion era grande.', 'habitacion', 'habitación'],
  fr: ['Il est propablement parti.', 'propablement', 'probablement'],
  de: ['Das ist beträchlich mehr.', 'beträchlich', 'beträchtlich'],
  it: ['La lezione comincera domani.', 'comincera', 'comincerà'],
};

function original(text: string, edits: readonly Edit[]): void {
  let from = 0;
  for (const edit of edits) {
    assert.equal(text.slice(edit.start, edit.end), edit.original);
    assert.ok(edit.start >= from && edit.end > edit.start);
    from = edit.end;
  }
}

describe('the grammar check', () => {
  for (const language of uiLanguages) {
    it(`says nothing about clean prose in ${language}`, async () => {
      const report = await checkGrammar({ text: clean[language], language, uiLanguage: 'en' });
      assert.deepEqual(report, { edits: [], score: 100 });
    });

    it(`corrects a slip in ${language} and explains it in another language`, async () => {
      const [text, wrong, right] = misspelt[language];
      const { edits, score } = await checkGrammar({ text, language, uiLanguage: 'it' });
      const edit = edits.find((one) => one.original === wrong);
      assert.equal(edit?.replacement, right);
      assert.match(edit?.explanation ?? '', /dizionario|accento/u);
      assert.ok(score < 100);
    });
  }

  it('finds grammar mistakes of English', async () => {
    const text = 'He go to school every day. I have a apple and she don’t.';
    const { edits } = await checkGrammar({ text, language: 'en', uiLanguage: 'de' });
    const found = edits.map((edit) => `${edit.original}>${edit.replacement}`);
    assert.ok(found.includes('go>goes') && found.includes('a>an'), found.join());
    for (const edit of edits) assert.doesNotMatch(edit.explanation, /article|agree|should/iu);
  });

  it('accepts British and American spelling side by side', async () => {
    const text = 'The colour of the theater is gray, and the organisation likes its neighbour.';
    assert.deepEqual((await checkGrammar({ text, language: 'en', uiLanguage: 'en' })).edits, []);
  });

  it('never proposes starred-out words', async () => {
    const text = 'That is complete bullshit, he said.';
    const { edits } = await checkGrammar({ text, language: 'en', uiLanguage: 'en' });
    assert.deepEqual(
      edits.filter(({ replacement }) => replacement.includes('*')),
      [],
    );
  });

  it('has no dictionary for other languages and says so by silence', async () => {
    const text = 'Det var en gång en konung som hade tre söner.';
    for (const language of ['sv', 'xx', null]) {
      const report = await checkGrammar({ text, language, uiLanguage: 'en' });
      assert.deepEqual(report, { edits: [], score: 100 });
    }
  });

  it('gives the same edits for a long text as for its parts', async () => {
    const paragraph = `${clean.de} Das ist beträchlich mehr.\n\n`;
    const text = paragraph.repeat(2) + clean.de.repeat(300);
    const whole = await checkGrammar({ text, language: 'de', uiLanguage: 'en' });
    assert.equal(whole.edits.length, 2);
    const knownWords = documentWords(text);
    const part = { text: paragraph, language: 'de', uiLanguage: 'en', knownWords } as const;
    assert.equal((await checkGrammarPiece(part)).length, 1);
    original(text, whole.edits);
  });

  it('keeps every edit on the words it quotes, in any text', async () => {
    const parts = fc.constantFrom(
      'recieve',
      ' ',
      'the the',
      '😀',
      '👩‍👩‍👧',
      '\u0301',
      ' ,',
      '. ',
      'de el',
      '«',
      '?',
      'Strasse',
      '\n',
      '\ud800',
      'https://a.example',
      'que il',
      'a apple',
      'é',
    );
    const texts = fc.array(parts, { maxLength: 40 }).map((some) => some.join(''));
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom(...uiLanguages, null), async (text, language) => {
        const { edits } = await checkGrammar({ text, language, uiLanguage: 'en' });
        original(text, edits);
      }),
      { numRuns: 150 },
    );
  });

  it('survives what would abort an engine', async () => {
    const ugly = ['x'.repeat(20_000), '('.repeat(5000), '\u0301'.repeat(5000), 'a '.repeat(2000)];
    for (const text of ugly) {
      for (const language of ['en', 'de'] as const) {
        original(text, (await checkGrammar({ text, language, uiLanguage: 'en' })).edits);
      }
    }
    const text = 'We recieve it.';
    const after = await checkGrammar({ text, language: 'en', uiLanguage: 'en' });
    assert.equal(after.edits.length, 1);
  });
});
