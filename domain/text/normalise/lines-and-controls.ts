import type { Draft, Replacement } from './draft.ts';
import type { MarkKind, MarkLog } from './mark-log.ts';

/** A rule of normalisation: what it would replace in a draft. It logs only what it replaces. */
export type Rule = (draft: Draft, log: MarkLog) => readonly Replacement[];

/** UTF-16 that is no Unicode text becomes U+FFFD (Unicode Standard 3.9, best practice). */
export function loneSurrogates(draft: Draft): Replacement[] {
  return replaceEach(draft.text, /\p{Surrogate}/gu, () => '\uFFFD');
}

/**
 * Every line break becomes LF. VT and FF are mandatory breaks too (UAX 14, class BK): dropping
 * them as control characters would glue the words of two pages together.
 */
export function lineBreaks(draft: Draft): Replacement[] {
  return replaceEach(draft.text, /\r\n?|[\v\f\u0085\u2028\u2029]/g, () => '\n');
}

/** C0 except TAB and LF, DEL, C1 and noncharacters carry nothing a reader could see. */
export function controls(draft: Draft, log: MarkLog): Replacement[] {
  return removeRuns({ draft, log, pattern: controlRuns, kindOf: controlKind });
}

const controlRuns =
  /(?:(?![\t-\r\u0080-\u009F])\p{Cc})+|(?:(?!\u0085)[\u0080-\u009F])+|\p{Noncharacter_Code_Point}+/gu;

function controlKind(run: string): MarkKind {
  const first = run.codePointAt(0) ?? 0;
  if (first <= 0x7f) return 'control.c0';
  return first <= 0x9f ? 'control.c1' : 'control.noncharacter';
}

/** One replacement for every match whose replacement differs from it. */
export function replaceEach(
  text: string,
  pattern: RegExp,
  replacementOf: (match: string, index: number) => string,
): Replacement[] {
  const replacements: Replacement[] = [];
  for (const match of text.matchAll(pattern)) {
    const by = replacementOf(match[0], match.index);
    if (by === match[0]) continue;
    replacements.push({ start: match.index, end: match.index + match[0].length, by });
  }
  return replacements;
}

/** Removes every run that the pattern finds and logs its length in code points. */
function removeRuns(rule: {
  readonly draft: Draft;
  readonly log: MarkLog;
  readonly pattern: RegExp;
  readonly kindOf: (run: string) => MarkKind;
}): Replacement[] {
  const { draft, log, pattern, kindOf } = rule;
  return replaceEach(draft.text, pattern, (run, index) => {
    const span = { start: index, end: index + run.length };
    log.saw({ kind: kindOf(run), draft, span, count: codePointCount(run) });
    return '';
  });
}

export function codePointCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
