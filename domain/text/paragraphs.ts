import type { Span } from './span.ts';

/** Hard-wrapped lines are neither shorter than a narrow column nor longer than a terminal is wide. */
const wrapWidth = { least: 40, most: 120 } as const;
/** A shorter line before a small letter is a list entry, not a wrapped line. */
const leastWrappedLine = 30;

const lineBreak = /\r\n|[\n\r\f\v\u0085\u2028\u2029]/g;
const listMark = /^(?:[-–—*•·◦▪‣+>#|]|\(?\d{1,3}[.)]|\(?[a-z][.)])(?:\s|$)/iu;

/**
 * The paragraphs of a text, trimmed, in order. Blank lines always end one; a single line break ends one
 * too, unless the line was wrapped: the next one starts with a small letter or its first word would not
 * have fitted into the longest line of the block.
 */
export function paragraphs(text: string): Span[] {
  const found: Span[] = [];
  let block: Line[] = [];
  for (const line of lines(text)) {
    if (line.end > line.start) {
      block.push(line);
      continue;
    }
    for (const paragraph of paragraphsOfBlock(block)) found.push(paragraph);
    block = [];
  }
  return found.concat(paragraphsOfBlock(block));
}

interface Line extends Span {
  /** The first characters: enough to see how the line starts. */
  readonly head: string;
}

function* lines(text: string): Generator<Line> {
  let from = 0;
  for (const match of text.matchAll(lineBreak)) {
    yield trimmedLine(text, { start: from, end: match.index });
    from = match.index + match[0].length;
  }
  yield trimmedLine(text, { start: from, end: text.length });
}

function trimmedLine(text: string, { start, end }: Span): Line {
  const line = text.slice(start, end);
  const trimmed = line.trim();
  const trimmedStart = trimmed === '' ? start : start + line.length - line.trimStart().length;
  return {
    start: trimmedStart,
    end: trimmedStart + trimmed.length,
    head: trimmed.slice(0, wrapWidth.most),
  };
}

function paragraphsOfBlock(block: readonly Line[]): Span[] {
  const width = block.reduce((widest, line) => Math.max(widest, line.end - line.start), 0);
  const found: Span[] = [];
  let previous: Line | undefined;
  for (const line of block) {
    const open = found.at(-1);
    if (previous && open && isWrapped({ previous, line, width })) {
      found[found.length - 1] = { start: open.start, end: line.end };
    } else {
      found.push({ start: line.start, end: line.end });
    }
    previous = line;
  }
  return found;
}

interface Neighbours {
  readonly previous: Line;
  readonly line: Line;
  readonly width: number;
}

/** True when the break before `line` only wraps a paragraph. */
function isWrapped({ previous, line, width }: Neighbours): boolean {
  const length = previous.end - previous.start;
  if (length < leastWrappedLine || listMark.test(line.head)) return false;
  if (/^\p{Ll}/u.test(line.head)) return true;
  if (width < wrapWidth.least || width > wrapWidth.most) return false;
  const firstWord = /^\S+/u.exec(line.head)?.[0].length ?? 0;
  return length + 1 + firstWord > width;
}
