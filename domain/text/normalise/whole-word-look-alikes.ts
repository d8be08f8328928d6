import type { Draft, Replacement } from './draft.ts';
import { wordsOfTwins } from './look-alike-pairs.ts';
import { twinTable } from './look-alike-tables.ts';
import { substitutionIsProven } from './look-alikes.ts';
import type { MarkLog } from './mark-log.ts';
import { type ParagraphScript, paragraphScripts } from './paragraph-script.ts';
import { type LetterScript, letterScript } from './scripts.ts';

/** Share of Latin letters in the paragraph. Swapping the common vowels alone takes a third of them. */
const dominantShare = { proven: 0.5, unproven: 0.9 };
const minLetters = 3;

/**
 * Whole words of foreign look-alikes in Latin text. Without a dictionary this stays careful: such
 * a word may be a quotation. It is turned back when it has three letters and is a frequent word or
 * stands elsewhere in the text in Latin letters; or, at any length, when swapped letters are proven.
 * Never where the paragraph holds a genuine word of that script.
 */
export function wholeWordLookAlikes(draft: Draft, log: MarkLog): Replacement[] {
  const { text } = draft;
  const foreignWords = new RegExp(foreignWord.source, 'gu');
  const paragraphAt = paragraphScripts(text);
  const isProven = substitutionIsProven(log);
  const isLatinWithTwins = latinParagraphs(
    text,
    isProven ? dominantShare.proven : dominantShare.unproven,
  );
  const isKnown = knownWords(text);
  const replacements: Replacement[] = [];
  for (let match = foreignWords.exec(text); match !== null; match = foreignWords.exec(text)) {
    const paragraph = paragraphAt(match.index);
    if (!isLatinWithTwins(paragraph)) {
      foreignWords.lastIndex = Math.max(paragraph.end, match.index + 1);
      continue;
    }
    const by = folded(match[0]);
    if (by === null || (isProven ? isSymbol(match[0]) : !isKnown(by))) continue;
    const span = { start: match.index, end: match.index + match[0].length };
    replacements.push({ ...span, by });
    log.saw({ kind: 'homoglyph.whole_script_word', draft, span, words: 1, weight: by.length });
  }
  return replacements;
}

const foreignLetter =
  '[\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Armenian}\\p{Script=Cherokee}]';
const foreignWord = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])${foreignLetter}+(?![\\p{L}\\p{M}\\p{N}])`,
  'u',
);

/** Nearly all letters are Latin, and no foreign word there is without a Latin twin. */
function latinParagraphs(text: string, minShare: number): (paragraph: ParagraphScript) => boolean {
  let last: ParagraphScript | null = null;
  let verdict = false;
  return (paragraph) => {
    if (paragraph === last) return verdict;
    last = paragraph;
    const { latin, ...others } = paragraph.letters;
    const foreign = Object.values(others).reduce((sum, count) => sum + count, 0);
    verdict =
      latin >= minShare * (latin + foreign) &&
      genuineForeignWords(text.slice(paragraph.start, paragraph.end)) === 0;
    return verdict;
  };
}

function genuineForeignWords(paragraph: string): number {
  let genuine = 0;
  for (const match of paragraph.matchAll(new RegExp(foreignWord.source, 'gu'))) {
    if (match[0].length > 1 && folded(match[0]) === null) genuine += 1;
  }
  return genuine;
}

/** The word in Latin letters, or null when a letter has no Latin twin or two scripts mix. */
function folded(word: string): string | null {
  const scripts = new Set<LetterScript | null>();
  const letters = Array.from(word, (character) => {
    const script = letterScript(character.codePointAt(0) ?? 0);
    scripts.add(script);
    return script === null ? undefined : twinTable(script, 'latin').get(character);
  });
  if (scripts.size !== 1 || letters.includes(undefined)) return null;
  return letters.join('');
}

/** A lone Greek letter names a quantity, whatever else was done to the text. */
function isSymbol(word: string): boolean {
  return word.length === 1 && /^\p{Script=Greek}$/u.test(word) && !/^[ΑΙο]$/u.test(word);
}

function knownWords(text: string): (word: string) => boolean {
  let inText: ReadonlySet<string> | null = null;
  return (word) => {
    const lower = word.toLowerCase();
    if (word.length < minLetters) return false;
    if (wordsOfTwins.has(lower)) return true;
    inText ??= new Set(text.toLowerCase().match(/\p{Script=Latin}+/gu));
    return inText.has(lower);
  };
}
