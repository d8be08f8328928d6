import {
  abbreviations,
  abbreviationsBeforeNumbers,
  abbreviationsThatMayEnd,
} from './abbreviations.ts';
import { functionWords } from './function-words.ts';
import { paragraphs } from './paragraphs.ts';
import { longestPiece, pieces } from './pieces.ts';
import type { Span } from './span.ts';
import { isUiLanguage } from './ui-language.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** How much of either side of a border decides about it. */
const context = 48;

/**
 * The sentences of a text, trimmed, in order: UAX 29 sentences, of which those are joined again that were
 * cut after an abbreviation, an initial, an ordinal number, a list mark or inside reported speech. A
 * paragraph border always ends a sentence. A segment without letter or digit joins the sentence before it.
 * @param language ISO 639-1 code, or null when it is not known.
 */
export function sentences(text: string, language: string | null): Span[] {
  const rules = rulesOf(language);
  const found: Span[] = [];
  for (const paragraph of paragraphs(text)) {
    for (const span of sentencesOfParagraph(text.slice(paragraph.start, paragraph.end), rules)) {
      found.push({ start: paragraph.start + span.start, end: paragraph.start + span.end });
    }
  }
  return found;
}

interface Rules {
  readonly always: ReadonlySet<string>;
  readonly mayEnd: ReadonlySet<string>;
  readonly beforeNumbers: ReadonlySet<string>;
  /** Words that start sentences far more often than they follow an abbreviation. */
  readonly starters: ReadonlySet<string>;
  readonly hasOrdinalPoints: boolean;
}

function rulesOf(language: string | null): Rules {
  const known = language !== null && isUiLanguage(language) ? language : 'en';
  return {
    always: abbreviations[known],
    mayEnd: abbreviationsThatMayEnd[known],
    beforeNumbers: abbreviationsBeforeNumbers[known],
    starters: functionWords[known],
    hasOrdinalPoints: language === 'de',
  };
}

function sentencesOfParagraph(paragraph: string, rules: Rules): Span[] {
  const flat = paragraph.replace(/[\n\r\f\v\u0085\u2028\u2029]/g, ' ');
  const found: Span[] = [];
  let current: Span | undefined;
  for (const segment of segments(flat)) {
    if (current && (segment.continues || isSameSentence(flat, { current, next: segment, rules }))) {
      current = { start: current.start, end: segment.end };
      continue;
    }
    if (current) found.push(current);
    current = segment;
  }
  if (current) found.push(current);
  return found.map((span) => trimmed(flat, span)).filter((span) => hasWord(flat, span));
}

interface Segment extends Span {
  /** The segment before it was cut for its length alone. */
  readonly continues: boolean;
}

/** UAX 29 sentence segments, from windows that end where a sentence does whenever there is one. */
function* segments(flat: string): Generator<Segment> {
  let start = 0;
  let continues = false;
  while (start < flat.length) {
    const window = flat.slice(start, start + longestPiece);
    const isLast = start + window.length === flat.length;
    let taken = 0;
    for (const { index, segment } of segmenter.segment(window)) {
      if (!isLast && index + segment.length === window.length) break;
      yield { start: start + index, end: start + index + segment.length, continues };
      continues = false;
      taken = index + segment.length;
    }
    if (taken === 0) {
      taken = pieces(flat.slice(start, start + longestPiece + 1))[0]?.end ?? window.length;
      yield { start, end: start + taken, continues };
      continues = true;
    }
    start += taken;
  }
}

interface Border {
  readonly current: Span;
  readonly next: Span;
  readonly rules: Rules;
}

function isSameSentence(flat: string, { current, next, rules }: Border): boolean {
  if (!hasWord(flat, next)) return true;
  const tail = flat.slice(Math.max(current.start, current.end - context), current.end).trim();
  const head = flat.slice(next.start, next.start + context);
  if (current.end - current.start <= context && isListMark(tail)) return true;
  if (/[.!?…]["'”’»)\]]+$/u.test(tail) && /^(?:\p{Ll}|[–—-])/u.test(head)) return true;
  return (
    isAbbreviation({ tail, head, rules }) ||
    isInitial({ tail, head, rules }) ||
    (rules.hasOrdinalPoints && isOrdinal({ tail, head, rules }))
  );
}

interface Sides {
  readonly tail: string;
  readonly head: string;
  readonly rules: Rules;
}

function isListMark(tail: string): boolean {
  return /^\(?(?:\d{1,3}|\p{L}|[ivxlc]{1,5})[.)]$/iu.test(tail);
}

function isAbbreviation({ tail, head, rules }: Sides): boolean {
  const token = /([\p{L}\p{M}\p{N}.ºª°-]+)\.$/u.exec(tail)?.[1]?.toLowerCase();
  if (token === undefined) return false;
  if (rules.always.has(token)) return true;
  if (rules.beforeNumbers.has(token) && /^["'“„«(]*[\p{Nd}IVXLC]+\P{L}/u.test(head)) return true;
  return rules.mayEnd.has(token) && !startsLikeSentence(head, rules);
}

/** "J. R. R. Tolkien", "z. B. Hunde": a single letter with its point. */
function isInitial({ tail, head, rules }: Sides): boolean {
  const match = /(^|[\s.(-])(\p{L})\.$/u.exec(tail);
  if (!match) return false;
  if (/\p{Ll}/u.test(match[2] ?? '')) return true;
  const followsInitial = /\p{L}\.\s?\p{L}\.$/u.test(tail);
  return followsInitial || !startsLikeSentence(head, rules);
}

/** "am 3. Mai", "im 19. Jahrhundert": German writes ordinals with a point. */
function isOrdinal({ tail, head, rules }: Sides): boolean {
  return /(?:^|[\s(–-])(?:\d{1,3}|[IVXLC]{1,6})\.$/u.test(tail) && !startsLikeSentence(head, rules);
}

function startsLikeSentence(head: string, rules: Rules): boolean {
  const word = /^["'“„«‘([¿¡\s]*([\p{L}\p{M}]+)/u.exec(head)?.[1];
  return word === undefined ? /^["'“„«‘¿¡]/u.test(head) : rules.starters.has(word.toLowerCase());
}

function trimmed(flat: string, { start, end }: Span): Span {
  const piece = flat.slice(start, end);
  return { start: end - piece.trimStart().length, end: start + piece.trimEnd().length };
}

function hasWord(flat: string, { start, end }: Span): boolean {
  return /[\p{L}\p{N}]/u.test(flat.slice(start, end));
}
