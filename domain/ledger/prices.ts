import type { CheckKind, CheckSelection } from '../checks/request.ts';
import { type Credits, credits, sumCredits } from '../shared/credits.ts';

/** What is charged for: the three checks and the deep scan on top of AI detection. */
export type PriceItem = CheckKind | 'deep';

export type PriceLine = {
  readonly item: PriceItem;
  readonly amount: Credits;
};

/** Grows by one with every change of a price. A debit keeps the version it was made under. */
export const priceVersion = 1;

/** API.md, "Credit prices". */
const deepScanCredits = credits(1500);

/** The price of each chosen check for a text of `words` UAX 29 words. */
export function priceLines(checks: CheckSelection, words: number): readonly PriceLine[] {
  const lines: PriceLine[] = [];
  if (checks.ai) lines.push({ item: 'ai', amount: credits(words) });
  if (checks.ai && checks.deep) lines.push({ item: 'deep', amount: deepScanCredits });
  if (checks.grammar) lines.push({ item: 'grammar', amount: credits(Math.ceil(words / 3)) });
  if (checks.plagiarism) lines.push({ item: 'plagiarism', amount: credits(2 * words) });
  return lines;
}

export function totalPrice(lines: readonly PriceLine[]): Credits {
  return sumCredits(lines.map((line) => line.amount));
}
