import type { Span } from '../span.ts';

/** A quotation that began further back than this is not looked for. */
const reach = 2000;

/** Opening quotation marks by their closing ones: “ ” „ “ ‚ ‘ « » » « ‹ › 「 」 『 』. */
const pairs: readonly (readonly [opening: string, closing: string])[] = [
  ['“', '”'],
  ['„', '“'],
  ['„', '”'],
  ['‘', '’'],
  ['«', '»'],
  ['»', '«'],
  ['‹', '›'],
  ['「', '」'],
  ['『', '』'],
];

/** Whether a span of a text is quoted: in quotation marks, a block quote, or code. */
export function isQuoted(text: string, span: Span): boolean {
  const lineStart = text.lastIndexOf('\n', Math.max(0, span.start - 1)) + 1;
  const before = text.slice(Math.max(lineStart, span.start - reach), span.start);
  const lineEnd = text.indexOf('\n', span.end);
  const after = text.slice(
    span.end,
    Math.min(lineEnd === -1 ? text.length : lineEnd, span.end + reach),
  );
  if (/^\s{0,3}>/.test(before)) return true;
  if (isInside({ before, after }, '`') || isInside({ before, after }, '"')) return true;
  if (pairs.some((pair) => isBetween({ before, after }, pair))) return true;
  return isInCodeBlock(text, span.start);
}

interface Sides {
  readonly before: string;
  readonly after: string;
}

function isInside({ before, after }: Sides, quote: string): boolean {
  return (before.split(quote).length - 1) % 2 === 1 && after.includes(quote);
}

function isBetween(
  { before, after }: Sides,
  [opening, closing]: readonly [string, string],
): boolean {
  const opened = before.lastIndexOf(opening);
  return opened !== -1 && before.indexOf(closing, opened + 1) === -1 && after.includes(closing);
}

/** An odd number of fences before it, in the reach of a long code block. */
function isInCodeBlock(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 10 * reach), index);
  return (before.match(/^```/gm)?.length ?? 0) % 2 === 1;
}
