import {
  abbreviations,
  abbreviationsBeforeNumbers,
  abbreviationsThatMayEnd,
} from './abbreviations.ts';
import { functionWords } from './function-words.ts';
import { paragraphs } from './paragraphs.ts';
import { sentenceSegments } from './sentence-segments.ts';
import type { Span } from './span.ts';
import { isUiLanguage } from './ui-language.ts';

/** How much of either side of a border decides about it, in UTF-16 code units. */
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
    for (const span of sentencesOf(text.slice(paragraph.start, paragraph.end), rules)) {
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
  /** German »quotes« the other way round. */
  readonly closesWithGuillemet: boolean;
}

function rulesOf(language: string | null): Rules {
  const known = language !== null && isUiLanguage(language) ? language : 'en';
  return {
    always: abbreviations[known],
    mayEnd: abbreviationsThatMayEnd[known],
    beforeNumbers: abbreviationsBeforeNumbers[known],
    starters: functionWords[known],
    hasOrdinalPoints: language === 'de',
    closesWithGuillemet: language !== 'de',
  };
}

function sentencesOf(paragraph: string, rules: Rules): Span[] {
  const flat = paragraph.replace(/[\n\r\f\v\u0085\u2028\u2029]/g, ' ');
  const found: Span[] = [];
  let current: Span | undefined;
  for (const segment of sentenceSegments(flat)) {
    const closing = current ? closingMarks(flat, segment, rules) : 0;
    if (current) current = { start: current.start, end: segment.start + closing };
    const next = { start: segment.start + closing, end: segment.end };
    if (current && (segment.continues || isSameSentence(flat, { current, next, rules }))) {
      current = { start: current.start, end: next.end };
      continue;
    }
    if (current) found.push(current);
    current = next;
  }
  if (current) found.push(current);
  return found.map((span) => trimmed(flat, span)).filter((span) => hasWord(flat, span));
}

/** Length of a closing guillemet that a space parts from its sentence, as French sets it. */
function closingMarks(flat: string, segment: Span, rules: Rules): number {
  if (!rules.closesWithGuillemet) return 0;
  return /^[»›]\s*/u.exec(flat.slice(segment.start, segment.end))?.[0].length ?? 0;
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
  if (/[.!?…]\s?["'”’»)\]]+$/u.test(tail) && /^(?:\p{Ll}|[–—-])/u.test(head)) return true;
  const sides = { tail, head, rules };
  return (
    isAbbreviation(sides) ?? (isInitial(sides) || (rules.hasOrdinalPoints && isOrdinal(sides)))
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

/** Undefined when the last word is no known abbreviation. */
function isAbbreviation({ tail, head, rules }: Sides): boolean | undefined {
  // "a. C.", "EE. UU.": two short parts may be set with a space between them.
  const parts = /(?:^|[\s(])(\p{L}{1,2}\.)\s?(\p{L}{1,2})\.$/u.exec(tail);
  const together = parts ? `${parts[1]}${parts[2]}`.toLowerCase() : '';
  const last = /([\p{L}\p{M}\p{N}.ºª°-]+)\.$/u.exec(tail)?.[1]?.toLowerCase() ?? '';
  for (const token of [together, last]) {
    if (rules.always.has(token)) return true;
    if (rules.mayEnd.has(token)) return !startsLikeSentence(head, rules);
    if (rules.beforeNumbers.has(token) && /^["'“„«(]*(?:\p{Nd}|[IVXLC]+\P{L})/u.test(head))
      return true;
  }
  return undefined;
}

/** "J. R. R. Tolkien", "z. B. Hunde": a single letter with its point. */
function isInitial({ tail, head, rules }: Sides): boolean {
  const letter = /(?:^|[\s.(-])(\p{L})\.$/u.exec(tail)?.[1];
  if (letter === undefined) return false;
  const followsInitial = /\p{L}\.\s?\p{L}\.$/u.test(tail);
  return /\p{Ll}/u.test(letter) || followsInitial || !startsLikeSentence(head, rules);
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
