import type { UiLanguage } from '../ui-language.ts';
import type { DocumentWords } from './document-words.ts';
import { mask, placeholder } from './mask.ts';
import type { Knows } from './near-words.ts';
import type { RuleEdit } from './rules/rule.ts';
import { rulesFor } from './rules/rules-for.ts';
import { misspellings } from './spelling.ts';
import { tokens } from './tokens.ts';

/** A language's dictionary as the rules ask it. */
export interface Lexicon {
  readonly knows: Knows;
  /** Whether it lists the capitalised word as a noun; only German tells. */
  readonly isNoun?: Knows;
}

export interface TextContext {
  readonly language: UiLanguage;
  readonly lexicon: Lexicon;
  readonly document: DocumentWords;
}

/**
 * What our own rules and the dictionary find in one piece of a text, unordered and possibly overlapping.
 * English spelling is left to the engine that knows English better.
 */
export function checkText(text: string, { language, lexicon, document }: TextContext): RuleEdit[] {
  const { knows } = lexicon;
  const masked = mask(text);
  const found = tokens(masked.text, language);
  const context = { text: masked.text, tokens: found, language, ...lexicon };
  const edits = rulesFor(language).flatMap((rule) => rule(context));
  if (language !== 'en') {
    edits.push(...misspellings(found, { text: masked.text, language, knows, document }));
  }
  return edits.filter(isOutsideMasks);
}

/** What can be said of a text in a language no dictionary of ours covers: nothing but stray spaces. */
export function checkUnknownLanguage(text: string): RuleEdit[] {
  const masked = mask(text);
  const context = {
    text: masked.text,
    tokens: tokens(masked.text, null),
    language: null,
    knows: never,
  };
  return rulesFor(null)
    .flatMap((rule) => rule(context))
    .filter(isOutsideMasks);
}

/** An edit that takes in a masked place would change code or a link. */
function isOutsideMasks({ original }: RuleEdit): boolean {
  return !original.includes(placeholder);
}

const never: Knows = () => false;
