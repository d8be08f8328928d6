import { words } from '../words.ts';
import { contentStem, fold } from './stem.ts';

/** The words of a text as plagiarism compares them: parallel arrays, one entry a word. */
export interface Tokens {
  readonly count: number;
  /** UTF-16 offsets of each word. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Two 32-bit lanes of the hash of the folded word. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** The content words alone: their positions among all words, and the hash of their stems. */
  readonly contentCount: number;
  readonly contentTokens: Uint32Array;
  readonly stemLow: Uint32Array;
  readonly stemHigh: Uint32Array;
}

interface WordHashes {
  readonly low: number;
  readonly high: number;
  readonly stem: { readonly low: number; readonly high: number } | null;
}

/** Words, their folded hashes and the stems of content words. Linear in the text. */
export function tokens(text: string): Tokens {
  const found = words(text);
  const arrays = emptyTokens(found.length);
  const known = new Map<string, WordHashes>();
  let contentCount = 0;
  found.forEach((word, index) => {
    const hashes = hashesOf(word.text, known);
    arrays.starts[index] = word.start;
    arrays.ends[index] = word.end;
    arrays.low[index] = hashes.low;
    arrays.high[index] = hashes.high;
    if (hashes.stem === null) return;
    arrays.contentTokens[contentCount] = index;
    arrays.stemLow[contentCount] = hashes.stem.low;
    arrays.stemHigh[contentCount] = hashes.stem.high;
    contentCount += 1;
  });
  return { ...arrays, count: found.length, contentCount };
}

function emptyTokens(count: number): Omit<Tokens, 'count' | 'contentCount'> {
  return {
    starts: new Uint32Array(count),
    ends: new Uint32Array(count),
    low: new Uint32Array(count),
    high: new Uint32Array(count),
    contentTokens: new Uint32Array(count),
    stemLow: new Uint32Array(count),
    stemHigh: new Uint32Array(count),
  };
}

function hashesOf(word: string, known: Map<string, WordHashes>): WordHashes {
  const before = known.get(word);
  if (before !== undefined) return before;
  const folded = fold(word);
  const stem = contentStem(folded);
  const hashes = { ...hashString(folded), stem: stem === null ? null : hashString(stem) };
  known.set(word, hashes);
  return hashes;
}

function hashString(text: string): { low: number; high: number } {
  let low = 0x9747b28c;
  let high = 0x3c6ef372;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = mixIn(low, unit);
    high = mixIn(high, Math.imul(unit, 0x9e3779b1) ^ low);
  }
  return { low: finish(low ^ text.length), high: finish(high) };
}

/** One step of MurmurHash3's 32-bit body (Appleby, public domain). */
export function mixIn(hash: number, value: number): number {
  let mixed = Math.imul(value, 0xcc9e2d51);
  mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
  const next = hash ^ mixed;
  return (Math.imul((next << 13) | (next >>> 19), 5) + 0xe6546b64) | 0;
}

/** MurmurHash3's finaliser: every input bit reaches every output bit. */
export function finish(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
