import type { Expert } from './model.ts';
import { bucketCount, type Ngrams } from './ngrams.ts';
import type { TokenRange } from './reading.ts';

/** One raw score an expert. */
export type RangeScorer = (range: TokenRange) => number[];

/**
 * Scores ranges of one text. Every feature counts once in a range however often it occurs, so that
 * repeating a phrase does not repeat its weight. Linear in the length of the range.
 */
export function rangeScorer(experts: readonly Expert[], { buckets, offsets }: Ngrams): RangeScorer {
  const lastSeenIn = new Int32Array(bucketCount);
  let scored = 0;
  return ({ from, to }) => {
    scored += 1;
    const sums = experts.map(() => 0);
    let features = 0;
    for (let at = offsets[from] ?? 0; at < (offsets[to] ?? 0); at++) {
      const bucket = buckets[at] ?? 0;
      if (lastSeenIn[bucket] === scored) continue;
      lastSeenIn[bucket] = scored;
      features += 1;
      addWeights(experts, bucket, sums);
    }
    return rawScores(experts, { sums, features });
  };
}

function addWeights(experts: readonly Expert[], bucket: number, sums: number[]): void {
  for (let index = 0; index < experts.length; index++) {
    sums[index] = (sums[index] ?? 0) + (experts[index]?.weights[bucket] ?? 0);
  }
}

interface Sums {
  readonly sums: readonly number[];
  readonly features: number;
}

function rawScores(experts: readonly Expert[], { sums, features }: Sums): number[] {
  const length = Math.sqrt(Math.max(1, features));
  return experts.map(({ scale, bias }, index) => (scale * (sums[index] ?? 0)) / length + bias);
}
