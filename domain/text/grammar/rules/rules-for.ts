import type { UiLanguage } from '../../ui-language.ts';
import { doubledWords } from './doubled-words.ts';
import type { Rule } from './rule.ts';
import { sentenceCapital } from './sentence-capital.ts';
import { spacing } from './spacing.ts';

const everywhere: readonly Rule[] = [spacing, doubledWords, sentenceCapital];

const byLanguage: Readonly<Record<UiLanguage, readonly Rule[]>> = {
  en: [],
  es: [],
  fr: [],
  de: [],
  it: [],
  pt: [],
};

/** The rules that a text of this language is held to. */
export function rulesFor(language: UiLanguage | null): readonly Rule[] {
  return language === null ? everywhere : [...everywhere, ...byLanguage[language]];
}
