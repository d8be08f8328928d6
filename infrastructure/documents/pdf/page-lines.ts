/** A piece of text as the page draws it: horizontal, y growing downwards, in points. */
export interface PageItem {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly baseline: number;
  readonly size: number;
  readonly rightToLeft: boolean;
}

/** Text on one baseline. `parts` keep their places so that a line can still be cut at a gutter. */
export interface PageLine {
  readonly parts: readonly PageItem[];
  readonly x0: number;
  readonly x1: number;
  readonly baseline: number;
  readonly size: number;
}

/**
 * Chains items into lines in the order in which the page draws them, which is the order of reading
 * in nearly every born-digital file; only then joins words of one baseline that were drawn apart.
 */
export function pageLines(items: readonly PageItem[]): PageLine[] {
  const lines: PageLine[] = [];
  let open: PageItem[] = [];
  for (const item of items) {
    const last = open.at(-1);
    if (last !== undefined && !continuesLine(last, item)) {
      lines.push(toLine(open));
      open = [];
    }
    open.push(item);
  }
  if (open.length > 0) lines.push(toLine(open));
  return joinScattered(lines);
}

/** The text of a line, with one space wherever the page shows a gap or a space. */
export function lineText(line: PageLine): string {
  let text = '';
  let previous: PageItem | null = null;
  for (const part of line.parts) {
    if (previous !== null && (showsGap(previous, part) || endsMark(text, previous, part)))
      text += ' ';
    text += part.text;
    previous = part;
  }
  return text.replace(/[\t\n\r ]+/g, ' ').trim();
}

export function toLine(parts: readonly PageItem[]): PageLine {
  let x0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let largest: PageItem | undefined;
  for (const part of parts) {
    x0 = Math.min(x0, part.x0);
    x1 = Math.max(x1, part.x1);
    if (largest === undefined || part.size > largest.size) largest = part;
  }
  return { parts, x0, x1, baseline: largest?.baseline ?? 0, size: largest?.size ?? 1 };
}

function continuesLine(last: PageItem, item: PageItem): boolean {
  const size = Math.max(last.size, item.size);
  // Half a line height lets superscripts and subscripts stay on their line.
  if (Math.abs(item.baseline - last.baseline) > size * 0.5) return false;
  const step = item.rightToLeft && last.rightToLeft ? last.x0 - item.x1 : item.x0 - last.x1;
  return step > size * -0.6;
}

function showsGap(left: PageItem, right: PageItem): boolean {
  if (/\s$/.test(left.text) || /^\s/.test(right.text)) return false;
  const gap = left.rightToLeft && right.rightToLeft ? left.x0 - right.x1 : right.x0 - left.x1;
  return gap > 0.12 * Math.min(left.size, right.size);
}

/** A raised mark at the start of a line (`¹ Institute of`) is not a part of the word after it. */
function endsMark(text: string, mark: PageItem, next: PageItem): boolean {
  const isRaised = mark.size < next.size * 0.85 && mark.baseline < next.baseline - next.size * 0.1;
  return isRaised && /^\S{1,3}$/.test(text);
}

/** Some programs draw a line word by word in no order, or bold words after plain ones. */
function joinScattered(lines: readonly PageLine[]): PageLine[] {
  const sorted = lines
    .map((line, order) => ({ line, order }))
    .sort((a, b) => a.line.baseline - b.line.baseline || a.line.x0 - b.line.x0);
  const groups: { last: PageLine; parts: PageItem[]; order: number }[] = [];
  for (const { line, order } of sorted) {
    const group = groups.at(-1);
    if (group !== undefined && isNextWord(group.last, line)) {
      group.parts.push(...line.parts);
      group.last = line;
      group.order = Math.min(group.order, order);
    } else if (group !== undefined && fitsInGap(group.parts, line)) {
      group.parts.push(...line.parts);
      group.parts.sort((a, b) => a.x0 - b.x0);
      group.order = Math.min(group.order, order);
    } else {
      groups.push({ last: line, parts: [...line.parts], order });
    }
  }
  return groups.sort((a, b) => a.order - b.order).map((group) => toLine(group.parts));
}

const mostPartsCompared = 100;

/** A word drawn later into the space that was left for it. */
function fitsInGap(parts: readonly PageItem[], line: PageLine): boolean {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined || parts.length > mostPartsCompared) return false;
  const isLevel = Math.abs(first.baseline - line.baseline) < line.size * 0.15;
  if (!isLevel || first.rightToLeft || line.x0 < first.x1 || line.x1 > last.x0) return false;
  return parts.every((part) => part.x1 <= line.x0 + 1 || part.x0 >= line.x1 - 1);
}

function isNextWord(left: PageLine, right: PageLine): boolean {
  const size = Math.min(left.size, right.size);
  const gap = right.x0 - left.x1;
  return (
    left.parts[0]?.rightToLeft === false &&
    Math.abs(left.baseline - right.baseline) < size * 0.15 &&
    gap > size * -0.2 &&
    gap < size * 0.6
  );
}
