import type { UiLanguage } from '../ui-language.ts';
import { keptWords } from './kept-words.ts';
import { hashText, type Tokens } from './tokens.ts';

/** Buckets of the hashed feature space (feature hashing: Weinberger et al. 2009). A power of two. */
export const bucketCount = 2 ** 18;

/**
 * Hashed features of a text in token order. The features of token i are
 * `buckets[offsets[i]]` up to `buckets[offsets[i + 1] - 1]`; they look back at most three tokens, so that
 * any range of tokens has its features in one slice.
 */
export interface Ngrams {
  readonly buckets: Int32Array;
  readonly offsets: Uint32Array;
}

/**
 * Word 1- to 3-grams, letter 3- to 5-grams inside words, and 1- to 4-grams of a reading in which content
 * words are reduced to length and ending (text distortion: Stamatatos 2017): what is said, how it is
 * spelled, and how it is said whatever the topic.
 */
export function ngrams(source: Tokens, language: UiLanguage): Ngrams {
  const offsets = featureOffsets(source);
  const buckets = new Int32Array(offsets[source.count] ?? 0);
  const masks = maskedHashes(source, keptWords[language]);
  for (let index = 0; index < source.count; index++) {
    const words = { hashes: chain(source.hashes, index, 3), family: 1 };
    let next = addSequence(buckets, offsets[index] ?? 0, words);
    next = addSequence(buckets, next, { hashes: chain(masks, index, 4), family: 21 });
    if (source.isWord[index] === 1) addLetters(buckets, next, source.forms[index] ?? '');
  }
  return { buckets, offsets };
}

const sequenceFeatures = 7;
const shortestLetters = 3;
const longestLetters = 5;

function featureOffsets({ count, forms, isWord }: Tokens): Uint32Array {
  const offsets = new Uint32Array(count + 1);
  for (let index = 0; index < count; index++) {
    const padded = (forms[index] ?? '').length + 2;
    let letters = 0;
    for (let size = shortestLetters; size <= longestLetters; size++) {
      letters += Math.max(0, padded - size + 1);
    }
    const features = sequenceFeatures + (isWord[index] === 1 ? letters : 0);
    offsets[index + 1] = (offsets[index] ?? 0) + features;
  }
  return offsets;
}

function maskedHashes(
  { count, forms, hashes, isWord }: Tokens,
  kept: ReadonlySet<string>,
): Int32Array {
  const masks = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    const form = forms[index] ?? '';
    const isKept = isWord[index] === 0 || kept.has(form);
    masks[index] = isKept ? (hashes[index] ?? 0) : endingHash(form);
  }
  return masks;
}

/** A content word as its length class and its last three letters. */
function endingHash(form: string): number {
  const lengthClass = form.length > 8 ? 'L' : form.length > 4 ? 'M' : 'S';
  return hashText(`~${lengthClass}${form.slice(-3)}`);
}

/** Hashes of the 1-gram, 2-gram, … that end at a token. */
function chain(hashes: Int32Array, index: number, longest: number): number[] {
  const chained: number[] = [];
  let hash = 0;
  for (let back = 0; back < longest; back++) {
    hash = (Math.imul(hash, 0x9e3779b1) ^ (hashes[index - back] ?? 1)) | 0;
    chained.push(hash);
  }
  return chained;
}

function addSequence(
  buckets: Int32Array,
  at: number,
  { hashes, family }: { readonly hashes: readonly number[]; readonly family: number },
): number {
  hashes.forEach((hash, size) => {
    buckets[at + size] = bucket(hash, family + size);
  });
  return at + hashes.length;
}

function addLetters(buckets: Int32Array, at: number, form: string): void {
  const padded = ` ${form} `;
  let next = at;
  for (let size = shortestLetters; size <= longestLetters; size++) {
    for (let start = 0; start + size <= padded.length; start++) {
      buckets[next++] = bucket(hashText(padded.slice(start, start + size)), 10 + size);
    }
  }
}

/** Finaliser of MurmurHash3: every input bit reaches the bucket number. */
function bucket(hash: number, family: number): number {
  let mixed = hash ^ Math.imul(family, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) & (bucketCount - 1);
}
