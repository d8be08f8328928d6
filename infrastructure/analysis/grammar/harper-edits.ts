import type { EditType } from '../../../domain/checks/report.ts';
import type { DocumentWords } from '../../../domain/text/grammar/document-words.ts';
import { placeholder } from '../../../domain/text/grammar/mask.ts';
import type { MessageKey } from '../../../domain/text/grammar/messages.ts';
import type { Knows } from '../../../domain/text/grammar/near-words.ts';
import { withCaseOf } from '../../../domain/text/grammar/rules/rule.ts';
import { isWord } from '../../../domain/text/grammar/spelling.ts';
import { type Token, tokens } from '../../../domain/text/grammar/tokens.ts';
import { otherSpellings } from '../../../domain/text/grammar/variants.ts';
import type { HarperLint } from './harper.ts';
import { kinds } from './harper-policy.ts';

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
    if (lint.kind === 'Spelling' && lint.rule === 'SpellCheck') {
      const token = byStart.get(lint.start);
      if (token === undefined || !isMisspelt(token, { ...context, own })) return [];
    }
    return asEdit(lint, context.text);
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

function asEdit(lint: HarperLint, text: string): HarperEdit[] {
  const original = text.slice(lint.start, lint.end);
  const replacement = proposal(lint, original);
  const kind = kinds[lint.kind] ?? kinds.Miscellaneous;
  if (kind === undefined || replacement === undefined || replacement === original) return [];
  if (original === '' || original.includes(placeholder) || replacement.includes('*')) return [];
  return [
    {
      start: lint.start,
      end: lint.end,
      original,
      replacement,
      type: kind.type,
      rule: `harper.${lint.rule}`,
      key: kind.key,
      message: lint.message.replaceAll('`', '"'),
    },
  ];
}

function proposal(lint: HarperLint, original: string): string | undefined {
  const first = lint.suggestions[0];
  if (first === undefined) return undefined;
  switch (first.kind) {
    case 'replace':
      return lint.rule === 'SpellCheck' ? withCaseOf(original, first.text) : first.text;
    case 'remove':
      return '';
    case 'insert-after':
      return original + first.text;
  }
}
