import type { Edit } from '../../checks/report.ts';

/** Which of two edits on the same place a reader wants: the surer family first. */
const precedence: Readonly<Record<Edit['type'], number>> = {
  grammar: 0,
  word_choice: 1,
  spelling: 2,
  punctuation: 3,
  typography: 4,
  style: 5,
};

/**
 * Edits in text order, none touching another: of two that overlap the surer family stays, then the longer
 * one, then the earlier one. Independent of the order in which the edits come.
 */
export function withoutOverlaps(edits: readonly Edit[]): Edit[] {
  const ranked = [...edits].sort(byRank);
  const taken = new Set<number>();
  const chosen: Edit[] = [];
  for (const edit of ranked) {
    if (isFree(taken, edit)) {
      chosen.push(edit);
      for (let at = edit.start; at < edit.end; at += 1) taken.add(at);
    }
  }
  return chosen.sort((a, b) => a.start - b.start);
}

function byRank(a: Edit, b: Edit): number {
  return (
    precedence[a.type] - precedence[b.type] ||
    b.end - b.start - (a.end - a.start) ||
    a.start - b.start ||
    compare({ a: a.rule, b: b.rule }) ||
    compare({ a: a.replacement, b: b.replacement })
  );
}

function compare({ a, b }: { readonly a: string; readonly b: string }): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function isFree(taken: ReadonlySet<number>, edit: Edit): boolean {
  for (let at = edit.start; at < edit.end; at += 1) if (taken.has(at)) return false;
  return edit.end > edit.start;
}
