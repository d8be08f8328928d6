import type { Draft, Replacement } from './draft.ts';
import type { MarkKind, MarkLog } from './mark-log.ts';
import { rightToLeftLetter } from './scripts.ts';

const overrides = '\u202D\u202E';
const embeddings = '\u202A\u202B';
const isolates = '\u2066\u2067\u2068';
const popEmbedding = '\u202C';
const popIsolate = '\u2069';

const anyControl = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/;

/**
 * Directional marks and balanced embeddings or isolates stay in a paragraph that has a letter of a
 * right-to-left script; overrides go everywhere, because no prose needs them (UAX 9, 2.2).
 */
export function bidiControls(draft: Draft, log: MarkLog): Replacement[] {
  const { text } = draft;
  if (!anyControl.test(text)) return [];
  const textIsRightToLeft = rightToLeftLetter.test(text);
  const removed: Replacement[] = [];
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    for (const index of removableControls(text, { start, end })) {
      const character = text.charAt(index);
      const span = { start: index, end: index + 1 };
      removed.push({ ...span, by: '' });
      const reorders = !textIsRightToLeft && reordersText({ text, index, end });
      log.saw({ kind: kindOf(character), draft, span, weight: reorders ? 1 : 0 });
    }
    start = end + 1;
  }
  return removed;
}

function kindOf(character: string): MarkKind {
  if (overrides.includes(character)) return 'bidi.override';
  return /[\u200E\u200F\u061C]/.test(character) ? 'bidi.mark' : 'bidi.control';
}

function removableControls(text: string, paragraph: { start: number; end: number }): number[] {
  const controls: number[] = [];
  for (let index = paragraph.start; index < paragraph.end; index += 1) {
    if (isControl(text.charCodeAt(index))) controls.push(index);
  }
  if (controls.length === 0) return [];
  if (!rightToLeftLetter.test(text.slice(paragraph.start, paragraph.end))) return controls;
  const kept = balancedControls(text, controls);
  return controls.filter((index) => !kept.has(index));
}

function isControl(unit: number): boolean {
  if (unit === 0x61c) return true;
  if (unit < 0x200e || unit > 0x2069) return false;
  return unit <= 0x200f || (unit >= 0x202a && unit <= 0x202e) || unit >= 0x2066;
}

/** Marks, and the pairs of openers and closers that UAX 9 (BD9, X5a–X7) would match. */
function balancedControls(text: string, controls: readonly number[]): Set<number> {
  const kept = new Set<number>();
  const open: number[] = [];
  let openIsolates = 0;
  for (const index of controls) {
    const control = text.charAt(index);
    if (embeddings.includes(control) || overrides.includes(control)) open.push(index);
    else if (isolates.includes(control)) {
      open.push(index);
      openIsolates += 1;
    } else if (control === popEmbedding) closeEmbedding({ text, open, kept }, index);
    else if (control === popIsolate) {
      if (openIsolates === 0) continue;
      openIsolates -= 1;
      closeIsolate({ text, open, kept }, index);
    } else kept.add(index);
  }
  return kept;
}

interface Balance {
  readonly text: string;
  readonly open: number[];
  readonly kept: Set<number>;
}

function closeEmbedding({ text, open, kept }: Balance, closer: number): void {
  const opener = open.at(-1);
  if (opener === undefined || isolates.includes(text.charAt(opener))) return;
  open.pop();
  // An override goes, so what closes it goes with it.
  if (embeddings.includes(text.charAt(opener))) kept.add(opener).add(closer);
}

function closeIsolate({ text, open, kept }: Balance, closer: number): void {
  for (let opener = open.pop(); opener !== undefined; opener = open.pop()) {
    if (!isolates.includes(text.charAt(opener))) continue;
    kept.add(opener).add(closer);
    return;
  }
}

/** RIGHT-TO-LEFT OVERRIDE shows what follows backwards; with fewer than two letters nobody sees it. */
function reordersText(at: { text: string; index: number; end: number }): boolean {
  const { text, index, end } = at;
  if (text.charCodeAt(index) !== 0x202e) return false;
  let letters = 0;
  for (let next = index + 1; next < Math.min(end, index + 64); next += 1) {
    const unit = text.charCodeAt(next);
    if (unit === 0x202c) break;
    if (isControl(unit) || unit <= 0x2f) continue;
    if (/[\p{L}\p{N}]/u.test(text.charAt(next))) letters += 1;
    if (letters >= 2) return true;
  }
  return false;
}
