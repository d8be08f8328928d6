import type { Edit, EditType } from '../../checks/report.ts';

/** How much one edit of a kind weighs against the text. */
const weights: Readonly<Record<EditType, number>> = {
  grammar: 1,
  spelling: 1,
  punctuation: 0.6,
  word_choice: 0.5,
  typography: 0.25,
  style: 0.25,
};

/** Words for which one full error halves the score (Writer's published scale counts in 75 words). */
const wordsPerUnit = 75;

/**
 * 0 to 100 for the density of edits: the same share of edits gives the same score at every length, more or
 * heavier edits never raise it, and 100 is only for a text without edits.
 */
export function grammarScore(edits: readonly Pick<Edit, 'type'>[], words: number): number {
  if (edits.length === 0) return 100;
  const units = Math.max(words, 1) / wordsPerUnit;
  let weight = 0;
  for (const { type } of edits) weight += weights[type];
  return Math.min(99, Math.round((100 * units) / (units + weight)));
}
