import {
  type Reading,
  rangeOf,
  readText,
  type SentenceRange,
} from '../../domain/text/detection/reading.ts';
import { styleFeatures } from '../../domain/text/detection/style-features.ts';
import { sentences } from '../../domain/text/sentences.ts';
import { isUiLanguage } from '../../domain/text/ui-language.ts';
import { words } from '../../domain/text/words.ts';
import type { CorpusText } from './corpus.ts';
import { type Random, seededRandom } from './random.ts';

/** Lengths, in tokens, at which scores are calibrated and measured. */
export const cropTokens = [25, 50, 100, 200, 400] as const;

/** Some neighbouring sentences of a text. */
export interface Crop {
  readonly target: number;
  readonly sentences: readonly SentenceRange[];
  readonly tokens: number;
  readonly figures: Float64Array;
}

export interface Sample extends Omit<CorpusText, 'text'> {
  readonly reading: Reading;
  readonly words: number;
  readonly crops: readonly Crop[];
}

/** Reads every text as the product does and cuts crops of whole sentences from it. */
export function samplesOf(corpus: readonly CorpusText[], seed: number): Sample[] {
  const random = seededRandom(seed);
  return corpus.map((item) => {
    const { text, ...rest } = item;
    const reading = readCorpusText(text, item.language);
    const count = reading.tokens.isWord.reduce((sum, flag) => sum + flag, 0);
    return { ...rest, reading, words: count, crops: cropsOf(reading, random) };
  });
}

export function readCorpusText(text: string, language: string): Reading {
  if (!isUiLanguage(language)) throw new RangeError(`no detector for language ${language}`);
  return readText({ text, words: words(text), sentences: sentences(text, language), language });
}

function cropsOf(reading: Reading, random: Random): Crop[] {
  const crops: Crop[] = [];
  for (const target of cropTokens) {
    if (reading.tokens.count < 0.8 * target) break;
    const chosen = cropSentences(reading.sentences, target, random);
    const range = rangeOf(chosen);
    crops.push({
      target,
      sentences: chosen,
      tokens: range.to - range.from,
      figures: styleFeatures(reading, chosen),
    });
  }
  return crops;
}

function cropSentences(
  sentences: readonly SentenceRange[],
  target: number,
  random: Random,
): SentenceRange[] {
  const total = rangeOf(sentences).to;
  const start = Math.floor(random() * Math.max(1, total - target));
  const chosen: SentenceRange[] = [];
  let length = 0;
  for (const sentence of sentences) {
    if (sentence.to <= start) continue;
    if (length >= 0.8 * target) break;
    chosen.push(sentence);
    length += sentence.to - sentence.from;
  }
  return chosen;
}
