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
  const latinShare = latinShares(text);
  const isKnown = knownWords(text);
  const replacements: Replacement[] = [];
  for (let match = foreignWords.exec(text); match !== null; match = foreignWords.exec(text)) {
    const [word] = match;
    const paragraph = paragraphAt(match.index);
    const share = latinShare(paragraph);
    if (share < dominantShare.proven) {
      foreignWords.lastIndex = Math.max(paragraph.end, match.index + 1);
      continue;
    }
    const by = folded(word);
    if (by === null) continue;
    const isMeant = isProven(word, log)
      ? !isSymbol(word)
      : share >= dominantShare.unproven && isKnown(by);
    if (!isMeant) continue;
    const span = { start: match.index, end: match.index + word.length };
    replacements.push({ ...span, by });
    log.saw({ kind: 'homoglyph.whole_script_word', draft, span, words: 1, weight: by.length });
  }
  return replacements;
}

function isProven(word: string, log: MarkLog): boolean {
  const script = letterScript(word.codePointAt(0) ?? 0);
  return script !== null && substitutionIsProven(log, script);
}

const foreignLetter =
  '[\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Armenian}\\p{Script=Cherokee}]';
const foreignWord = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])${foreignLetter}+(?![\\p{L}\\p{M}\\p{N}])`,
  'u',
);

/** Share of Latin letters in a paragraph; 0 where a foreign word has a letter without Latin twin. */
function latinShares(text: string): (paragraph: ParagraphScript) => number {
  let last: ParagraphScript | null = null;
  let share = 0;
  return (paragraph) => {
    if (paragraph === last) return share;
    last = paragraph;
    const { latin, ...others } = paragraph.letters;
    const foreign = Object.values(others).reduce((sum, count) => sum + count, 0);
    share = latin / Math.max(1, latin + foreign);
    const isGenuine = genuineForeignWords(text.slice(paragraph.start, paragraph.end)) > 0;
    if (share < dominantShare.proven || isGenuine) share = 0;
    return share;
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

/** A lone Greek letter names a quantity, unless it can be read as a Latin word. */
function isSymbol(word: string): boolean {
  return /^[β-θκ-ξπ-ω]$/u.test(word);
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
