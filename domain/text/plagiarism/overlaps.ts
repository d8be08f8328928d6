import { type Passage, toPassage } from './passage.ts';

/**
 * One place of the submission belongs to one passage of a source. Passages that overlap in both texts
 * become one. Where they overlap in the submission alone, because the source repeats itself, the stronger
 * stays whole and the weaker keeps what sticks out, or goes when that is less than half of it.
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
  return kept;
}

/** What becomes of two passages of which the second starts inside the first. */
function settle(first: Passage, second: Passage): Passage[] {
  if (overlapInSource(first, second)) return [united(first, second)];
  if (second.coveredWords <= first.coveredWords) {
    const rest = { ...second, start: first.end, firstWord: first.endWord };
    return isMostOf(rest, second) ? [first, rest] : [first];
  }
  const rest = { ...first, end: second.start, endWord: second.firstWord };
  return isMostOf(rest, first) ? [rest, second] : [second];
}

function overlapInSource(one: Passage, other: Passage): boolean {
  return one.sourceStart < other.sourceEnd && other.sourceStart < one.sourceEnd;
}

function isMostOf(rest: Passage, whole: Passage): boolean {
  return (rest.endWord - rest.firstWord) * 2 >= whole.endWord - whole.firstWord;
}

function united(first: Passage, second: Passage): Passage {
  const seeds = [...first.seeds, ...second.seeds];
  return toPassage(seeds.sort((one, other) => one.firstWord - other.firstWord));
}
