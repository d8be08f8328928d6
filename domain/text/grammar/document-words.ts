import { words } from '../words.ts';
import { isBritish } from './english-variants.ts';
import { isSwiss } from './variants.ts';

/** What a piece of a document must know of the whole. Plain data: it travels to another process. */
export interface DocumentWords {
  /** Lower-case forms that occur at least three times: the writer's own vocabulary and names. */
  readonly frequent: readonly string[];
  /** Capitalised words inside sentences and words in capitals, lower-cased: names and acronyms. */
  readonly names: readonly string[];
  /** Which spelling of English the document keeps to. */
  readonly british: boolean;
  /** German without ß, as written in Switzerland. */
  readonly swiss: boolean;
}

const frequentFrom = 3;
/** More distinct names than a book of this length has; bounds what is sent with each piece. */
const mostWords = 20_000;

/** The vocabulary of a whole document, counted once and handed to the check of each of its pieces. */
export function documentWords(text: string): DocumentWords {
  const counts = new Map<string, number>();
  const names = new Set<string>();
  let previousEnd = 0;
  for (const word of words(text)) {
    const lower = word.text.toLowerCase().replaceAll('’', "'");
    counts.set(lower, (counts.get(lower) ?? 0) + 1);
    const gap = text.slice(previousEnd, word.start);
    if (previousEnd > 0 && /^[ \u00a0]$/u.test(gap) && /^\p{Lu}/u.test(word.text)) names.add(lower);
    previousEnd = word.end;
  }
  return {
    frequent: frequentOf(counts),
    names: [...names].slice(0, mostWords),
    british: isBritish(counts),
    swiss: isSwiss(counts),
  };
}

function frequentOf(counts: ReadonlyMap<string, number>): string[] {
  const frequent: string[] = [];
  for (const [word, count] of counts) if (count >= frequentFrom) frequent.push(word);
  return frequent.slice(0, mostWords);
}
