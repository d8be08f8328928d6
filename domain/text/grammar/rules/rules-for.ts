import type { UiLanguage } from '../../ui-language.ts';
import { doubledWords } from './doubled-words.ts';
import { frenchBeforeVowel, frenchElision, frenchInfinitive } from './french.ts';
import { frenchSpacing } from './french-spacing.ts';
import {
  frenchGender,
  germanGender,
  italianGender,
  portugueseGender,
  spanishGender,
} from './gender-tables.ts';
import {
  germanDaytime,
  germanFixedPhrase,
  germanNominalised,
  germanNoun,
  germanOrdinal,
} from './german.ts';
import { italianArticle } from './italian.ts';
import { phraseRule } from './phrases.ts';
import { germanPhrases } from './phrases-de.ts';
import { englishPhrases } from './phrases-en.ts';
import { spanishPhrases } from './phrases-es.ts';
import { frenchPhrases } from './phrases-fr.ts';
import { italianPhrases } from './phrases-it.ts';
import { portuguesePhrases } from './phrases-pt.ts';
import type { Rule } from './rule.ts';
import { sentenceCapital } from './sentence-capital.ts';
import { spacing } from './spacing.ts';
import { spanishConjunction, spanishInvertedMark } from './spanish.ts';
import { suffixGender } from './suffix-gender.ts';

const everywhere: readonly Rule[] = [spacing, doubledWords, sentenceCapital];

const byLanguage: Readonly<Record<UiLanguage, readonly Rule[]>> = {
  en: [phraseRule(englishPhrases)],
  es: [
    phraseRule(spanishPhrases),
    suffixGender(spanishGender, 'es.agreement'),
    spanishConjunction,
    spanishInvertedMark,
  ],
  fr: [
    phraseRule(frenchPhrases),
    suffixGender(frenchGender, 'fr.agreement'),
    frenchElision,
    frenchInfinitive,
    frenchBeforeVowel,
    frenchSpacing,
  ],
  de: [
    phraseRule(germanPhrases),
    suffixGender(germanGender, 'de.agreement'),
    germanNoun,
    germanNominalised,
    germanFixedPhrase,
    germanDaytime,
    germanOrdinal,
  ],
  it: [phraseRule(italianPhrases), suffixGender(italianGender, 'it.agreement'), italianArticle],
  pt: [phraseRule(portuguesePhrases), suffixGender(portugueseGender, 'pt.agreement')],
};

/** The rules that a text of this language is held to. */
export function rulesFor(language: UiLanguage | null): readonly Rule[] {
  return language === null ? everywhere : [...everywhere, ...byLanguage[language]];
}
