import type { Span } from '../span.ts';

/**
 * The list of references at the end of a text, heading included: a line that is nothing but such a
 * heading in one of the six languages, and the lines after it for as long as they look like entries.
 * A heading alone proves nothing, so at least two entries must follow.
 *
 * @returns UTF-16, end exclusive, or null without such a list
 */
export function referenceList(text: string): Span | null {
  const lines = linesOf(text);
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (line === undefined || !isHeading(line.text)) continue;
    const end = endOfEntries(lines, at + 1);
    if (end !== null) return { start: line.start, end };
  }
  return null;
}

interface Line extends Span {
  readonly text: string;
}

const headings = new Set(
  `references|reference list|list of references|bibliography|selected bibliography|works cited|literature|literature cited
  |sources|literatur|literaturverzeichnis|literaturangaben|quellen|quellenverzeichnis|bibliographie|bibliografie|references
  |references bibliographiques|ouvrages cites|sources et bibliographie|bibliografia|referencias|referencias bibliograficas
  |obras citadas|fuentes|riferimenti|riferimenti bibliografici|opere citate|fonti|referencias bibliograficas|obras consultadas
  |fontes`
    .split('|')
    .map((heading) => heading.trim()),
);

function isHeading(line: string): boolean {
  if (line.length > 60) return false;
  const bare = line
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/^[\s#*_\d.)IVX-]+/, '')
    .replace(/[\s:.*_#]+$/, '')
    .toLowerCase();
  return headings.has(bare);
}

/** What entries have and sentences of prose rarely have in every line. */
const entryMarks =
  /\b(?:1[5-9]|20)\d\d[a-z]?\b|\bdoi\b|https?:|\bwww\.|\bpp?\. ?\d|\bet al\b|\bISBN\b|\bvol\.|\beds?\.|\bHrsg\./i;
const numbered = /^\s*(?:\[\d+\]|\(\d+\)|\d+\.|[-*•])\s/;
/** Entries may be broken over lines; prose that follows the list is longer than that. */
const longestBreak = 3;

function endOfEntries(lines: readonly Line[], from: number): number | null {
  let entries = 0;
  let end: number | null = null;
  let others = 0;
  for (let at = from; at < lines.length && others < longestBreak; at += 1) {
    const line = lines[at];
    if (line === undefined || line.text.trim() === '') continue;
    if (entryMarks.test(line.text) || (numbered.test(line.text) && line.text.length < 400)) {
      entries += 1;
      others = 0;
      end = line.end;
    } else {
      others += line.text.length > 400 ? longestBreak : 1;
    }
  }
  return entries >= 2 ? end : null;
}

function linesOf(text: string): Line[] {
  return [...text.matchAll(/[^\n]+/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
  }));
}
