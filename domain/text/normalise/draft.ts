import type { Span } from '../span.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * A text on its way to its normalised form. `origins` tells for every code unit which submitted
 * code units it came from; null while nothing has changed. Rules work on `text` alone, so they
 * can be applied one after another without any algebra on edits.
 */
export interface Draft {
  readonly text: string;
  readonly origins: Origins | null;
}

interface Origins {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** A non-empty span of a draft's text and what stands there instead. */
export interface Replacement extends Span {
  readonly by: string;
}

/** The draft after replacements that are sorted and do not overlap. */
export function withReplacements(draft: Draft, replacements: readonly Replacement[]): Draft {
  if (replacements.length === 0) return draft;
  const parts: string[] = [];
  let cursor = 0;
  let length = draft.text.length;
  for (const { start, end, by } of replacements) {
    parts.push(draft.text.slice(cursor, start), by);
    length += by.length - (end - start);
    cursor = end;
  }
  parts.push(draft.text.slice(cursor));
  const before = draft.origins ?? ownOrigins(draft.text.length);
  return { text: parts.join(''), origins: movedOrigins(before, { length, replacements }) };
}

/** Where a span of the draft's text stood in the submitted text. */
export function originOf(draft: Draft, span: Span): Span {
  if (draft.origins === null) return span;
  const start = draft.origins.starts[span.start] ?? 0;
  return { start, end: draft.origins.ends[span.end - 1] ?? start };
}

/** The draft's differences from the submitted text, as the sorted list that callers keep. */
export function editsOf(submitted: string, draft: Draft): TextEdit[] {
  if (draft.origins === null) return [];
  const edits: TextEdit[] = [];
  let cursor = 0;
  let unit = 0;
  while (unit < draft.text.length) {
    const start = draft.origins.starts[unit] ?? 0;
    if (isUntouched({ submitted, draft, unit })) {
      if (start > cursor) edits.push({ start: cursor, end: start, replacement: '', at: unit });
      cursor = start + 1;
      unit += 1;
      continue;
    }
    const block = blockAt(draft.origins, unit);
    edits.push({
      start: cursor,
      end: block.submittedEnd,
      replacement: draft.text.slice(unit, block.unitEnd),
      at: unit,
    });
    cursor = block.submittedEnd;
    unit = block.unitEnd;
  }
  if (cursor < submitted.length) {
    edits.push({ start: cursor, end: submitted.length, replacement: '', at: unit });
  }
  return edits;
}

function isUntouched(at: { submitted: string; draft: Draft; unit: number }): boolean {
  const { submitted, draft, unit } = at;
  if (draft.origins === null) return true;
  const start = draft.origins.starts[unit] ?? 0;
  const nextStart = draft.origins.starts[unit + 1] ?? start + 1;
  return (
    draft.origins.ends[unit] === start + 1 &&
    nextStart > start &&
    submitted.charCodeAt(start) === draft.text.charCodeAt(unit)
  );
}

/** Code units that share submitted characters belong to one edit. */
function blockAt(origins: Origins, unit: number): { unitEnd: number; submittedEnd: number } {
  let submittedEnd = origins.ends[unit] ?? 0;
  let unitEnd = unit + 1;
  while (unitEnd < origins.starts.length && (origins.starts[unitEnd] ?? 0) < submittedEnd) {
    submittedEnd = Math.max(submittedEnd, origins.ends[unitEnd] ?? 0);
    unitEnd += 1;
  }
  return { unitEnd, submittedEnd };
}

function ownOrigins(length: number): Origins {
  const starts = new Uint32Array(length);
  const ends = new Uint32Array(length);
  for (let unit = 0; unit < length; unit += 1) {
    starts[unit] = unit;
    ends[unit] = unit + 1;
  }
  return { starts, ends };
}

function movedOrigins(
  before: Origins,
  change: { length: number; replacements: readonly Replacement[] },
): Origins {
  const starts = new Uint32Array(change.length);
  const ends = new Uint32Array(change.length);
  let from = 0;
  let to = 0;
  const keepUntil = (end: number): void => {
    starts.set(before.starts.subarray(from, end), to);
    ends.set(before.ends.subarray(from, end), to);
    to += end - from;
    from = end;
  };
  for (const { start, end, by } of change.replacements) {
    keepUntil(start);
    starts.fill(before.starts[start] ?? 0, to, to + by.length);
    ends.fill(before.ends[end - 1] ?? 0, to, to + by.length);
    to += by.length;
    from = end;
  }
  keepUntil(before.starts.length);
  return { starts, ends };
}
