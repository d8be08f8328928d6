import assert from 'node:assert/strict';
import { checkText, checkUnknownLanguage } from '../../../../domain/text/grammar/check-text.ts';
import { documentWords } from '../../../../domain/text/grammar/document-words.ts';
import type { UiLanguage } from '../../../../domain/text/ui-language.ts';

/** A dictionary that knows every word, so that only the rules speak. */
const lexicon = {
  knows: (word: string) => !/^(?:tische[rsm]|band[eims]+|bander|bandes)$/u.test(word),
  isNoun: (word: string) => ['Band', 'Tische', 'Preis'].includes(word),
};

function edits(language: UiLanguage, text: string): string[] {
  return checkText(text, { language, lexicon, document: documentWords(text) }).map(
    ({ original, replacement }) => `${original}>${replacement}`,
  );
}

function finds(language: UiLanguage, text: string, expected: string): void {
  assert.deepEqual(edits(language, text), [expected], text);
}

function accepts(language: UiLanguage, ...texts: string[]): void {
  for (const text of texts) assert.deepEqual(edits(language, text), [], text);
}

describe('rules for every language', () => {
  it('find a word written twice and leave what is rightly doubled', () => {
    finds('en', 'We went to to the sea.', 'to to>to');
    accepts('en', 'She had had enough.', 'Duran Duran played.', 'No, no, no.');
    accepts('fr', 'Nous nous levons.');
  });

  it('find stray and missing spaces', () => {
    finds('es', 'La casa , que es grande.', ' ,>,');
    finds('de', 'Das Haus,das dort steht.', ',>, ');
    finds('it', 'La casa  grande.', '  > ');
    accepts('en', 'It costs 1,000 or 2,5.', 'Ends here.  New sentence.', 'a,b,c');
  });

  it('find a small letter after a full stop', () => {
    finds('pt', 'Ela chegou ontem. depois saiu.', 'depois>Depois');
    accepts('de', 'Das gilt z. B. hier.', 'Er kam usw. und ging.');
  });

  it('say of an unknown language only where spaces are wrong', () => {
    const found = checkUnknownLanguage('Dit is  een huis , ja ja.');
    assert.deepEqual(
      found.map(({ rule }) => rule),
      ['own.extra-space', 'own.space-before-mark'],
    );
  });

  it('leave code and links alone', () => {
    accepts('en', 'Type `the the` or see https://a.example/the,the there.');
  });
});

describe('rules for one language', () => {
  it('English', () => {
    finds('en', 'You should of known.', 'of>have');
    finds('en', 'It is better then the other.', 'then>than');
    finds('en', 'He did not went home.', 'went>go');
    accepts('en', 'First this, then the other.', 'Better then than never.');
  });

  it('Spanish', () => {
    finds('es', 'Habla con padres y hijos.', 'y>e');
    finds('es', 'Uno o otro.', 'o>u');
    finds('es', 'Vive cerca de el río.', 'de el>del');
    finds('es', 'El canción es bonita.', 'El>La');
    finds('es', 'Cómo estás?', 'Cómo>¿Cómo');
    accepts('es', 'Agua y hielo.', '¿Cómo estás?', 'Viene de El Cairo.', 'El día y la noche.');
  });

  it('French', () => {
    finds('fr', 'Je pense que il viendra.', 'que il>qu’il');
    finds('fr', "J'ai manger une pomme.", 'manger>mangé');
    finds('fr', 'Il veut mangé.', 'mangé>manger');
    finds('fr', 'Voici ma amie.', 'ma>mon');
    finds('fr', 'Il va au delà.', 'au delà>au-delà');
    accepts('fr', 'Le onze mai, le oui gagne.', 'J’ai mangé.', 'Il y a mon amie.');
  });

  it('German', () => {
    finds('de', 'Leg es auf das band.', 'band>Band');
    finds('de', 'Das ist etwas neues.', 'neues>Neues');
    finds('de', 'Wir treffen uns heute abend.', 'abend>Abend');
    finds('de', 'Er kommt am 20 Mai.', '20>20.');
    finds('de', 'Das Regierung tagt.', 'Das>Die');
    accepts(
      'de',
      'Etwas neues Brot.',
      'Ein preis-günstiges Haus.',
      'Am 20. Mai.',
      'Des Ursprungs wegen.',
    );
  });

  it('Italian', () => {
    finds('it', 'Vedo il studente.', 'il>lo');
    finds('it', 'Vedo i amici.', 'i>gli');
    finds('it', "Qual'è il problema?", "Qual'è>Qual è");
    accepts('it', 'Vedo lo studente e gli amici.', 'Il treno parte.', "Un po' di pane.");
  });

  it('Portuguese', () => {
    finds('pt', 'Moro em esta casa.', 'em esta>nesta');
    finds('pt', 'Isso é para mim fazer.', 'mim>eu');
    finds('pt', 'Estudo a partir de hoje, à partir das dez.', 'à>a');
    accepts('pt', 'Moro nesta casa.', 'Disse-o a ele.', 'Vivo o dia a dia.');
  });
});
