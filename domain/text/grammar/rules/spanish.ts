import { editAt, followsDirectly, type Rule, type RuleContext, type RuleEdit } from './rule.ts';

/** "y hijos" is "e hijos", "o otro" is "u otro": the conjunction avoids its own sound. */
export const spanishConjunction: Rule = ({ text, tokens }) =>
  tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    if (before === undefined || !followsDirectly(token) || before.opensSentence) return [];
    const right = conjunctionFor(before.text, token.lower);
    if (right === undefined) return [];
    return [
      editAt(text, {
        start: before.start,
        end: before.end,
        replacement: right,
        type: 'grammar',
        rule: 'es.grammar',
      }),
    ];
  });

function conjunctionFor(conjunction: string, next: string): string | undefined {
  // Before a diphthong ("y hielo", "y iones") the sound is another one.
  if (conjunction === 'y' && /^h?[ií](?![aeouáéóú])\p{L}/u.test(next)) return 'e';
  if (conjunction === 'o' && /^h?[oó]\p{L}/u.test(next)) return 'u';
  return undefined;
}

const opening: Readonly<Record<string, string>> = { '?': '¿', '!': '¡' };
/** A sentence this long has its opening mark somewhere a short look back does not find. */
const longestLookBack = 300;
const interrogative =
  /^(?:qué|que|cómo|como|cuándo|cuando|dónde|donde|adónde|quién|quien|quiénes|cuál|cual|cuáles|cuánto|cuánta|cuántos|cuántas|por|para|puedes|quieres|tienes|sabes|es|está|estás|hay|has)$/u;

/** A question or exclamation that is closed but was not opened. */
export const spanishInvertedMark: Rule = (context) => {
  const closings = context.text.matchAll(/(?<=[\p{L}\p{N})"”»])([?!])(?=\s|["”»)]|$)/gu);
  return Array.from(closings, (match) => openingEdit(context, match.index)).flat();
};

function openingEdit({ text, tokens }: RuleContext, at: number): RuleEdit[] {
  const mark = opening[text.charAt(at)];
  if (mark === undefined) return [];
  const back = text.slice(Math.max(0, at - longestLookBack), at);
  if (/[¿¡]/u.test(back.slice(lastStop(back)))) return [];
  const from = at - back.length + lastStop(back);
  const first = firstFrom(tokens, from);
  if (first === undefined || first.start >= at) return [];
  // Only where the sentence surely begins with this word: after a full stop or at the start of the text.
  if (!first.opensSentence || !/^\s*$/u.test(text.slice(from, first.start))) return [];
  if (mark === '¿' && !interrogative.test(first.lower)) return [];
  return [
    editAt(text, {
      start: first.start,
      end: first.end,
      replacement: mark + first.text,
      type: 'punctuation',
      rule: 'es.inverted-mark',
    }),
  ];
}

/** The first word at or behind a place, by halving: a text may ask a thousand questions. */
function firstFrom(
  tokens: RuleContext['tokens'],
  from: number,
): RuleContext['tokens'][number] | undefined {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return tokens[low];
}

function lastStop(text: string): number {
  const stop = Math.max(...['.', '?', '!', '…', '\n', ':'].map((mark) => text.lastIndexOf(mark)));
  return stop + 1;
}
