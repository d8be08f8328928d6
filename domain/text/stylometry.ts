import type { StylometrySection } from '../checks/report.ts';
import { functionWords } from './function-words.ts';
import { paragraphs } from './paragraphs.ts';
import { readingEase } from './readability.ts';
import type { Span } from './span.ts';
import { isUiLanguage } from './ui-language.ts';
import type { Word } from './words.ts';

/** Words in the moving window of the type-token ratio (Covington and McFall 2010). */
const ratioWindow = 100;
const longWordLetters = 7;

export interface SegmentedText {
  readonly text: string;
  readonly words: readonly Word[];
  readonly sentences: readonly Span[];
  /** ISO 639-1 code, or null. */
  readonly language: string | null;
}

/**
 * Statistics of style. Shares are 0 to 1, lengths in words or letters as named; null where a figure has no
 * meaning for the text or its language.
 */
export function stylometry(segmented: SegmentedText): StylometrySection {
  const { text, words, sentences, language } = segmented;
  const forms = words.map((word) => word.text.toLowerCase());
  const perSentence = wordsPerSpan(words, sentences);
  const paragraphSpans = paragraphs(text);
  const perParagraph = wordsPerSpan(words, paragraphSpans);
  return {
    words: words.length,
    sentences: sentences.length,
    paragraphs: paragraphSpans.length,
    characters: codePoints(text),
    mean_sentence_words: rounded(mean(perSentence)),
    sd_sentence_words: rounded(deviation(perSentence)),
    burstiness: rounded(ratio(deviation(perSentence), mean(perSentence))),
    longest_sentence_words: perSentence.length === 0 ? null : perSentence.reduce(larger, 0),
    mean_paragraph_words: rounded(mean(perParagraph)),
    paragraph_burstiness: rounded(ratio(deviation(perParagraph), mean(perParagraph))),
    ...wordFigures(forms),
    ...punctuationFigures(text, words.length),
    function_word_share: rounded(functionWordShare(forms, language)),
    repeated_opener_share: rounded(repeatedOpenerShare(segmented)),
    opener_variety: rounded(openerVariety(segmented)),
    reading_ease: rounded(readingEase(language, { words: forms, sentences: sentences.length })),
  };
}

type Figures = Readonly<Record<string, number | null>>;

function wordFigures(forms: readonly string[]): Figures {
  const counts = new Map<string, number>();
  let letters = 0;
  let long = 0;
  for (const form of forms) {
    counts.set(form, (counts.get(form) ?? 0) + 1);
    letters += form.length;
    if (form.length >= longWordLetters) long += 1;
  }
  let once = 0;
  for (const count of counts.values()) if (count === 1) once += 1;
  return {
    distinct_words: counts.size,
    mean_word_length: rounded(share(letters, forms.length)),
    long_word_share: rounded(share(long, forms.length)),
    type_token_ratio: rounded(movingTypeTokenRatio(forms)),
    hapax_share: rounded(share(once, forms.length)),
  };
}

function punctuationFigures(text: string, words: number): Figures {
  const per100 = (pattern: RegExp): number | null => {
    const value = share(100 * (text.match(pattern)?.length ?? 0), words);
    return rounded(value);
  };
  return {
    punctuation_per_100_words: per100(/\p{P}/gu),
    commas_per_100_words: per100(/[,،、，]/gu),
    semicolons_and_colons_per_100_words: per100(/[;:；：]/gu),
    questions_per_100_words: per100(/[?？؟]/gu),
    exclamations_per_100_words: per100(/[!！]/gu),
    digits_per_100_words: per100(/\p{Nd}+/gu),
  };
}

/** Mean share of distinct words over all windows of 100 words; of all words when there are fewer. */
export function movingTypeTokenRatio(forms: readonly string[]): number | null {
  const size = Math.min(ratioWindow, forms.length);
  if (size === 0) return null;
  const counts = new Map<string, number>();
  let distinctSum = 0;
  for (const [index, form] of forms.entries()) {
    counts.set(form, (counts.get(form) ?? 0) + 1);
    const leaving = forms[index - size];
    if (leaving !== undefined) {
      const left = (counts.get(leaving) ?? 0) - 1;
      if (left === 0) counts.delete(leaving);
      else counts.set(leaving, left);
    }
    if (index >= size - 1) distinctSum += counts.size;
  }
  return distinctSum / (forms.length - size + 1) / size;
}

function functionWordShare(forms: readonly string[], language: string | null): number | null {
  if (language === null || !isUiLanguage(language)) return null;
  const known = functionWords[language];
  const straight = forms.filter((form) => known.has(form.replaceAll('’', "'")));
  return share(straight.length, forms.length);
}

/** Share of sentences that start with the same word as the sentence before. */
function repeatedOpenerShare(segmented: SegmentedText): number | null {
  const openers = openersOf(segmented);
  const repeated = openers.filter((opener, index) => index > 0 && opener === openers[index - 1]);
  return openers.length < 2 ? null : repeated.length / (openers.length - 1);
}

function openerVariety(segmented: SegmentedText): number | null {
  const openers = openersOf(segmented);
  return openers.length < 2 ? null : new Set(openers).size / openers.length;
}

function openersOf({ words, sentences }: SegmentedText): string[] {
  const openers: string[] = [];
  let next = 0;
  for (const sentence of sentences) {
    while ((words[next]?.start ?? Number.POSITIVE_INFINITY) < sentence.start) next += 1;
    const word = words[next];
    if (word !== undefined && word.start < sentence.end) openers.push(word.text.toLowerCase());
  }
  return openers;
}

/** How many words start inside each span; both lists are in order. */
function wordsPerSpan(words: readonly Word[], spans: readonly Span[]): number[] {
  let next = 0;
  return spans.map((span) => {
    while ((words[next]?.start ?? Number.POSITIVE_INFINITY) < span.start) next += 1;
    const first = next;
    while ((words[next]?.start ?? Number.POSITIVE_INFINITY) < span.end) next += 1;
    return next - first;
  });
}

function codePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

function mean(values: readonly number[]): number | null {
  return share(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );
}

/** Standard deviation of a sample; null below two values. */
function deviation(values: readonly number[]): number | null {
  const middle = mean(values);
  if (middle === null || values.length < 2) return null;
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

function ratio(part: number | null, whole: number | null): number | null {
  return part === null || whole === null ? null : share(part, whole);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function larger(left: number, right: number): number {
  return Math.max(left, right);
}

function rounded(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : Math.round(value * 10_000) / 10_000;
}
