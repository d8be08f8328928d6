import { lineText, type PageLine } from './page-lines.ts';
import type { PageBlock } from './reading-order.ts';

/**
 * Turns lines into paragraphs: a new one starts after a wider gap, an indent, a change of size, a
 * list mark, or a line that ends early with the end of a sentence.
 */
export function blockParagraphs(block: PageBlock, compounds: ReadonlySet<string>): string[] {
  const paragraphs: string[] = [];
  const pitch = usualPitch(block.lines);
  const isJustified = endAtEdge(block);
  // Kept in pieces: looking at the end of a growing string would copy it for every line.
  let open: string[] = [];
  let previous: PageLine | null = null;
  for (const line of block.lines) {
    const text = lineText(line);
    if (text === '') continue;
    const before = open.at(-1);
    if (before === undefined || previous === null) {
      open = [text];
    } else if (startsParagraph({ previous, line, block, pitch, isJustified, before, text })) {
      paragraphs.push(open.join(''));
      open = [text];
    } else {
      open.splice(-1, 1, joinEnd({ before, after: text, compounds }), text);
    }
    previous = line;
  }
  if (open.length > 0) paragraphs.push(open.join(''));
  return paragraphs;
}

/** True when a sentence seems to run on from one column or page into the next. */
export function runsOn(pieces: { readonly before: string; readonly after: string }): boolean {
  return /[\p{L},;\u00ad-]$/u.test(pieces.before.slice(-2)) && /^\p{Ll}/u.test(pieces.after);
}

/**
 * `before` as it must end so that `after` can follow it directly. A hyphen at the end of a line is
 * taken for one of line breaking, unless the same compound stands unbroken elsewhere.
 */
export function joinEnd(pieces: {
  readonly before: string;
  readonly after: string;
  readonly compounds: ReadonlySet<string>;
}): string {
  const { before, after, compounds } = pieces;
  const head = /(\p{L}{1,40})[-\u2010\u00ad]$/u.exec(before.slice(-42));
  if (head === null) return `${before} `;
  const tail = /^\p{Ll}\p{L}{0,39}/u.exec(after);
  if (tail === null) return /^[\p{L}\p{N}]/u.test(after) ? before : `${before} `;
  const isCompound = compounds.has(`${head[1]}-${tail[0]}`.toLowerCase());
  return isCompound ? before : before.slice(0, -1);
}

/** The hyphenated words that stand inside lines. */
export function compoundsOf(lines: readonly PageLine[]): string[] {
  return lines.flatMap((line) =>
    Array.from(lineText(line).matchAll(/\p{L}{1,40}-\p{Ll}{1,40}/gu), (match) =>
      match[0].toLowerCase(),
    ),
  );
}

interface Step {
  readonly previous: PageLine;
  readonly line: PageLine;
  readonly block: PageBlock;
  readonly pitch: number;
  readonly isJustified: boolean;
  readonly before: string;
  readonly text: string;
}

function startsParagraph({
  previous,
  line,
  block,
  pitch,
  isJustified,
  before,
  text,
}: Step): boolean {
  const step = line.baseline - previous.baseline;
  if (step > pitch * 1.35) return true;
  if (Math.abs(line.size - previous.size) > 0.15 * previous.size) return true;
  if (/^([\u2022\u25aa\u25cf\u2013\u2014]|\(?\d{1,3}[.)])\s/u.test(text)) return true;
  const isIndented = line.x0 - block.x0 > line.size * 0.8 && line.x0 - block.x0 < line.size * 5;
  if (isIndented && previous.x0 - block.x0 < line.size * 0.4) return true;
  if (block.x1 - previous.x1 < 0.1 * (block.x1 - block.x0)) return false;
  // The line before ends early: in justified text that is enough, in ragged text it takes more.
  return (
    isIndented || isJustified || /[.!?:\u2026]["'\u201d\u2019\u00bb)]?$/u.test(before.slice(-3))
  );
}

/** Most lines end at the right edge. */
function endAtEdge(block: PageBlock): boolean {
  const edge = block.x1 - 0.02 * (block.x1 - block.x0);
  const full = block.lines.filter((line) => line.x1 >= edge).length;
  return block.lines.length >= 4 && full >= 0.6 * block.lines.length;
}

function usualPitch(lines: readonly PageLine[]): number {
  const steps: number[] = [];
  let previous: PageLine | null = null;
  for (const line of lines) {
    if (previous !== null) steps.push(line.baseline - previous.baseline);
    previous = line;
  }
  steps.sort((a, b) => a - b);
  const size = lines[0]?.size ?? 10;
  return Math.max(steps[Math.floor(steps.length / 2)] ?? size * 1.3, size * 1.05);
}
