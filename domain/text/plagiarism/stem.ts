import { stopWords } from './stop-words.ts';

/**
 * A word as plagiarism compares it: compatibility forms, accents and points of Latin, Greek, Cyrillic,
 * Hebrew and Arabic dropped, lower case, one kind of apostrophe. Vowel signs of Indic scripts stay:
 * they are letters there.
 */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (plain.test(lower)) return lower;
  return lower.normalize('NFKD').replace(droppedMarks, '').replace(apostrophes, "'").toLowerCase();
}

/**
 * The content stem of a folded word, or null for a word that carries no subject: stop-words, single
 * letters, elided articles. Deliberately light and the same for every language, because the stored
 * side is only a hash and cannot be stemmed again.
 */
export function contentStem(folded: string): string | null {
  const core = folded.includes("'") ? longestPart(folded) : folded;
  if (stopWords.has(core) || stopWords.has(folded) || singleLetter.test(core)) return null;
  return stripSuffix(core);
}

const plain = /^[a-z0-9]+$/;
const droppedMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
const apostrophes = /[\u2018\u2019\u02bc\uff07]/g;
const singleLetter = /^[a-z]$/;

/** "l'homme" and "author's" are compared by their longest part; of two equal ones the last. */
function longestPart(word: string): string {
  return word.split("'").reduce((best, part) => (part.length >= best.length ? part : best), '');
}

/** Longest first within each step. */
const derivations =
  /(?:ations?|ments?|mente|iones|ione|ioni|ions?|ungen|ung|heiten|heit|keiten|keit|ness|ities|ity|idades?|ingly|edly|ings?|ically|ally|ly|ed|ies|able|ible)$/;
const inflections = /(?:es|en|er|em|as|os|[aeios])$/;

function stripSuffix(word: string): string {
  const derived = shorten(word, { suffix: derivations, leaves: 4 });
  return shorten(derived, { suffix: inflections, leaves: 3 });
}

function shorten(word: string, rule: { suffix: RegExp; leaves: number }): string {
  const found = rule.suffix.exec(word.slice(-8));
  if (found === null) return word;
  const kept = word.length - found[0].length;
  return kept >= rule.leaves ? word.slice(0, kept) : word;
}
