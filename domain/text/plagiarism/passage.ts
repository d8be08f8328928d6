import type { Span } from '../span.ts';
import type { Seed } from './seeds.ts';

/** A stretch of the submission and the stretch of one source it matches. UTF-16, end exclusive. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  readonly sourceStart: number;
  readonly sourceEnd: number;
  /** First word in the submission and one past the last. */
  readonly firstWord: number;
  readonly endWord: number;
  /** Words of the submission that stand under a seed. */
  readonly coveredWords: number;
  /** What it was found by, ascending by `firstWord`. */
  readonly seeds: readonly Seed[];
}

/** The stretch that seeds, ascending by `firstWord`, make up together. */
export function toPassage(seeds: readonly Seed[]): Passage {
  return {
    start: least(seeds, (seed) => seed.start),
    end: greatest(seeds, (seed) => seed.end),
    sourceStart: least(seeds, (seed) => seed.sourceStart),
    sourceEnd: greatest(seeds, (seed) => seed.sourceEnd),
    firstWord: least(seeds, (seed) => seed.firstWord),
    endWord: greatest(seeds, (seed) => seed.endWord),
    coveredWords: wordsUnder(seeds),
    seeds,
  };
}

/** Words of the submission under at least one of the seeds, which ascend by `firstWord`. */
export function wordsUnder(seeds: readonly Seed[]): number {
  return lengthTogether(
    seeds.map(({ firstWord, endWord }) => ({ start: firstWord, end: endWord })),
  );
}

/** Characters of the source under at least one of the seeds. */
export function sourceCharactersUnder(seeds: readonly Seed[]): number {
  const spans = seeds.map(({ sourceStart, sourceEnd }) => ({ start: sourceStart, end: sourceEnd }));
  return lengthTogether(spans.sort((one, other) => one.start - other.start));
}

/** Length of the union of spans that ascend by start. */
function lengthTogether(spans: readonly Span[]): number {
  let covered = 0;
  let reached = 0;
  for (const { start, end } of spans) {
    covered += Math.max(0, end - Math.max(reached, start));
    reached = Math.max(reached, end);
  }
  return covered;
}

function least(seeds: readonly Seed[], of: (seed: Seed) => number): number {
  return seeds.reduce((smallest, seed) => Math.min(smallest, of(seed)), Infinity);
}

function greatest(seeds: readonly Seed[], of: (seed: Seed) => number): number {
  return seeds.reduce((largest, seed) => Math.max(largest, of(seed)), 0);
}
