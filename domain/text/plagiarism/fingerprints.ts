import { contentFamily, gramWords, winnowWindow, wordFamily } from './families.ts';
import type { Fingerprints } from './fingerprint.ts';
import { type KeyedHash, sipHash } from './sip-hash.ts';
import { finish, mixIn, type Tokens, tokens } from './tokens.ts';
import { winnow } from './winnow.ts';

/** Raised whenever tokeniser, folding, stop-words, stemmer, k, w or hashes change. */
export const fingerprintVersion = 1;

/**
 * Keyed fingerprints of a text, in two families: winnowed word 5-grams, which find every unedited run of
 * 8 words, and order-free trigrams of content stems, which survive rewriting. About one a word.
 *
 * @param request.key the account's secret, at least 16 bytes: other keys give unrelated hashes
 * @throws RangeError when the key is too short
 */
export function fingerprints(request: { text: string; key: Uint8Array }): Fingerprints {
  return fingerprintTokens(tokens(request.text), sipHash(request.key));
}

/** The same from words that are already there. */
export function fingerprintTokens(stream: Tokens, hash: KeyedHash): Fingerprints {
  const grams = wordGrams(stream, hash);
  const trigrams = contentTrigrams(stream, hash);
  return merge(stream, { grams, trigrams });
}

/** Fingerprints of one family: hash, first and last word, ascending by first word. */
interface Family {
  readonly hashes: readonly number[];
  readonly first: readonly number[];
  readonly last: readonly number[];
}

function wordGrams(stream: Tokens, keyed: KeyedHash): Family {
  const count = Math.max(0, stream.count - gramWords + 1);
  const hashes = new Uint32Array(count);
  for (let start = 0; start < count; start += 1) {
    let low = 0x5bd1e995;
    let high = 0x1b56c4e9;
    for (let index = start; index < start + gramWords; index += 1) {
      low = mixIn(low, stream.low[index] ?? 0);
      high = mixIn(high, stream.high[index] ?? 0);
    }
    hashes[start] = keyed(finish(low), finish(high));
  }
  const first = winnow(hashes, winnowWindow);
  return {
    hashes: first.map((position) => hashes[position] ?? 0),
    first,
    last: first.map((position) => position + gramWords - 1),
  };
}

function contentTrigrams(stream: Tokens, keyed: KeyedHash): Family {
  const hashes: number[] = [];
  const first: number[] = [];
  const last: number[] = [];
  for (let index = 0; index + 2 < stream.contentCount; index += 1) {
    hashes.push(trigramHash(stream, { index, keyed }));
    first.push(stream.contentTokens[index] ?? 0);
    last.push(stream.contentTokens[index + 2] ?? 0);
  }
  return { hashes, first, last };
}

/** The three stems in the order of their hashes, so that turning words round changes nothing. */
function trigramHash(stream: Tokens, at: { index: number; keyed: KeyedHash }): number {
  const order = [at.index, at.index + 1, at.index + 2].sort(
    (one, other) =>
      (stream.stemLow[one] ?? 0) - (stream.stemLow[other] ?? 0) ||
      (stream.stemHigh[one] ?? 0) - (stream.stemHigh[other] ?? 0),
  );
  let low = 0x2545f491;
  let high = 0x4f6cdd1d;
  for (const index of order) {
    low = mixIn(low, stream.stemLow[index] ?? 0);
    high = mixIn(high, stream.stemHigh[index] ?? 0);
  }
  return at.keyed(finish(low), finish(high));
}

function merge(stream: Tokens, { grams, trigrams }: { grams: Family; trigrams: Family }) {
  const total = grams.hashes.length + trigrams.hashes.length;
  const merged = {
    version: fingerprintVersion,
    hashes: new Uint32Array(total),
    tokens: new Uint32Array(total),
    starts: new Uint32Array(total),
    ends: new Uint32Array(total),
    families: new Uint8Array(total),
    words: stream.count,
  };
  let gram = 0;
  let trigram = 0;
  for (let index = 0; index < total; index += 1) {
    const takesGram = (grams.first[gram] ?? Infinity) <= (trigrams.first[trigram] ?? Infinity);
    const family = takesGram ? grams : trigrams;
    const at = takesGram ? gram++ : trigram++;
    merged.hashes[index] = family.hashes[at] ?? 0;
    merged.tokens[index] = family.first[at] ?? 0;
    merged.starts[index] = stream.starts[family.first[at] ?? 0] ?? 0;
    merged.ends[index] = stream.ends[family.last[at] ?? 0] ?? 0;
    merged.families[index] = takesGram ? wordFamily : contentFamily;
  }
  return merged;
}
