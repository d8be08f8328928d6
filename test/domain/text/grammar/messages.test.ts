import assert from 'node:assert/strict';
import { explain, messageKeyOf } from '../../../../domain/text/grammar/explain.ts';
import { messages } from '../../../../domain/text/grammar/messages.ts';
import { germanPhrases } from '../../../../domain/text/grammar/rules/phrases-de.ts';
import { englishPhrases } from '../../../../domain/text/grammar/rules/phrases-en.ts';
import { spanishPhrases } from '../../../../domain/text/grammar/rules/phrases-es.ts';
import { frenchPhrases } from '../../../../domain/text/grammar/rules/phrases-fr.ts';
import { italianPhrases } from '../../../../domain/text/grammar/rules/phrases-it.ts';
import { portuguesePhrases } from '../../../../domain/text/grammar/rules/phrases-pt.ts';
import { uiLanguages } from '../../../../domain/text/ui-language.ts';

const tables = [
  ...englishPhrases,
  ...frenchPhrases,
  ...germanPhrases,
  ...italianPhrases,
  ...portuguesePhrases,
  ...spanishPhrases,
];

describe('explanations of edits', () => {
  it('exist in six languages for every kind of mistake, each in its own words', () => {
    for (const [key, message] of Object.entries(messages)) {
      const texts = uiLanguages.map((language) => message[language]);
      assert.equal(texts.filter((text) => text.length > 10).length, 6, key);
      assert.equal(new Set(texts).size, 6, `${key} is the same in two languages`);
    }
  });

  it('mention the same places in every language', () => {
    for (const [key, message] of Object.entries(messages)) {
      const named = /\{(?!original\}|replacement\})/u;
      for (const language of uiLanguages) assert.doesNotMatch(message[language], named, key);
    }
  });

  it('exist for every rule of the phrase tables', () => {
    assert.ok(tables.length > 30);
    for (const { rule } of tables) assert.ok(messages[messageKeyOf(rule)], rule);
  });

  it('name what is written and what is meant', () => {
    const edit = { original: 'recieve', replacement: 'receive' };
    const text = explain('unknown-word', edit, 'de');
    assert.equal(text, '„recieve“ steht in keinem Wörterbuch. War „receive“ gemeint?');
  });

  it('say that a word is not needed when nothing replaces it', () => {
    const text = explain('grammar', { original: 'about ', replacement: '' }, 'en');
    assert.equal(text, '“about” is not needed here.');
  });
});
