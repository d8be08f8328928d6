import { isUiLanguage, type UiLanguage } from './ui-language.ts';

interface FleschFormula {
  readonly base: number;
  readonly perSentenceWord: number;
  readonly perWordSyllable: number;
}

/**
 * Reading ease on Flesch's scale (0 hard to 100 easy, may leave it): en Flesch 1948, de Amstad 1978,
 * es Fernández Huerta 1959, fr Kandel and Moles 1958, it Franchina and Vacca 1986, pt Martins et al. 1996.
 */
const formulas: Readonly<Record<UiLanguage, FleschFormula>> = {
  en: { base: 206.835, perSentenceWord: 1.015, perWordSyllable: 84.6 },
  de: { base: 180, perSentenceWord: 1, perWordSyllable: 58.5 },
  es: { base: 206.84, perSentenceWord: 1.02, perWordSyllable: 60 },
  fr: { base: 207, perSentenceWord: 1.015, perWordSyllable: 73.6 },
  it: { base: 217, perSentenceWord: 1.3, perWordSyllable: 60 },
  pt: { base: 248.835, perSentenceWord: 1.015, perWordSyllable: 84.6 },
};

/** Null for a language without a published formula and for a text without words or sentences. */
export function readingEase(
  language: string | null,
  counts: { readonly words: readonly string[]; readonly sentences: number },
): number | null {
  if (language === null || !isUiLanguage(language)) return null;
  if (counts.words.length === 0 || counts.sentences === 0) return null;
  const { base, perSentenceWord, perWordSyllable } = formulas[language];
  let syllables = 0;
  for (const word of counts.words) syllables += syllableCount(word, language);
  const sentenceWords = counts.words.length / counts.sentences;
  return (
    base - perSentenceWord * sentenceWords - perWordSyllable * (syllables / counts.words.length)
  );
}

const vowelGroup = /[aeiouyàáâãäåæèéêëìíîïòóôõöœùúûüýÿ]+/gu;
/** Two strong vowels, or a stressed weak one beside another vowel, are two syllables. */
const hiatus = /[aeoáéóàèò](?=[aeoáéóàèò])|[íú](?=[aeo])|[aeo](?=[íú])/gu;

/** Syllables of one word, counted as groups of vowels: the approximation every such tool uses. */
export function syllableCount(word: string, language: UiLanguage): number {
  const lower = word.toLowerCase();
  let count = lower.match(vowelGroup)?.length ?? 0;
  if (language === 'en') count -= /[^aeiouyl]es?$|[^aeiouytd]ed$/u.test(lower) && count > 1 ? 1 : 0;
  if (language === 'fr') count -= /[^aeiouy](?:e|es|ent)$/u.test(lower) && count > 1 ? 1 : 0;
  if (language === 'es' || language === 'pt' || language === 'it') {
    count += lower.match(hiatus)?.length ?? 0;
  }
  return Math.max(1, count);
}
