import type { Span } from '../span.ts';

/**
 * One difference between the submitted text and the normalised one: `submitted.slice(start, end)`
 * became `replacement`, which stands at `at` in the normalised text. UTF-16 code units throughout.
 * A list of edits is sorted by `start`, its edits never overlap, and its `at` strictly grows.
 */
export interface TextEdit extends Span {
  readonly replacement: string;
  readonly at: number;
}

/** A place is asked for as the start or as the end of a span; they differ only at a removed mark. */
type Side = 'start' | 'end';

/** Offset in the normalised text to offset in the submitted text. O(log n). */
export function toSubmitted(
  edits: readonly TextEdit[],
  offset: number,
  side: Side = 'start',
): number {
  const edit = lastWhere(edits, (candidate) => candidate.at <= offset);
  if (edit === undefined) return offset;
  const past = offset - (edit.at + edit.replacement.length);
  if (past > 0) return edit.end + past;
  if (side === 'start') return past === 0 ? edit.end : edit.start;
  // A span that ends exactly where a replacement begins does not contain the replacement.
  return offset === edit.at ? edit.start : edit.end;
}

/** Offset in the submitted text to offset in the normalised text. O(log n). */
export function toNormalised(
  edits: readonly TextEdit[],
  offset: number,
  side: Side = 'start',
): number {
  const edit = lastWhere(edits, (candidate) => candidate.start <= offset);
  if (edit === undefined) return offset;
  const after = edit.at + edit.replacement.length;
  if (offset >= edit.end) return after + (offset - edit.end);
  return side === 'start' || offset === edit.start ? edit.at : after;
}

/** The submitted characters that a span of the normalised text came from. */
export function submittedSpan(edits: readonly TextEdit[], span: Span): Span {
  const start = toSubmitted(edits, span.start, 'start');
  return { start, end: Math.max(start, toSubmitted(edits, span.end, 'end')) };
}

/** What became of a span of the submitted text; empty where everything in it was removed. */
export function normalisedSpan(edits: readonly TextEdit[], span: Span): Span {
  const start = toNormalised(edits, span.start, 'start');
  return { start, end: Math.max(start, toNormalised(edits, span.end, 'end')) };
}

/** The normalised text, rebuilt from the submitted one. */
export function applyEdits(submitted: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let cursor = 0;
  for (const edit of edits) {
    parts.push(submitted.slice(cursor, edit.start), edit.replacement);
    cursor = edit.end;
  }
  parts.push(submitted.slice(cursor));
  return parts.join('');
}

function lastWhere(
  edits: readonly TextEdit[],
  holds: (edit: TextEdit) => boolean,
): TextEdit | undefined {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const edit = edits[middle];
    if (edit !== undefined && holds(edit)) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : edits[low - 1];
}
