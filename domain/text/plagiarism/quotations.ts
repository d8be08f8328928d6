import { paragraphs } from '../paragraphs.ts';
import type { Span } from '../span.ts';

/**
 * Stretches in quotation marks, with the marks, and block quotes (lines that begin with ">"). Marks must
 * close in the same paragraph. A stretch below 5 words is a term or irony, one above 200 is not a
 * quotation but a text in quotation marks, and neither is taken out of a comparison.
 *
 * @returns ascending, not overlapping; UTF-16, end exclusive
 */
export function quotations(text: string): Span[] {
  const found = blockQuotes(text);
  for (const { start, end } of paragraphs(text)) {
    if (text.startsWith('>', start)) continue;
    for (const span of marked(text.slice(start, end))) {
      found.push({ start: start + span.start, end: start + span.end });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

const fewestWords = 5;
const mostWords = 200;

/** Opening mark to its closing ones. German closes with what English opens with; Danish turns guillemets round. */
const closing: Readonly<Record<string, string>> = {
  '"': '"',
  '\u201c': '\u201d',
  '\u201e': '\u201c\u201d',
  '\u201a': '\u2018',
  '\u00ab': '\u00bb',
  '\u00bb': '\u00ab',
  '\u2039': '\u203a',
  '\u300c': '\u300d',
  '\u300e': '\u300f',
};

function marked(paragraph: string): Span[] {
  const found: Span[] = [];
  let open: { at: number; closes: string } | null = null;
  for (let at = 0; at < paragraph.length; at += 1) {
    const mark = paragraph.charAt(at);
    if (open?.closes.includes(mark)) {
      const span = { start: open.at, end: at + 1 };
      if (isQuotation(paragraph.slice(span.start, span.end))) found.push(span);
      open = null;
    } else if (open === null && closing[mark] !== undefined) {
      open = { at, closes: closing[mark] };
    }
  }
  return found;
}

/** Runs of lines that begin with ">". */
function blockQuotes(text: string): Span[] {
  const runs = text.matchAll(/(?:^|(?<=\n))>[^\n]*(?:\n>[^\n]*)*/g);
  return [...runs]
    .map((run) => ({ start: run.index, end: run.index + run[0].length }))
    .filter((span) => isQuotation(text.slice(span.start, span.end)));
}

/** Counted by spaces: exact enough for a limit, and far cheaper than words. */
function isQuotation(quoted: string): boolean {
  const count = quoted.split(/\s+/).filter((part) => part !== '').length;
  return count >= fewestWords && count <= mostWords;
}
