import { isInsideWord, pieces } from './pieces.ts';
import type { Span } from './span.ts';

export interface Word extends Span {
  readonly text: string;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const hasLetterOrDigit = /[\p{L}\p{N}]/u;
/** Scripts written without spaces: their words come from a dictionary, and pieces end between two of them. */
const hasDictionaryWords =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The words of a text by UAX 29, those that contain a letter or digit, in order, with UTF-16 offsets.
 * The one tokeniser of the product: prices, statistics and engines count the same words.
 */
export function words(text: string): Word[] {
  const found: Word[] = [];
  for (const piece of pieces(text)) {
    const before = found.length;
    for (const { segment, index } of segmenter.segment(text.slice(piece.start, piece.end))) {
      if (!hasLetterOrDigit.test(segment)) continue;
      const start = piece.start + index;
      found.push({ start, end: start + segment.length, text: segment });
      if (found.length === before + 1) joinAcrossCut(text, { found, cut: piece.start });
    }
  }
  return found;
}

/** Number of words that are charged for. */
export function countWords(text: string): number {
  return words(text).length;
}

interface Cut {
  readonly found: Word[];
  readonly cut: number;
}

/** A word longer than a piece is cut between pieces and still is one word. */
function joinAcrossCut(text: string, { found, cut }: Cut): void {
  const [before, after] = found.slice(-2);
  if (before === undefined || after === undefined) return;
  // One code unit on either side may be an apostrophe or point that holds the word together.
  if (before.end < cut - 1 || after.start > cut + 1) return;
  if (hasDictionaryWords.test(text.slice(cut - 1, cut + 1)) || !isInsideWord(text, cut)) return;
  const joined = { start: before.start, end: after.end };
  found.splice(-2, 2, { ...joined, text: text.slice(joined.start, joined.end) });
}
