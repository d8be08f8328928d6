import { lineText, type PageItem, type PageLine, toLine } from './page-lines.ts';

const fewestLines = 8;
const proseCharacters = 18;

/**
 * Cuts lines that run across two columns. Only needed for files that draw a page row by row: there
 * the same wide gap stands in most lines, with prose on both sides (a table has short cells).
 */
export function cutAtGutter(lines: readonly PageLine[]): PageLine[] {
  const gutter = findGutter(lines);
  if (gutter === null) return [...lines];
  const ordered: PageLine[] = [];
  const right: PageLine[] = [];
  for (const half of lines.flatMap((line) => cutLine(line, gutter))) {
    if (half.x0 >= gutter) {
      right.push(half);
      continue;
    }
    // A line across both columns ends the columns above it.
    if (half.x1 > gutter) ordered.push(...right.splice(0));
    ordered.push(half);
  }
  return [...ordered, ...right];
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

function findGutter(lines: readonly PageLine[]): number | null {
  const gapped = lines.filter((line) => wideGaps(line).length > 0);
  if (gapped.length < Math.max(fewestLines, lines.length * 0.4)) return null;
  const gaps = gapped.flatMap(wideGaps);
  const gutter = mostShared(gaps);
  if (gutter === null) return null;
  const cut = gapped.map((line) => cutLine(line, gutter)).filter((halves) => halves.length === 2);
  if (cut.length < Math.max(fewestLines, lines.length * 0.4)) return null;
  return areProse(cut) ? gutter : null;
}

/** The x that stands in the most gaps, by a sweep over their ends. */
function mostShared(gaps: readonly Gap[]): number | null {
  const ends = gaps.flatMap((gap) => [
    { x: gap.from, step: 1 },
    { x: gap.to, step: -1 },
  ]);
  ends.sort((a, b) => a.x - b.x || b.step - a.step);
  let open = 0;
  let best = 0;
  let at: number | null = null;
  for (const [index, end] of ends.entries()) {
    open += end.step;
    const next = ends[index + 1];
    if (open > best && next !== undefined) {
      best = open;
      at = (end.x + next.x) / 2;
    }
  }
  return at;
}

function wideGaps(line: PageLine): Gap[] {
  const gaps: Gap[] = [];
  let previous: PageItem | null = null;
  for (const part of line.parts) {
    if (previous !== null && part.x0 - previous.x1 > line.size * 0.9) {
      gaps.push({ from: previous.x1, to: part.x0 });
    }
    previous = part;
  }
  return gaps;
}

function cutLine(line: PageLine, gutter: number): PageLine[] {
  const left = line.parts.filter((part) => part.x1 <= gutter);
  const right = line.parts.filter((part) => part.x0 >= gutter);
  const isClean = left.length + right.length === line.parts.length;
  if (!isClean || left.length === 0 || right.length === 0) return [line];
  return [toLine(left), toLine(right)];
}

function areProse(cut: readonly PageLine[][]): boolean {
  const side = (index: number): number => {
    const lengths = cut.map((halves) => {
      const half = halves[index];
      return half === undefined ? 0 : lineText(half).length;
    });
    return lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0;
  };
  return side(0) >= proseCharacters && side(1) >= proseCharacters;
}
