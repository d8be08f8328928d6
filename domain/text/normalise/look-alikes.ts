import type { Draft, Replacement } from './draft.ts';
import { twinTable } from './look-alike-tables.ts';
import type { MarkLog } from './mark-log.ts';
import { type ParagraphScript, paragraphScripts } from './paragraph-script.ts';
import { type LetterScript, letterScript } from './scripts.ts';

/** Three words with look-alikes of a script are no accident; doubtful cases are then decided too. */
const provenWords = 3;

/** True once the text itself shows that letters were swapped for those of a script on purpose. */
export function substitutionIsProven(log: MarkLog, script: LetterScript): boolean {
  return log.substitutions(script) >= provenWords;
}

/**
 * Words that mix scripts through look-alike letters (UTS 39, 5) are turned back into one script:
 * that of their paragraph if every other letter has a twin in it, else that of most letters.
 */
export function mixedScriptWords(draft: Draft, log: MarkLog): Replacement[] {
  const { text } = draft;
  if (!mixedPair.test(text)) return [];
  const paragraphAt = paragraphScripts(text);
  const replacements: Replacement[] = [];
  for (const match of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const word = match[0];
    if (!mixedPair.test(word)) continue;
    const letters = lettersOf(word);
    if (letters === null) continue;
    const target = targetScript({ letters, paragraph: paragraphAt(match.index), log });
    if (target === null) continue;
    const changed = letters.filter((letter) => letter.script !== target);
    for (const { character, index, script } of changed) {
      const start = match.index + index;
      const by = twinTable(script, target).get(character) ?? character;
      replacements.push({ start, end: start + character.length, by });
    }
    for (const script of new Set(changed.map((letter) => letter.script)))
      log.sawSubstitution(script);
    log.saw({
      kind: 'homoglyph.mixed_script_word',
      draft,
      span: { start: match.index, end: match.index + word.length },
      words: 1,
      weight: changed.length,
      characters: changed
        .slice(0, 50)
        .map(({ character }) => character)
        .join(''),
    });
  }
  return replacements;
}

const mixedPair =
  /\p{Script=Latin}\p{M}*[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]\p{M}*\p{Script=Latin}/u;

interface Letter {
  readonly character: string;
  readonly index: number;
  readonly script: LetterScript;
}

/** The letters of a word, or null when it holds a digit or a letter we know nothing about. */
function lettersOf(word: string): Letter[] | null {
  const letters: Letter[] = [];
  let index = 0;
  for (const character of word) {
    const codePoint = character.codePointAt(0) ?? 0;
    const script = letterScript(codePoint);
    if (script !== null) letters.push({ character, index, script });
    else if (!/\p{M}/u.test(character)) return null;
    index += character.length;
  }
  return letters;
}

interface MixedWord {
  readonly letters: readonly Letter[];
  readonly paragraph: ParagraphScript;
  readonly log: MarkLog;
}

function targetScript(word: MixedWord): LetterScript | null {
  const candidates = [word.paragraph.script, majorityOf(word.letters)];
  for (const target of candidates) {
    if (target === null || !word.letters.some(({ script }) => script === target)) continue;
    if (!isFoldable(word.letters, target)) continue;
    return isLegitimateMix(word, target) ? null : target;
  }
  return null;
}

function isFoldable(letters: readonly Letter[], target: LetterScript): boolean {
  return letters.every(
    ({ character, script }) => script === target || twinTable(script, target).has(character),
  );
}

function majorityOf(letters: readonly Letter[]): LetterScript | null {
  const counts = new Map<LetterScript, number>();
  for (const { script } of letters) counts.set(script, (counts.get(script) ?? 0) + 1);
  const ranked = [...counts].toSorted(([, a], [, b]) => b - a);
  const [first, second] = ranked;
  if (first === undefined || (second !== undefined && second[1] === first[1])) return null;
  return first[0];
}

function isLegitimateMix({ letters, paragraph, log }: MixedWord, target: LetterScript): boolean {
  if (paragraph.script !== 'latin' && isInflectedLatin(letters)) return true;
  return target === 'latin' && !substitutionIsProven(log, 'greek') && isScientificName(letters);
}

/** "SMSка", "PDFа": a Latin acronym with the ending of the language around it. */
function isInflectedLatin(letters: readonly Letter[]): boolean {
  const firstForeign = letters.findIndex(({ script }) => script !== 'latin');
  const isStem =
    firstForeign >= 2 && letters.slice(firstForeign).every((l) => l.script !== 'latin');
  return (
    isStem && letters.slice(0, firstForeign).every(({ character }) => /^\p{Lu}$/u.test(character))
  );
}

/** "TNFα", "NFκB", "αSyn", "Gαs": a Greek small letter that names something. Omicron never does. */
function isScientificName(letters: readonly Letter[]): boolean {
  const foreign = letters.filter(({ script }) => script !== 'latin');
  const isSymbol = foreign.every(
    ({ character, script }) => script === 'greek' && /^[α-νπ-ω]$/u.test(character),
  );
  if (!isSymbol) return false;
  const capitals = letters.slice(1).filter(({ character }) => /^\p{Lu}$/u.test(character));
  if (capitals.length > 0 || letters.length < 4) return true;
  const [first, last] = [letters[0], letters.at(-1)];
  return foreign.length === 1 && (foreign[0] === first || foreign[0] === last);
}
