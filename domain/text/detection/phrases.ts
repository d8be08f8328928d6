import type { Span } from '../span.ts';
import type { ScoringContext } from './document-score.ts';
import type { SentenceRange } from './reading.ts';

/** Words in a row of the text under test whose features weigh most. */
export interface Phrase extends Span {
  readonly quote: string;
  /** Sum of feature weights, as a part of a 100-token window's raw score. */
  readonly weight: number;
  readonly sentence: number;
}

/** Tokens of a phrase. */
const phraseTokens = 6;
/** Weights are stated as if each phrase stood in a text of about 100 words: 2,000 features. */
const referenceLength = Math.sqrt(2000);

/**
 * The strongest phrase of each sentence in either direction, as the experts weigh them. Shows what the
 * model really saw: nothing comes from a list, every phrase is read from the text under test.
 * @param shares how much each expert has to say about this text, adding up to 1
 */
export function sentencePhrases(
  context: ScoringContext,
  shares: readonly number[],
): { readonly ai: readonly Phrase[]; readonly human: readonly Phrase[] } {
  const weights = tokenWeights(context, shares);
  const ai: Phrase[] = [];
  const human: Phrase[] = [];
  context.reading.sentences.forEach((range, sentence) => {
    const best = strongestWindows(weights, range);
    if (best.high.weight > 0) ai.push(phrase(context, { ...best.high, sentence }));
    if (best.low.weight < 0) human.push(phrase(context, { ...best.low, sentence }));
  });
  return {
    ai: ai.sort((left, right) => right.weight - left.weight),
    human: human.sort((left, right) => left.weight - right.weight),
  };
}

function tokenWeights({ model, reading }: ScoringContext, shares: readonly number[]): Float64Array {
  const { buckets, offsets } = reading.ngrams;
  const weights = new Float64Array(reading.tokens.count);
  model.experts.forEach((expert, index) => {
    const factor = ((shares[index] ?? 0) * expert.scale) / referenceLength;
    for (let token = 0; token < weights.length; token++) {
      let sum = 0;
      for (let at = offsets[token] ?? 0; at < (offsets[token + 1] ?? 0); at++) {
        sum += expert.weights[buckets[at] ?? 0] ?? 0;
      }
      weights[token] = (weights[token] ?? 0) + factor * sum;
    }
  });
  return weights;
}

interface Window {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

function strongestWindows(
  weights: Float64Array,
  { from, to }: SentenceRange,
): { readonly high: Window; readonly low: Window } {
  const size = Math.min(phraseTokens, to - from);
  let sum = 0;
  let high: Window = { from, to: from, weight: 0 };
  let low: Window = { from, to: from, weight: 0 };
  for (let end = from; end < to; end++) {
    sum += weights[end] ?? 0;
    if (end - from >= size) sum -= weights[end - size] ?? 0;
    if (end - from < size - 1) continue;
    const window = { from: end - size + 1, to: end + 1, weight: sum };
    if (sum > high.weight) high = window;
    if (sum < low.weight) low = window;
  }
  return { high, low };
}

function phrase(
  { reading }: ScoringContext,
  { from, to, weight, sentence }: Window & { readonly sentence: number },
): Phrase {
  const start = reading.tokens.starts[from] ?? 0;
  const end = Math.max(start, reading.tokens.ends[to - 1] ?? start);
  return { start, end, quote: reading.text.slice(start, end), weight, sentence };
}
