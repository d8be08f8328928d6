import type { Token } from '../tokens.ts';
import { editAt, followsDirectly, type Rule, withCaseOf } from './rule.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const elided: ReadonlySet<string> = set(
  'je me te se le la de ne que jusque lorsque puisque quoique',
);
const vowel = /^[aeiouàâéèêëîïôûœ]/u;
/** Words that begin with a vowel and are treated as if they did not, or that name themselves. */
const unelided = set(
  'onze onzième oui ouistiti uhlan un une uns yaourt ululement est ouest i o a e u où et ou en y iode',
);
const withAuxiliary = set('ai as a avons avez ont avais avait avaient aurai aurait');
const modal = set(
  'vais vas va allons allez vont peux peut pouvons pouvez peuvent veux veut voulons voulez veulent dois doit devons devez doivent faut pouvait voulait devait fallait faudra pourrait voudrais voudrait devrait devrais pourrais',
);
/** Participles that are also nouns or adjectives and may follow "pour" and "sans" as they stand. */
const nouns = set(
  'marché passé employé traité procédé arrêté associé invité blessé dîné allié fumé thé pavé',
);

/** "le arbre", "je ai", "que il": a vowel is dropped before another. */
export const frenchElision: Rule = ({ text, tokens, knows }) =>
  tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    if (before === undefined || !followsDirectly(token) || !elided.has(before.lower)) return [];
    if (!vowel.test(token.text) || token.lower.length < 2 || unelided.has(token.lower)) return [];
    if (!knows(token.text) || !/^(?:\s|$)/u.test(before.gap)) return [];
    if (/^(?:le|la)$/u.test(before.lower) && isVerbForm(tokens[index - 2])) return [];
    return [
      editAt(text, {
        start: before.start,
        end: token.end,
        replacement: `${before.text.slice(0, -1)}’${token.text}`,
        type: 'grammar',
        rule: 'fr.elision',
      }),
    ];
  });

/** After an imperative the pronoun keeps its vowel: "prends le avec toi" lacks a hyphen, not an elision. */
function isVerbForm(token: Token | undefined): boolean {
  return token !== undefined && /(?:ez|ons)$/u.test(token.lower);
}

/** "j'ai manger" and "je vais mangé": participle after avoir, infinitive after a modal verb. */
export const frenchInfinitive: Rule = ({ text, tokens, knows }) =>
  tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    if (before === undefined || !followsDirectly(token)) return [];
    const replacement = verbFormFor(before.lower, token.lower);
    if (replacement === undefined || token.text !== token.lower) return [];
    if (!knows(token.lower) || !knows(replacement)) return [];
    return [
      editAt(text, {
        start: token.start,
        end: token.end,
        replacement,
        type: 'grammar',
        rule: 'fr.verb-form',
      }),
    ];
  });

function verbFormFor(before: string, word: string): string | undefined {
  const stem = word.replace(/(?:er|ée?s?)$/u, '');
  if (stem.length < 2) return undefined;
  // "il y a à manger", "il a dîner" are no better: after avoir an infinitive in -er never stands alone.
  if (withAuxiliary.has(before) && word.endsWith('er')) return `${stem}é`;
  const wantsInfinitive = modal.has(before) || before === 'pour' || before === 'sans';
  const isNoun = (before === 'pour' || before === 'sans') && nouns.has(word);
  return wantsInfinitive && /é$/u.test(word) && !isNoun ? `${stem}er` : undefined;
}

/** "ma amie", "ce homme": the form before a vowel. */
export const frenchBeforeVowel: Rule = ({ text, tokens, knows }) =>
  tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    const right = beforeVowel[before?.lower ?? ''];
    if (before === undefined || right === undefined || !followsDirectly(token)) return [];
    if (!vowel.test(token.text) || token.lower.length < 4 || !knows(token.text)) return [];
    if (notAfterCe.test(token.lower)) return [];
    return [
      editAt(text, {
        start: before.start,
        end: before.end,
        replacement: withCaseOf(before.text, right),
        type: 'grammar',
        rule: 'fr.agreement',
      }),
    ];
  });

const beforeVowel: Readonly<Record<string, string>> = {
  ma: 'mon',
  ta: 'ton',
  sa: 'son',
  ce: 'cet',
};
/** Verbs and particles that may follow the pronoun "ce" or "ça", or an adjective that stands after its noun. */
const notAfterCe =
  /(?:aient|ait|ent|ant|era|ont|ée?s?)$|^(?:avec|aussi|encore|alors|entre|étant|eût|onze|oui|après|avant|ainsi|ensuite|enfin|afin|aurait|autre)$/u;
