import type { Span } from '../span.ts';

/** Calendars use data-start too; only several ascending numeric pairs are a chat page's. */
const minBlocks = 2;

/** Block elements that a chat page numbered by source offset: data-start="0" data-end="12". */
export function copiedBlocks(text: string): Span[] {
  const blocks: Span[] = [];
  let lastStart = -1;
  const pattern =
    /<(?:p|h[1-6]|ul|ol|li|pre|table|blockquote|strong|em|hr|div)\b[^<>]{0,200}?\bdata-start="(\d{1,7})"\s{1,4}data-end="(\d{1,7})"/g;
  for (const match of text.matchAll(pattern)) {
    const [start, end] = [Number(match[1]), Number(match[2])];
    if (end <= start || start < lastStart) continue;
    lastStart = start;
    blocks.push({ start: match.index, end: match.index + match[0].length });
  }
  return blocks.length >= minBlocks ? blocks : [];
}
