import type { Span } from './span.ts';

/** Longest string ever handed to `Intl.Segmenter`: word segmentation on Node 20 is quadratic in its length. */
export const longestPiece = 2000;

/** Context that decides whether a word goes on: word rules look one letter ahead, past attached marks. */
const lookahead = 64;

const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });
const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Cuts a text into pieces of at most `maxLength` UTF-16 code units (at most 2,000) that join to the text
 * again. Cuts after a blank line, else a line break, else a sentence end, else a space; a run without any
 * is cut between two words, else between two grapheme clusters, and never inside a surrogate pair.
 */
export function pieces(text: string, maxLength = longestPiece): Span[] {
  const limit = Math.max(2, Math.min(Math.trunc(maxLength), longestPiece));
  const found: Span[] = [];
  let start = 0;
  while (start < text.length) {
    const end = start + limit >= text.length ? text.length : cutAfter(text, { start, limit });
    found.push({ start, end });
    start = end;
  }
  return found;
}

/** True when a word of the text goes on across this place, as far as 64 code units on either side tell. */
export function isInsideWord(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const from = wholeCodePoint(text, Math.max(0, offset - lookahead));
  const to = wholeCodePoint(text, Math.min(text.length, offset + lookahead));
  const segment = wordSegmenter.segment(text.slice(from, to)).containing(offset - from);
  return segment !== undefined && segment.index !== offset - from;
}

interface Window {
  readonly start: number;
  readonly limit: number;
}

function cutAfter(text: string, { start, limit }: Window): number {
  const window = text.slice(start, start + limit + 1);
  const cut =
    lastSpaceCut(window, limit) ?? lastWordCut(window, limit) ?? lastGraphemeCut(window, limit);
  return start + cut;
}

/** The best place after white space: the strongest kind of break in the second half, else the last space. */
function lastSpaceCut(window: string, limit: number): number | undefined {
  const half = limit >> 1;
  let lineBreak: number | undefined;
  let sentence: number | undefined;
  let space: number | undefined;
  for (let cut = limit; cut > 0 && (cut > half || space === undefined); cut -= 1) {
    if (!isSpace(window.charCodeAt(cut - 1)) || isAttached(window.codePointAt(cut))) continue;
    space ??= cut;
    if (cut <= half) break;
    if (isLineBreak(window.charCodeAt(cut - 1))) {
      if (isLineBreak(window.charCodeAt(cut - 2))) return cut;
      lineBreak ??= cut;
    } else if (sentence === undefined && endsSentence(window, cut - 1)) {
      sentence = cut;
    }
  }
  return lineBreak ?? sentence ?? space;
}

/** The last word border that the unseen rest of the text cannot move. */
function lastWordCut(window: string, limit: number): number | undefined {
  if (limit <= lookahead) return undefined;
  const segment = wordSegmenter.segment(window).containing(limit - lookahead);
  return segment === undefined || segment.index === 0 ? undefined : segment.index;
}

function lastGraphemeCut(window: string, limit: number): number {
  const from = wholeCodePoint(window, Math.max(0, limit - lookahead));
  const tail = window.slice(from);
  const grapheme = graphemeSegmenter.segment(tail).containing(limit - from);
  const cut = from + (grapheme?.index ?? 0);
  // The first cluster of the tail may have begun before it: only a later border is certain.
  return cut > from ? cut : wholeCodePoint(window, limit);
}

/** The offset, moved back by one when it would stand inside a surrogate pair. */
function wholeCodePoint(text: string, offset: number): number {
  const splits =
    isHighSurrogate(text.charCodeAt(offset - 1)) && isLowSurrogate(text.charCodeAt(offset));
  return splits ? offset - 1 : offset;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function isLineBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029 || unit === 0x85;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x3000 || isLineBreak(unit);
}

/** Marks, joiners and format characters belong to what stands before them (UAX 29 WB4). */
function isAttached(codePoint: number | undefined): boolean {
  if (codePoint === undefined || codePoint < 0xad) return false;
  return /[\p{M}\p{Cf}]/u.test(String.fromCodePoint(codePoint));
}

/** Terminators, then up to three closing marks, right before this place. */
function endsSentence(text: string, end: number): boolean {
  return /[.!?…。！？][)\]"'”’»]{0,3}$/u.test(text.slice(Math.max(0, end - 4), end));
}
