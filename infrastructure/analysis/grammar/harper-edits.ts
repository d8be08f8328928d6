import type { EditType } from '../../../domain/checks/report.ts';
import { distance } from '../../../domain/text/grammar/distance.ts';
import type { DocumentWords } from '../../../domain/text/grammar/document-words.ts';
import { placeholder } from '../../../domain/text/grammar/mask.ts';
import type { MessageKey } from '../../../domain/text/grammar/messages.ts';
import type { Knows } from '../../../domain/text/grammar/near-words.ts';
import { withCaseOf } from '../../../domain/text/grammar/rules/rule.ts';
import { isWord } from '../../../domain/text/grammar/spelling.ts';
import { type Token, tokens } from '../../../domain/text/grammar/tokens.ts';
import { otherSpellings } from '../../../domain/text/grammar/variants.ts';
import type { HarperLint, HarperSuggestion } from './harper.ts';
import { kindOfRule, kinds } from './harper-policy.ts';

/** A remark of Harper that passed the policy, with the key of its explanation. */
export interface HarperEdit {
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
  readonly type: EditType;
  readonly rule: string;
  readonly key: MessageKey;
  /** Harper's own words, in English. */
  readonly message: string;
}

export interface EnglishContext {
  /** The masked text that was linted. */
  readonly text: string;
  readonly knows: Knows;
  readonly document: DocumentWords;
}

/** What of Harper's remarks a reader is told: those with a proposal, minus names, variants and rude words. */
export function harperEdits(lints: readonly HarperLint[], context: EnglishContext): HarperEdit[] {
  const found = tokens(context.text, 'en');
  const byStart = new Map(found.map((token) => [token.start, token]));
  const own = new Set([...context.document.frequent, ...context.document.names]);
  return lints.flatMap((lint) => {
    if (lint.rule !== 'SpellCheck')
      return asEdit(lint, { text: context.text, chosen: lint.suggestions[0] });
    const token = byStart.get(lint.start);
    if (token === undefined || !isMisspelt(token, { ...context, own })) return [];
    return asEdit(lint, { text: context.text, chosen: nearest(token, lint) });
  });
}

/** Harper's likeliest word that is near enough to be what the writer meant. */
function nearest(token: Token, lint: HarperLint): HarperSuggestion | undefined {
  const capitalised = /^\p{Lu}/u.test(token.text);
  if (capitalised && token.lower.length < 5) return undefined;
  const atMost = capitalised || token.lower.length < 5 ? 1 : 2;
  return lint.suggestions.find(({ text }) => {
    const to = text.toLowerCase();
    // A name at the start of a sentence is not held to the common words it happens to be near.
    if (capitalised && (to.length < token.lower.length || text !== to)) return false;
    return distance({ from: token.lower, to }, atMost) <= atMost;
  });
}

function isMisspelt(
  token: Token,
  { text, knows, own }: EnglishContext & { readonly own: ReadonlySet<string> },
): boolean {
  const word = token.text.replaceAll('’', "'");
  if (!isWord(token, text) || knows(word) || own.has(token.lower)) return false;
  if (/^\p{Lu}/u.test(token.text) && !token.opensSentence) return false;
  return !otherSpellings(token.lower, { language: 'en', swiss: false }).some(knows);
}

function asEdit(
  lint: HarperLint,
  { text, chosen }: { readonly text: string; readonly chosen: HarperSuggestion | undefined },
): HarperEdit[] {
  const original = text.slice(lint.start, lint.end);
  const replacement = chosen === undefined ? undefined : applied(chosen, original);
  const kind = kindOfRule[lint.rule] ?? kinds[lint.kind] ?? kinds.Miscellaneous;
  if (kind === undefined || replacement === undefined || replacement === original) return [];
  if (original === '' || original.includes(placeholder) || replacement.includes('*')) return [];
  if (lint.rule === 'AnA' && isLetterName({ original, next: text.charAt(lint.end) })) return [];
  return [
    {
      start: lint.start,
      end: lint.end,
      original,
      replacement,
      type: kind.type,
      rule: `harper.${lint.rule}`,
      key: isJoined({ original, replacement }) ? 'one-word' : kind.key,
      message: lint.message.replaceAll('`', '"'),
    },
  ];
}

function applied(suggestion: HarperSuggestion, original: string): string {
  switch (suggestion.kind) {
    case 'replace':
      return withCaseOf(original, suggestion.text);
    case 'remove':
      return '';
    case 'insert-after':
      return original + suggestion.text;
  }
}

/** "A and B", "vitamin A": the letter itself, not the article. */
function isLetterName({ original, next }: { original: string; next: string }): boolean {
  return /^An?$/u.test(original) ? !/\s/u.test(next) || original === 'A' : next !== ' ';
}

function isJoined({
  original,
  replacement,
}: Pick<HarperEdit, 'original' | 'replacement'>): boolean {
  return original.replaceAll(/\s/gu, '') === replacement && original !== replacement;
}
