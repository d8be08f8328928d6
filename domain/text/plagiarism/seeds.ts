import { contentWords, gramWords, wordFamily } from './families.ts';
import type { Fingerprints } from './fingerprint.ts';

/** Unchanged words in order; the same content words close together; sentences that say much the same. */
export type SeedKind = 'words' | 'content' | 'sentence';

/** One place where both texts say the same. Words count from 0, offsets are UTF-16, ends exclusive. */
export interface Seed {
  readonly start: number;
  readonly end: number;
  /** First word in the submission and one past the last. */
  readonly firstWord: number;
  readonly endWord: number;
  readonly sourceStart: number;
  readonly sourceEnd: number;
  /** The same in the source; from fingerprints the last word is the least it can be. */
  readonly sourceWord: number;
  readonly sourceEndWord: number;
  /** What was shared, so that the same phrase twice is not two witnesses. */
  readonly hash: number;
  readonly kind: SeedKind;
}

/** Offsets of a text's words, ascending. */
export interface WordOffsets {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Fingerprints of both sides, and the words of the submission. */
export interface Sides {
  readonly submitted: Fingerprints;
  readonly source: Fingerprints;
  readonly words: WordOffsets;
}

/**
 * Where two texts share fingerprints, ascending by the submission. A hash that stands more than
 * `allPairsUpTo` times in the source is paired once for each place in the submission, with the next
 * place in reading order: so a text of one word repeated stays linear and still matches itself whole.
 */
export function sharedSeeds(sides: Sides): Seed[] {
  const index = sortedIndex(sides.source.hashes);
  const seeds: Seed[] = [];
  let lastSource = -1;
  for (let at = 0; at < sides.submitted.hashes.length; at += 1) {
    const group = groupOf(index, sides.submitted.hashes[at] ?? 0);
    const from = group.long ? nextInOrder(index, { group, after: lastSource }) : group.start;
    const to = group.long ? from + 1 : group.end;
    for (let slot = from; slot < to; slot += 1) {
      lastSource = (index[slot] ?? 0) % positions;
      seeds.push(seedOf(sides, { at, source: lastSource }));
    }
  }
  return seeds;
}

/** Position of the first of ascending numbers that is at least `wanted`. */
export function firstAtLeast(sorted: Float64Array | Uint32Array, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

const allPairsUpTo = 8;
/** Hash and position share the 53 exact bits of a double: 32 for the hash, 21 for the position. */
const positions = 2 ** 21;

interface Group {
  readonly start: number;
  readonly end: number;
  readonly long: boolean;
}

/** Hashes with their positions, by hash, then by position. */
function sortedIndex(hashes: Uint32Array): Float64Array {
  if (hashes.length > positions) {
    throw new RangeError(`at most ${positions} fingerprints a text, got ${hashes.length}`);
  }
  return Float64Array.from(hashes, (hash, at) => hash * positions + at).sort();
}

function groupOf(index: Float64Array, hash: number): Group {
  const start = firstAtLeast(index, hash * positions);
  const limit = (hash + 1) * positions;
  let end = start;
  while (end - start <= allPairsUpTo && (index[end] ?? limit) < limit) end += 1;
  const long = end - start > allPairsUpTo;
  return { start, end: long ? firstAtLeast(index, limit) : end, long };
}

function nextInOrder(index: Float64Array, place: { group: Group; after: number }): number {
  const first = index[place.group.start] ?? 0;
  const next = firstAtLeast(index, first - (first % positions) + place.after + 1);
  return next < place.group.end ? next : place.group.start;
}

function seedOf({ submitted, source, words }: Sides, pair: { at: number; source: number }): Seed {
  const end = submitted.ends[pair.at] ?? 0;
  const sourceWord = source.tokens[pair.source] ?? 0;
  const isWords = submitted.families[pair.at] === wordFamily;
  return {
    start: submitted.starts[pair.at] ?? 0,
    end,
    firstWord: submitted.tokens[pair.at] ?? 0,
    endWord: firstAtLeast(words.ends, end) + 1,
    sourceStart: source.starts[pair.source] ?? 0,
    sourceEnd: source.ends[pair.source] ?? 0,
    sourceWord,
    sourceEndWord: sourceWord + (isWords ? gramWords : contentWords),
    hash: submitted.hashes[pair.at] ?? 0,
    kind: isWords ? 'words' : 'content',
  };
}
