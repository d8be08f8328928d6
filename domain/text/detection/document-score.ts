import { type CalibratedReading, calibrated } from './calibration.ts';
import type { RangeScorer } from './experts.ts';
import type { DetectionModel } from './model.ts';
import { type Reading, rangeOf, type SentenceRange } from './reading.ts';
import { styleFeatures } from './style-features.ts';
import { standardised, styleLogit, unlikeness } from './style-network.ts';

/** Longest stretch that is read at once, in tokens: the length the model was trained and calibrated on. */
export const longestStretch = 400;

/** What the detector reads in a stretch of whole sentences. */
export interface StretchScore extends CalibratedReading {
  readonly sentences: readonly SentenceRange[];
  readonly tokens: number;
  readonly unlikeness: number;
  readonly figures: Float64Array;
}

export interface ScoringContext {
  readonly model: DetectionModel;
  readonly reading: Reading;
  readonly scorer: RangeScorer;
}

export interface DocumentScore extends CalibratedReading {
  readonly unlikeness: number;
  readonly stretches: readonly StretchScore[];
}

/** The whole text: the mean of its stretches, weighted by length. */
export function documentScore(context: ScoringContext): DocumentScore {
  const stretches = stretchesOf(context.reading.sentences).map((stretch) =>
    stretchScore(context, stretch),
  );
  const mean = (of: (stretch: StretchScore) => number): number => weightedMean(stretches, of);
  return {
    experts: context.model.experts.map((_, index) =>
      mean((stretch) => stretch.experts[index] ?? 0),
    ),
    style: mean((stretch) => stretch.style),
    combined: mean((stretch) => stretch.combined),
    alone: mean((stretch) => stretch.alone),
    unlikeness: mean((stretch) => stretch.unlikeness),
    stretches,
  };
}

export function stretchScore(
  { model, reading, scorer }: ScoringContext,
  sentences: readonly SentenceRange[],
): StretchScore {
  const range = rangeOf(sentences);
  const tokens = range.to - range.from;
  const experts = scorer(range);
  const figures = styleFeatures(reading, sentences);
  const inputs = standardised(figures, model.norms[reading.language]);
  const style = styleLogit(model.style, inputs);
  const scores = calibrated(model.calibration, { experts, style, tokens });
  return { ...scores, sentences, tokens, unlikeness: unlikeness(inputs), figures };
}

/** Neighbouring sentences in stretches of about equal length, none above `longestStretch` tokens. */
export function stretchesOf(sentences: readonly SentenceRange[]): SentenceRange[][] {
  const parts = sentences.flatMap(shortParts);
  const total = parts.reduce((sum, part) => sum + part.to - part.from, 0);
  const target = total / Math.max(1, Math.ceil(total / longestStretch));
  const stretches: SentenceRange[][] = [];
  let length = 0;
  for (const part of parts) {
    const partLength = part.to - part.from;
    if (stretches.length === 0 || (length > 0 && length + partLength / 2 > target)) {
      stretches.push([]);
      length = 0;
    }
    stretches.at(-1)?.push(part);
    length += partLength;
  }
  return stretches.filter((stretch) => stretch.some((part) => part.to > part.from));
}

/** A text without full stops is one endless sentence: it is read in parts. */
function shortParts(sentence: SentenceRange): SentenceRange[] {
  const parts: SentenceRange[] = [];
  for (let from = sentence.from; from < sentence.to; from += longestStretch) {
    parts.push({ ...sentence, from, to: Math.min(sentence.to, from + longestStretch) });
  }
  return parts;
}

function weightedMean(
  stretches: readonly StretchScore[],
  of: (stretch: StretchScore) => number,
): number {
  const tokens = stretches.reduce((sum, stretch) => sum + stretch.tokens, 0);
  const sum = stretches.reduce((total, stretch) => total + stretch.tokens * of(stretch), 0);
  return tokens === 0 ? 0 : sum / tokens;
}
