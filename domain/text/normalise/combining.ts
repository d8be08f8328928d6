import type { Draft, Replacement } from './draft.ts';
import { replaceEach } from './lines-and-controls.ts';
import type { MarkLog } from './mark-log.ts';

/** UAX 15, 13: no real text has more than 30 marks on one base. */
const maxMarks = 30;
/** Latin, Cyrillic and Greek letters: two beyond what the composed letter holds. */
const maxMarksOnAlphabet = 2;

/**
 * Cuts endless stacks before anything is composed: canonical ordering of n marks on one base takes
 * time n² (40,000 marks: 0.4 s), so this must run first.
 */
export function endlessStacks(draft: Draft, log: MarkLog): Replacement[] {
  if (!/\p{M}{31}/u.test(draft.text)) return [];
  return replaceEach(draft.text, /\p{M}{31,}/gu, (run, index) => {
    const marks = [...run];
    const kept = marks.slice(0, maxMarks).join('');
    const span = { start: index + kept.length, end: index + run.length };
    log.saw({ kind: 'combining.stacked', draft, span, count: marks.length - maxMarks });
    return kept;
  });
}

/** Canonical composition (UAX 15), one base with its marks at a time so that positions survive. */
export function composed(draft: Draft): Replacement[] {
  if (draft.text.normalize('NFC') === draft.text) return [];
  // Hangul vowels and finals are no marks, yet they compose with what stands before them.
  const clusters = /\P{M}?[\p{M}\u1160-\u11FF\uD7B0-\uD7FB]+|[^\0-\u007F]/gu;
  return replaceEach(draft.text, clusters, (cluster) => cluster.normalize('NFC'));
}

/**
 * The third and later mark on letters that never carry so many, and strike-through overlays on
 * anything that may stand in a crossed-out line.
 */
export function stackedMarks(draft: Draft, log: MarkLog): Replacement[] {
  if (!/\p{M}{3}|[\u0334-\u0338]/u.test(draft.text)) return [];
  const removed: Replacement[] = [];
  const stacks = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}\p{S}\s]\p{M}+/gu;
  for (const match of draft.text.matchAll(stacks)) {
    removed.push(...removableMarks({ draft, log, stack: match[0], index: match.index }));
  }
  return removed;
}

function removableMarks(at: {
  readonly draft: Draft;
  readonly log: MarkLog;
  readonly stack: string;
  readonly index: number;
}): Replacement[] {
  const [base = '', ...marks] = at.stack;
  const allowed = /\p{L}/u.test(base) ? maxMarksOnAlphabet : maxMarks;
  // U+0338 is how a relation is negated: ≁ is tilde and solidus.
  const lastOverlay = /\p{Sm}/u.test(base) ? '\u0337' : '\u0338';
  const removed: Replacement[] = [];
  let offset = at.index + base.length;
  let held = 0;
  for (const mark of marks) {
    const span = { start: offset, end: offset + mark.length };
    offset = span.end;
    const isOverlay = mark >= '\u0334' && mark <= lastOverlay;
    if (!isOverlay) held += 1;
    if (!isOverlay && held <= allowed) continue;
    removed.push({ ...span, by: '' });
    at.log.saw({
      kind: isOverlay ? 'combining.overlay' : 'combining.stacked',
      draft: at.draft,
      span,
    });
  }
  return removed;
}
