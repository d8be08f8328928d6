import { guaranteedRun } from './families.ts';
import { type Passage, toPassage } from './passage.ts';
import type { Seed } from './seeds.ts';

/**
 * One place of the submission belongs to one passage of a source. Passages that overlap in both texts
 * become one. Where they overlap in the submission alone, because the source repeats itself, the stronger
 * stays whole and the weaker keeps what sticks out, or goes when that is too short to be found by itself.
 *
 * @returns ascending, no two overlapping in the submission
 */
export function resolveOverlaps(passages: readonly Passage[]): Passage[] {
  const ascending = [...passages].sort((one, other) => one.start - other.start);
  const kept: Passage[] = [];
  for (const passage of ascending) {
    const before = kept.at(-1);
    if (before === undefined || passage.start >= before.end) kept.push(passage);
    else kept.splice(-1, 1, ...settle(before, passage));
  }
  return kept.map(inOrder);
}

/** What becomes of two passages of which the second starts inside the first. */
function settle(first: Passage, second: Passage): Passage[] {
  if (contains(first, second)) return [first];
  if (overlapInSource(first, second)) return [united(first, second)];
  if (second.coveredWords <= first.coveredWords) {
    return [first, ...rest(second, (seed) => seed.start >= first.end)];
  }
  return [...rest(first, (seed) => seed.end <= second.start), second];
}

function contains(outer: Passage, inner: Passage): boolean {
  const { start, end, sourceStart, sourceEnd } = inner;
  return (
    outer.start <= start &&
    outer.end >= end &&
    outer.sourceStart <= sourceStart &&
    outer.sourceEnd >= sourceEnd
  );
}

function overlapInSource(one: Passage, other: Passage): boolean {
  return one.sourceStart < other.sourceEnd && other.sourceStart < one.sourceEnd;
}

/** What sticks out of a passage, if it could have been found alone. */
function rest(whole: Passage, sticksOut: (seed: Seed) => boolean): Passage[] {
  const seeds = whole.seeds.filter(sticksOut);
  if (seeds.length === 0) return [];
  const part = toPassage(seeds);
  return part.endWord - part.firstWord >= guaranteedRun ? [part] : [];
}

/** Seeds are put in order and words counted again only at the end: a long chain would take quadratic time. */
function united(first: Passage, second: Passage): Passage {
  return {
    start: Math.min(first.start, second.start),
    end: Math.max(first.end, second.end),
    sourceStart: Math.min(first.sourceStart, second.sourceStart),
    sourceEnd: Math.max(first.sourceEnd, second.sourceEnd),
    firstWord: Math.min(first.firstWord, second.firstWord),
    endWord: Math.max(first.endWord, second.endWord),
    coveredWords: first.coveredWords + second.coveredWords,
    seeds: [...first.seeds, ...second.seeds],
  };
}

function inOrder(passage: Passage): Passage {
  const { seeds } = passage;
  const ascends = seeds.every((seed, at) => (seeds[at - 1]?.firstWord ?? 0) <= seed.firstWord);
  if (ascends) return passage;
  return toPassage([...seeds].sort((one, other) => one.firstWord - other.firstWord));
}
