import type { Expert } from './model.ts';
import { bucketCount, type Ngrams } from './ngrams.ts';
import type { TokenRange } from './reading.ts';

export interface RawScores {
  /** One raw score an expert. */
  readonly scores: readonly number[];
  /** Share of the distinct features that no expert ever learned from, 0 to 1. */
  readonly unseen: number;
}

export type RangeScorer = (range: TokenRange) => RawScores;

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
    let unseen = 0;
    for (let at = offsets[from] ?? 0; at < (offsets[to] ?? 0); at++) {
      const bucket = buckets[at] ?? 0;
      if (lastSeenIn[bucket] === scored) continue;
      lastSeenIn[bucket] = scored;
      features += 1;
      unseen += addWeights(experts, bucket, sums) ? 0 : 1;
    }
    return {
      scores: rawScores(experts, { sums, features }),
      unseen: unseen / Math.max(1, features),
    };
  };
}

/** True when at least one expert knows the feature. */
function addWeights(experts: readonly Expert[], bucket: number, sums: number[]): boolean {
  let isKnown = false;
  for (let index = 0; index < experts.length; index++) {
    const weight = experts[index]?.weights[bucket] ?? 0;
    if (weight === 0) continue;
    isKnown = true;
    sums[index] = (sums[index] ?? 0) + weight;
  }
  return isKnown;
}

interface Sums {
  readonly sums: readonly number[];
  readonly features: number;
}

function rawScores(experts: readonly Expert[], { sums, features }: Sums): number[] {
  const length = Math.sqrt(Math.max(1, features));
  return experts.map(({ scale, bias }, index) => (scale * (sums[index] ?? 0)) / length + bias);
}
