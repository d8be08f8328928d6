import { sentences } from '../sentences.ts';
import type { Span } from '../span.ts';
import { firstAtLeast, type Seed } from './seeds.ts';
import type { Tokens } from './tokens.ts';

/** A text and its words. */
export interface TextSide {
  readonly text: string;
  readonly tokens: Tokens;
}

/**
 * Pairs of sentences that say much the same: cosine of their term weights (frequency by rarity among the
 * sentences of both texts) and Dice coefficient of their stems both above a third. After Sanchez-Perez,
 * Gelbukh, Sidorov, "Adaptive algorithm for plagiarism detection" (PAN at CLEF 2014).
 *
 * @returns ascending by `firstWord`
 */
export function sentenceSeeds(sides: { submitted: TextSide; source: TextSide }): Seed[] {
  const submitted = sentencesOf(sides.submitted);
  const source = sentencesOf(sides.source);
  const weights = rarities([...submitted, ...source]);
  const index = invertedIndex(source, weights);
  const among = { source, weights, index, counts: new Uint32Array(source.length) };
  return submitted.flatMap((sentence) =>
    alike(sentence, among).map((other) => seedOf(sentence, other)),
  );
}

const leastAlike = 1 / 3;
/** A sentence below this is read together with the next one, a longer one than that in parts. */
const shortestSentence = 4;
const longestSentence = 60;
/** A stem in more sentences than this tells nothing, and going through them would take quadratic time. */
const mostSentences = 200;
/** Partners of one sentence that are kept, the likest first. */
const mostPartners = 8;

interface Sentence extends Span {
  readonly firstWord: number;
  readonly endWord: number;
  /** Frequency of each stem. */
  readonly stems: ReadonlyMap<number, number>;
}

type Weights = ReadonlyMap<number, number>;
type InvertedIndex = ReadonlyMap<number, readonly number[]>;

function sentencesOf({ text, tokens }: TextSide): Sentence[] {
  const found: Sentence[] = [];
  let first = 0;
  for (const { end } of sentences(text, null)) {
    const endWord = firstAtLeast(tokens.ends, end + 1);
    if (endWord - first < shortestSentence) continue;
    found.push(...inParts(tokens, { first, end: endWord }));
    first = endWord;
  }
  if (first < tokens.count) found.push(...inParts(tokens, { first, end: tokens.count }));
  return found;
}

function inParts(tokens: Tokens, words: { first: number; end: number }): Sentence[] {
  const parts = Math.ceil((words.end - words.first) / longestSentence);
  const size = Math.ceil((words.end - words.first) / parts);
  return Array.from({ length: parts }, (_, part) => {
    const firstWord = words.first + part * size;
    const endWord = Math.min(words.end, firstWord + size);
    return {
      firstWord,
      endWord,
      start: tokens.starts[firstWord] ?? 0,
      end: tokens.ends[endWord - 1] ?? 0,
      stems: stemsOf(tokens, { firstWord, endWord }),
    };
  });
}

function stemsOf(tokens: Tokens, of: { firstWord: number; endWord: number }): Map<number, number> {
  const stems = new Map<number, number>();
  const content = tokens.contentTokens.subarray(0, tokens.contentCount);
  const end = firstAtLeast(content, of.endWord);
  for (let at = firstAtLeast(content, of.firstWord); at < end; at += 1) {
    const stem = tokens.stemLow[at] ?? 0;
    stems.set(stem, (stems.get(stem) ?? 0) + 1);
  }
  return stems;
}

/** Inverse sentence frequency of every stem that is rare enough to tell something. */
function rarities(all: readonly Sentence[]): Weights {
  const counts = new Map<number, number>();
  for (const { stems } of all) {
    for (const stem of stems.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const rare = [...counts].filter(([, count]) => count <= mostSentences);
  return new Map(rare.map(([stem, count]) => [stem, Math.log((all.length + 1) / count)]));
}

function invertedIndex(all: readonly Sentence[], weights: Weights): InvertedIndex {
  const index = new Map<number, number[]>();
  all.forEach(({ stems }, number) => {
    for (const stem of stems.keys()) {
      if (!weights.has(stem)) continue;
      const numbers = index.get(stem);
      if (numbers === undefined) index.set(stem, [number]);
      else numbers.push(number);
    }
  });
  return index;
}

interface Comparison {
  readonly source: readonly Sentence[];
  readonly weights: Weights;
  readonly index: InvertedIndex;
  /** One counter a source sentence, all 0 between two uses. */
  readonly counts: Uint32Array;
}

function alike(sentence: Sentence, among: Comparison): Sentence[] {
  return withEnoughShared(sentence, among)
    .flatMap((other) => {
      const { cosine, dice } = likeness(sentence, other, among.weights);
      return cosine > leastAlike && dice > leastAlike ? [{ other, likeness: cosine + dice }] : [];
    })
    .sort((one, next) => next.likeness - one.likeness)
    .slice(0, mostPartners)
    .map(({ other }) => other);
}

/** Sentences whose Dice coefficient can exceed the limit: counting is cheap, weighing is not. */
function withEnoughShared(sentence: Sentence, { source, index, counts }: Comparison): Sentence[] {
  const touched: number[] = [];
  for (const stem of sentence.stems.keys()) {
    for (const number of index.get(stem) ?? []) {
      const count = counts[number] ?? 0;
      if (count === 0) touched.push(number);
      counts[number] = count + 1;
    }
  }
  return touched.flatMap((number) => {
    const other = source[number];
    const shared = counts[number] ?? 0;
    counts[number] = 0;
    if (other === undefined) return [];
    return 2 * shared > leastAlike * (sentence.stems.size + other.stems.size) ? [other] : [];
  });
}

function likeness(one: Sentence, other: Sentence, weights: Weights) {
  let product = 0;
  let shared = 0;
  for (const [stem, count] of one.stems) {
    const weight = weights.get(stem);
    const otherCount = other.stems.get(stem);
    if (weight === undefined || otherCount === undefined) continue;
    product += count * otherCount * weight * weight;
    shared += 1;
  }
  const norms = norm(one, weights) * norm(other, weights);
  return {
    cosine: norms === 0 ? 0 : product / norms,
    dice: (2 * shared) / Math.max(1, one.stems.size + other.stems.size),
  };
}

function norm({ stems }: Sentence, weights: Weights): number {
  let sum = 0;
  for (const [stem, count] of stems) sum += (count * (weights.get(stem) ?? 0)) ** 2;
  return Math.sqrt(sum);
}

function seedOf(one: Sentence, other: Sentence): Seed {
  return {
    start: one.start,
    end: one.end,
    firstWord: one.firstWord,
    endWord: one.endWord,
    sourceStart: other.start,
    sourceEnd: other.end,
    sourceWord: other.firstWord,
    sourceEndWord: other.endWord,
    // Any number that differs between pairs: sentences are never looked up by hash.
    hash: -(one.firstWord * 0x200000 + other.firstWord) - 1,
    kind: 'sentence',
  };
}
