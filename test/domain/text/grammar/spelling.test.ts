import assert from 'node:assert/strict';
import { checkText } from '../../../../domain/text/grammar/check-text.ts';
import { documentWords } from '../../../../domain/text/grammar/document-words.ts';
import type { UiLanguage } from '../../../../domain/text/ui-language.ts';

const known = new Set(
  'la casa es muy bonita canción una el libro de hoy y vive en con haus Haus das ist ein großes Straße hier économique econômico o plano é'.split(
    ' ',
  ),
);

function spelling(text: string, language: UiLanguage, whole = text): string[] {
  const lexicon = { knows: (word: string) => known.has(word) || known.has(word.toLowerCase()) };
  return checkText(text, { language, lexicon, document: documentWords(whole) })
    .filter(({ type }) => type === 'spelling')
    .map(({ original, replacement }) => `${original}>${replacement}`);
}

describe('spelling', () => {
  it('corrects an unknown word that a known one is near to', () => {
    assert.deepEqual(spelling('la casa es muy bonitta hoy', 'es'), ['bonitta>bonita']);
  });

  it('leaves capitalised words inside a sentence alone', () => {
    assert.deepEqual(spelling('la casa de Bonitta es muy bonita', 'es'), []);
  });

  it('leaves words with digits, capitals and hyphens alone', () => {
    assert.deepEqual(spelling('la cas4 CASSA bonitta-libro es muy bonita', 'es'), []);
  });

  it('leaves a word alone that the document uses three times', () => {
    const whole = 'la cassa. una cassa y el libro. la cassa';
    assert.deepEqual(spelling('la cassa es muy bonita', 'es', whole), []);
    assert.deepEqual(spelling('la cassa es muy bonita', 'es'), ['cassa>casa']);
  });

  it('leaves a name alone that another piece of the document shows to be one', () => {
    const whole = 'hoy vive con Cassa en la casa.\ncassa vive';
    assert.deepEqual(spelling('cassa vive con el libro', 'es', whole), []);
  });

  it('leaves a passage in another language alone', () => {
    assert.deepEqual(spelling('la casa de casea bonite libre es muy bonita', 'es'), []);
  });

  it('accepts the other variety of a language', () => {
    assert.deepEqual(spelling('o plano é económico', 'pt'), []);
    const swiss = 'das ist ein grosses Haus, heisst das, schliesslich ist das Strasse';
    assert.deepEqual(spelling('hier ist das Strasse', 'de', swiss), []);
  });
});
