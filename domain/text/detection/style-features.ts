import { movingTypeTokenRatio } from '../stylometry.ts';
import { keptWords } from './kept-words.ts';
import type { Reading, SentenceRange } from './reading.ts';
import { firstPersonWords, linkingWords, seriesWords } from './style-words.ts';

/** Names of the style figures, in the order of every array of them. */
export const styleFeatureNames = [
  'sentence_words',
  'burstiness',
  'neighbour_change',
  'short_sentences',
  'long_sentences',
  'word_length',
  'long_words',
  'word_variety',
  'function_words',
  'commas',
  'semicolons',
  'colons',
  'dashes',
  'brackets',
  'quotes',
  'questions',
  'exclamations',
  'numbers',
  'capitals',
  'apostrophes',
  'first_person',
  'linking_words',
  'series',
  'plain_openers',
  'repeated_pairs',
  'log_words',
] as const;
export type StyleFeatureName = (typeof styleFeatureNames)[number];

/**
 * Style figures of some neighbouring sentences: lengths in words or letters, shares 0 to 1, rates per 100
 * words. Independent of the n-gram reading: nothing here sees which content words were used.
 */
export function styleFeatures(reading: Reading, sentences: readonly SentenceRange[]): Float64Array {
  const counts = countTokens(reading, sentences);
  const lengths = counts.sentenceWords.filter((length) => length > 0);
  const words = Math.max(1, counts.words);
  const meanLength = mean(lengths);
  const per100 = (name: keyof Counts['marks']): number => (100 * counts.marks[name]) / words;
  const figures: Readonly<Record<StyleFeatureName, number>> = {
    sentence_words: meanLength,
    burstiness: lengths.length < 2 ? 0.5 : deviation(lengths) / Math.max(1, meanLength),
    neighbour_change: neighbourChange(lengths) / Math.max(1, meanLength),
    short_sentences: shareOf(lengths, (length) => length < 8),
    long_sentences: shareOf(lengths, (length) => length > 30),
    word_length: counts.letters / words,
    long_words: counts.longWords / words,
    word_variety: movingTypeTokenRatio(counts.forms) ?? 0.8,
    function_words: counts.functionWords / words,
    commas: per100(','),
    semicolons: per100(';'),
    colons: per100(':'),
    dashes: per100('-'),
    brackets: per100('('),
    quotes: per100('"'),
    questions: per100('?'),
    exclamations: per100('!'),
    numbers: (100 * counts.numbers) / words,
    capitals: counts.capitals / words,
    apostrophes: (100 * counts.apostrophes) / words,
    first_person: (100 * counts.firstPerson) / words,
    linking_words: (100 * counts.linking) / words,
    series: (100 * counts.series) / words,
    plain_openers: counts.plainOpeners / Math.max(1, lengths.length),
    repeated_pairs: counts.repeatedPairs / words,
    log_words: Math.log(words),
  };
  return Float64Array.from(styleFeatureNames, (name) => figures[name]);
}

interface Counts {
  words: number;
  letters: number;
  longWords: number;
  functionWords: number;
  numbers: number;
  capitals: number;
  apostrophes: number;
  firstPerson: number;
  linking: number;
  series: number;
  plainOpeners: number;
  repeatedPairs: number;
  readonly forms: string[];
  readonly sentenceWords: number[];
  readonly marks: Record<',' | ';' | ':' | '-' | '(' | '"' | '?' | '!', number>;
}

const longWordLetters = 9;

function countTokens(reading: Reading, sentences: readonly SentenceRange[]): Counts {
  const counts = emptyCounts();
  const pairs = new Set<number>();
  for (const sentence of sentences) {
    const before = counts.words;
    for (let index = sentence.from; index < sentence.to; index++) {
      if (reading.tokens.isWord[index] === 1) {
        countWord(reading, { index, isOpener: counts.words === before }, counts);
        countPair(reading, index, { counts, pairs });
      } else countMark(reading, index, counts);
    }
    counts.sentenceWords.push(counts.words - before);
  }
  return counts;
}

interface WordPlace {
  readonly index: number;
  readonly isOpener: boolean;
}

function countWord(reading: Reading, { index, isOpener }: WordPlace, counts: Counts): void {
  const { tokens, language, text } = reading;
  const form = tokens.forms[index] ?? '';
  const isKept = keptWords[language].has(form);
  counts.words += 1;
  counts.forms.push(form);
  counts.letters += form.length;
  if (form.length >= longWordLetters) counts.longWords += 1;
  if (isKept) counts.functionWords += 1;
  if (form.includes('0')) counts.numbers += 1;
  if (form.includes("'")) counts.apostrophes += 1;
  if (firstPersonWords[language].has(form)) counts.firstPerson += 1;
  if (linkingWords[language].has(form)) counts.linking += 1;
  if (isOpener && isKept) counts.plainOpeners += 1;
  if (!isOpener && isUpperCase(text.charAt(tokens.starts[index] ?? 0))) counts.capitals += 1;
}

function countMark(reading: Reading, index: number, counts: Counts): void {
  const form = reading.tokens.forms[index] ?? '';
  if (isCountedMark(form, counts.marks)) counts.marks[form] += 1;
  if (form === ',' && closesSeries(reading, index)) counts.series += 1;
}

/** "…, b and c": a comma with a closing word at most three words behind it. */
function closesSeries({ tokens, language }: Reading, comma: number): boolean {
  for (let index = comma + 1; index <= comma + 4; index++) {
    if (tokens.isWord[index] !== 1) return false;
    if (seriesWords[language].has(tokens.forms[index] ?? '')) return true;
  }
  return false;
}

interface PairCount {
  readonly counts: Counts;
  readonly pairs: Set<number>;
}

function countPair({ tokens }: Reading, index: number, { counts, pairs }: PairCount): void {
  if (tokens.isWord[index - 1] !== 1) return;
  const pair = (Math.imul(tokens.hashes[index - 1] ?? 0, 31) ^ (tokens.hashes[index] ?? 0)) | 0;
  if (pairs.has(pair)) counts.repeatedPairs += 1;
  // Repetition is meant within a few paragraphs: a book repeats every pair.
  if (pairs.size > 2000) pairs.clear();
  pairs.add(pair);
}

function isCountedMark(form: string, marks: Counts['marks']): form is keyof Counts['marks'] {
  return Object.hasOwn(marks, form);
}

function isUpperCase(character: string): boolean {
  return character !== character.toLowerCase();
}

function emptyCounts(): Counts {
  return {
    words: 0,
    letters: 0,
    longWords: 0,
    functionWords: 0,
    numbers: 0,
    capitals: 0,
    apostrophes: 0,
    firstPerson: 0,
    linking: 0,
    series: 0,
    plainOpeners: 0,
    repeatedPairs: 0,
    forms: [],
    sentenceWords: [],
    marks: { ',': 0, ';': 0, ':': 0, '-': 0, '(': 0, '"': 0, '?': 0, '!': 0 },
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

function neighbourChange(lengths: readonly number[]): number {
  return mean(lengths.slice(1).map((length, index) => Math.abs(length - (lengths[index] ?? 0))));
}

function shareOf(values: readonly number[], matches: (value: number) => boolean): number {
  return values.length === 0 ? 0 : values.filter(matches).length / values.length;
}
