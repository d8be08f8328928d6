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

const latinLetter = 'A-Za-z\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f';
const latinOthers =
  '\\n\\t -~\\u00a0\\u00a1\\u00a3\\u00a7\\u00ab\\u00b0\\u00b2\\u00b3\\u00b7\\u00b9\\u00bb\\u00bf' +
  '\\u2013\\u2014\\u2018\\u2019\\u201a\\u201c-\\u201e\\u2022\\u2026\\u20ac';
const isLatin = new RegExp(`^[${latinLetter}${latinOthers}]*$`);
/** UAX 29 WB5 to WB13b for the characters of `isLatin`, where no mark can follow a letter. */
const latinWord = new RegExp(
  `[${latinLetter}0-9_]+(?:(?:(?<=[${latinLetter}])[:.'\\u00b7\\u2018\\u2019](?=[${latinLetter}])` +
    `|(?<=[0-9])[.,;'\\u2018\\u2019](?=[0-9]))[${latinLetter}0-9_]+)*|[\\u00b2\\u00b3\\u00b9]`,
  'g',
);

/**
 * The words of a text by UAX 29, those that contain a letter or digit, in order, with UTF-16 offsets.
 * The one tokeniser of the product: prices, statistics and engines count the same words.
 */
export function words(text: string): Word[] {
  const found: Word[] = [];
  for (const piece of pieces(text)) {
    const before = found.length;
    const part = text.slice(piece.start, piece.end);
    // Segmenting is the dear step, most of all for runs of single marks.
    if (!hasLetterOrDigit.test(part)) continue;
    for (const { segment, index } of segmentsOf(part)) {
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

interface Segment {
  readonly segment: string;
  readonly index: number;
}

/** Latin text goes through a regular expression with the same answer, twenty times faster. */
function* segmentsOf(piece: string): Generator<Segment> {
  if (!isLatin.test(piece)) {
    yield* segmenter.segment(piece);
    return;
  }
  for (const match of piece.matchAll(latinWord)) yield { segment: match[0], index: match.index };
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
