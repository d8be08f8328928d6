import type { Span } from '../span.ts';
import { quotations } from './quotations.ts';
import { referenceList } from './reference-list.ts';

/** A stretch whose matches are listed but do not count: a quotation or the list of references. */
export interface Exclusion extends Span {
  readonly reason: 'quote' | 'reference';
}

/** Stretches of a text where matching words are expected. Ascending, not overlapping. */
export function exclusions(text: string): Exclusion[] {
  const references = referenceList(text);
  const quoted = quotations(text).filter(
    (quote) =>
      references === null || quote.end <= references.start || quote.start >= references.end,
  );
  const found: Exclusion[] = quoted.map((quote) => ({ ...quote, reason: 'quote' }));
  if (references !== null) found.push({ ...references, reason: 'reference' });
  return found.sort((one, other) => one.start - other.start);
}
