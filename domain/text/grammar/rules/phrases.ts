import type { EditType } from '../../../checks/report.ts';
import type { RuleName } from '../explain.ts';
import type { Token } from '../tokens.ts';
import { type Rule, type RuleEdit, withCaseOf } from './rule.ts';

/**
 * Phrases that are wrong wherever they stand, as data.
 *
 * A pattern is words parted by spaces; `a|b` is either word, `!a|b` any word but these, `*` any word, `~name`
 * a word of that class, `^` before the first word the start of a sentence. Only the words inside
 * `[…]` are replaced; without brackets all are. In the replacement `$1` is the first word of the pattern.
 */
export interface PhraseFamily {
  /** Stable name; the last part names the mistake, see the catalogue of explanations. */
  readonly rule: RuleName;
  readonly type: EditType;
  readonly phrases: readonly (readonly [pattern: string, replacement: string])[];
}

/** Word classes a table may refer to. */
export type WordClasses = Readonly<Record<string, ReadonlySet<string> | RegExp>>;

interface Matcher {
  readonly any: boolean;
  readonly words: ReadonlySet<string> | undefined;
  readonly refused: ReadonlySet<string> | undefined;
  readonly pattern: RegExp | undefined;
}

interface Phrase {
  readonly rule: RuleName;
  readonly type: EditType;
  readonly matchers: readonly Matcher[];
  /** Index of the matcher whose words the table is indexed by. */
  readonly anchor: number;
  readonly opens: boolean;
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
}

/** A rule that finds every phrase of a table. Cost: one look-up per word, whatever the table's length. */
export function phraseRule(families: readonly PhraseFamily[], classes: WordClasses = {}): Rule {
  const byWord = new Map<string, Phrase[]>();
  for (const family of families) {
    for (const [pattern, replacement] of family.phrases) {
      const phrase = compile(family, { pattern, replacement, classes });
      for (const word of phrase.matchers[phrase.anchor]?.words ?? []) {
        byWord.set(word, [...(byWord.get(word) ?? []), phrase]);
      }
    }
  }
  return ({ text, tokens }) =>
    tokens.flatMap((token, index) =>
      (byWord.get(token.lower) ?? []).flatMap((phrase) => {
        const found = match(phrase, tokens, index - phrase.anchor);
        return found === undefined ? [] : edit(phrase, { text, found });
      }),
    );
}

interface Source {
  readonly pattern: string;
  readonly replacement: string;
  readonly classes: WordClasses;
}

function compile(family: PhraseFamily, { pattern, replacement, classes }: Source): Phrase {
  const opens = pattern.startsWith('^');
  const parts = pattern.replace(/^\^\s*/u, '').split(' ');
  const from = parts.findIndex((part) => part.startsWith('['));
  const to = parts.findIndex((part) => part.endsWith(']'));
  const matchers = parts.map((part) => matcher(part.replaceAll(/^\[|\]$/gu, ''), classes));
  return {
    rule: family.rule,
    type: family.type,
    matchers,
    anchor: rarest(matchers),
    opens,
    from: Math.max(from, 0),
    to: to < 0 ? parts.length - 1 : to,
    replacement,
  };
}

function matcher(part: string, classes: WordClasses): Matcher {
  const nothing = { any: false, words: undefined, refused: undefined, pattern: undefined };
  if (part === '*') return { ...nothing, any: true };
  if (part.startsWith('!')) return { ...nothing, refused: new Set(part.slice(1).split('|')) };
  if (!part.startsWith('~')) return { ...nothing, words: new Set(part.split('|')) };
  const found = classes[part.slice(1)];
  if (found === undefined) throw new RangeError(`no word class is called ${part}`);
  return found instanceof RegExp ? { ...nothing, pattern: found } : { ...nothing, words: found };
}

/** The matcher with the fewest words; a phrase needs at least one that lists its words. */
function rarest(matchers: readonly Matcher[]): number {
  let best = -1;
  let fewest = Number.POSITIVE_INFINITY;
  for (const [index, { words }] of matchers.entries()) {
    if (words === undefined || words.size >= fewest) continue;
    best = index;
    fewest = words.size;
  }
  if (best < 0) throw new RangeError('a phrase needs a word to be found by');
  return best;
}

function match(
  phrase: Phrase,
  tokens: readonly Token[],
  first: number,
): readonly Token[] | undefined {
  const found = first < 0 ? [] : tokens.slice(first, first + phrase.matchers.length);
  if (found.length < phrase.matchers.length) return undefined;
  if (phrase.opens && found[0]?.opensSentence !== true) return undefined;
  for (const [index, token] of found.entries()) {
    if (index > 0 && !adjoins(token, found[index - 1])) return undefined;
    const { any, words, refused, pattern } = phrase.matchers[index] ?? {};
    if (any === true || words?.has(token.lower) || pattern?.test(token.lower)) continue;
    if (refused !== undefined && !refused.has(token.lower)) continue;
    return undefined;
  }
  return found;
}

function adjoins(token: Token, before: Token | undefined): boolean {
  if (/^[ \u00a0\u202f]+$/u.test(token.gap)) return true;
  return token.gap === '' && /['’]$/u.test(before?.text ?? '');
}

/** Capitals inside the words to be replaced mark a title or a name: "de El Cairo". */
function isOrdinary(phrase: Phrase, found: readonly Token[]): boolean {
  return found
    .slice(phrase.from + 1, phrase.to + 1)
    .every(({ text }) => !/^\p{Lu}/u.test(text) || text === 'I');
}

function edit(
  phrase: Phrase,
  { text, found }: { readonly text: string; readonly found: readonly Token[] },
): RuleEdit[] {
  const start = found[phrase.from]?.start;
  const end = found[phrase.to]?.end;
  if (start === undefined || end === undefined || !isOrdinary(phrase, found)) return [];
  // "disse-o", "qu'à": a word that hangs on another is not the free word of the table.
  if (/[-‐'’]/u.test(text.charAt(start - 1)) && phrase.from === 0) return [];
  const original = text.slice(start, end);
  const filled = phrase.replacement.replaceAll(
    /\$(\d)/gu,
    (_, digit: string) => found[Number(digit) - 1]?.text ?? '',
  );
  const replacement = withCaseOf(original, filled);
  if (replacement === original) return [];
  return [{ start, end, original, replacement, type: phrase.type, rule: phrase.rule }];
}
