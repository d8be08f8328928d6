import { editAt, followsDirectly, type Rule, withCaseOf } from './rule.ts';

/** Articles before a plain consonant, and their forms before s + consonant, z, gn, ps, x, and before a vowel. */
const articles: Readonly<Record<string, readonly [impure: string, vowel: string]>> = {
  il: ['lo', "l'"],
  un: ['uno', 'un'],
  i: ['gli', 'gli'],
  del: ['dello', "dell'"],
  al: ['allo', "all'"],
  dal: ['dallo', "dall'"],
  nel: ['nello', "nell'"],
  sul: ['sullo', "sull'"],
  dei: ['degli', 'degli'],
  ai: ['agli', 'agli'],
  dai: ['dagli', 'dagli'],
  nei: ['negli', 'negli'],
  sui: ['sugli', 'sugli'],
  quel: ['quello', "quell'"],
  quei: ['quegli', 'quegli'],
};
const impure = /^(?:s[bcdfglmnpqrtv]|z[aeiou]|gn|ps|x)/u;
const vowel = /^(?:[aeoàèéò]|u[^aeiou]|i[^aeiou])/u;

/** "il studente", "i amici": the article follows from the sound the next word begins with. */
export const italianArticle: Rule = ({ text, tokens, knows }) =>
  tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    const forms = articles[before?.lower ?? ''];
    if (before === undefined || forms === undefined || !followsDirectly(token)) return [];
    if (token.lower.length < 4 || token.text !== token.lower || !knows(token.text)) return [];
    const right = impure.test(token.lower)
      ? forms[0]
      : vowel.test(token.lower)
        ? forms[1]
        : undefined;
    if (right === undefined || right === before.lower || isPreposition(before.lower)) return [];
    const elides = right.endsWith("'");
    return [
      editAt(text, {
        start: before.start,
        end: elides ? token.end : before.end,
        replacement: withCaseOf(before.text, right) + (elides ? token.text : ''),
        type: 'grammar',
        rule: 'it.article',
      }),
    ];
  });

/** "ai" and "dai" are also verbs, "dei" gods: no article is certain there. */
function isPreposition(article: string): boolean {
  return article === 'ai' || article === 'dai';
}
