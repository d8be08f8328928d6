import type { PageLine } from './page-lines.ts';

/** Lines that follow each other downwards in one column. */
export interface PageBlock {
  readonly lines: readonly PageLine[];
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
}

/** Comparing blocks is cubic: beyond this a page is a drawing, and its own order is as good as any. */
const mostBlocks = 240;

/**
 * The blocks of a page in the order a person reads them: columns from left to right, full-width
 * parts between them. Topological sort of "before" relations after T. M. Breuel, "High Performance
 * Document Layout Analysis" (2003), on blocks instead of lines.
 */
export function blocksInReadingOrder(lines: readonly PageLine[]): PageBlock[] {
  const blocks = toBlocks(lines);
  return blocks.length > mostBlocks ? blocks : topological(blocks);
}

function toBlocks(lines: readonly PageLine[]): PageBlock[] {
  const groups: PageLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && isBelow(last, line)) group.push(line);
    else groups.push([line]);
  }
  return groups.map(toBlock);
}

function isBelow(upper: PageLine, lower: PageLine): boolean {
  const size = Math.max(upper.size, lower.size);
  const step = lower.baseline - upper.baseline;
  if (step < size * -0.3 || step > size * 2.6) return false;
  return overlap(upper, lower) > 0.3 * Math.min(width(upper), width(lower));
}

function toBlock(lines: readonly PageLine[]): PageBlock {
  let x0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    x0 = Math.min(x0, line.x0);
    x1 = Math.max(x1, line.x1);
    top = Math.min(top, line.baseline - line.size * 0.8);
    bottom = Math.max(bottom, line.baseline + line.size * 0.2);
  }
  return { lines, x0, x1, top, bottom };
}

function topological(blocks: readonly PageBlock[]): PageBlock[] {
  const before = blocks.map((block) => blocks.filter((other) => comesBefore(other, block, blocks)));
  const predecessors = new Map(blocks.map((block, index) => [block, before[index] ?? []]));
  const ordered: PageBlock[] = [];
  const seen = new Set<PageBlock>();
  const visit = (block: PageBlock): void => {
    // The depth is bounded by `mostBlocks`; a cycle of relations is simply cut where it closes.
    if (seen.has(block)) return;
    seen.add(block);
    for (const predecessor of predecessors.get(block) ?? []) visit(predecessor);
    ordered.push(block);
  };
  for (const block of blocks) visit(block);
  return ordered;
}

function comesBefore(a: PageBlock, b: PageBlock, all: readonly PageBlock[]): boolean {
  if (a === b) return false;
  if (sharesColumn(a, b)) return middle(a) < middle(b);
  if (a.x0 >= b.x0) return false;
  return !all.some((c) => separates(c, a, b));
}

/** True when a full-width block lies between two columns' parts, so that left does not precede right. */
function separates(c: PageBlock, a: PageBlock, b: PageBlock): boolean {
  if (c === a || c === b || !sharesColumn(c, a) || !sharesColumn(c, b)) return false;
  return middle(b) < middle(c) && middle(c) < middle(a);
}

function sharesColumn(a: PageBlock, b: PageBlock): boolean {
  return overlap(a, b) > 0.1 * Math.min(width(a), width(b));
}

function overlap(a: Extent, b: Extent): number {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
}

interface Extent {
  readonly x0: number;
  readonly x1: number;
}

function width(extent: Extent): number {
  return extent.x1 - extent.x0;
}

function middle(block: PageBlock): number {
  return (block.top + block.bottom) / 2;
}
