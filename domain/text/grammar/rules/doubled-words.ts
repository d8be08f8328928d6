import { editAt, followsDirectly, type Rule } from './rule.ts';

/** Words that rightly stand twice in a row. */
const rightlyDoubled: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set([
    'had',
    'that',
    'very',
    'bye',
    'so',
    'no',
    'ha',
    'blah',
    'is',
    'do',
    'really',
    'in',
    'her',
    'many',
  ]),
  de: new Set([
    'die',
    'der',
    'das',
    'den',
    'dem',
    'dessen',
    'deren',
    'sie',
    'sich',
    'sehr',
    'ja',
    'nein',
    'ha',
    'bla',
    'ganz',
    'ihr',
    'ihm',
    'uns',
    'euch',
    'zu',
  ]),
  fr: new Set([
    'nous',
    'vous',
    'oui',
    'non',
    'très',
    'ha',
    'bla',
    'si',
    'que',
    'en',
    'se',
    'elle',
    'elles',
    'il',
  ]),
  es: new Set(['no', 'sí', 'muy', 'ja', 'bla', 'casi', 'poco', 'luego', 'que']),
  it: new Set([
    'no',
    'sì',
    'via',
    'man',
    'piano',
    'quasi',
    'così',
    'ah',
    'bla',
    'poco',
    'molto',
    'si',
    'passo',
    'ben',
    'pian',
    'mano',
    'or',
    'lì',
    'appena',
    'proprio',
  ]),
  pt: new Set(['não', 'sim', 'muito', 'bla', 'blá', 'quase', 'logo', 'pouco', 'se']),
};

/**
 * A word written twice in a row, with nothing but a space between. Names ("Duran Duran"), words written three
 * times and those a language rightly doubles are left alone.
 */
export const doubledWords: Rule = ({ text, tokens, language, knows }) =>
  tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    if (before === undefined || before.lower !== token.lower || !followsDirectly(token)) return [];
    if (tokens[index + 1]?.lower === token.lower || tokens[index - 2]?.lower === token.lower)
      return [];
    if (token.text !== token.lower || !/^\p{L}{1,12}$/u.test(token.text) || !knows(token.lower))
      return [];
    // "l'Est est": a name and the verb.
    if (before.text !== before.lower && !before.opensSentence) return [];
    if (token.lower.length < 2 || rightlyDoubled[language ?? '']?.has(token.lower)) return [];
    return [
      editAt(text, {
        start: before.start,
        end: token.end,
        replacement: before.text,
        type: 'grammar',
        rule: 'own.doubled-word',
      }),
    ];
  });
