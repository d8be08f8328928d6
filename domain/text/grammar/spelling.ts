import type { DocumentWords } from './document-words.ts';
import type { RuleName } from './explain.ts';
import { placeholder } from './mask.ts';
import { type Knows, type NearWord, nearWords } from './near-words.ts';
import type { RuleEdit } from './rules/rule.ts';
import type { Token } from './tokens.ts';
import { otherSpellings } from './variants.ts';

export interface SpellingContext {
  readonly text: string;
  readonly language: string;
  readonly knows: Knows;
  readonly document: DocumentWords;
}

/** Bounds the dictionary look-ups for one piece: beyond this many kinds of unknown words it is no prose. */
const mostUnknownWords = 60;
/** A slip costlier than this is more often an unusual word than a mistake. */
const dearestSlip = 1.9;
/** From here on words run in a row that no dictionary has: another language, not a row of mistakes. */
const foreignRun = 3;

/**
 * Unknown words with the known word that was probably meant. Names, acronyms, foreign passages, parts of
 * hyphenated words and words the document keeps using are left alone, and so is a word that nothing known
 * is near to: a dictionary's silence alone is no error.
 */
export function misspellings(found: readonly Token[], context: SpellingContext): RuleEdit[] {
  const unknown = found.map((token) => isWord(token, context.text) && !isKnown(token, context));
  const own = new Set([...context.document.frequent, ...context.document.names]);
  const answers = new Map<string, NearWord | undefined>();
  const edits: RuleEdit[] = [];
  for (const [index, token] of found.entries()) {
    if (unknown[index] !== true || own.has(token.lower) || isForeign(unknown, index)) continue;
    if (!answers.has(token.text)) {
      if (answers.size >= mostUnknownWords) break;
      answers.set(token.text, meant(token, context));
    }
    const answer = answers.get(token.text);
    if (answer !== undefined) edits.push(asEdit(token, answer));
  }
  return edits;
}

const latinWord = /^\p{Script=Latin}[\p{Script=Latin}\p{M}'’]+$/u;
const joiners = /[-‐‑/\\_@#&+=.'’*~|<>^°]/u;

/** A word that spelling can speak of: Latin letters, not in capitals, no part of something longer. */
export function isWord(token: Token, text: string): boolean {
  if (token.text.length < 3 || !latinWord.test(token.text)) return false;
  if (/\p{Lu}/u.test(token.text.slice(1))) return false;
  const before = text.charAt(token.start - 1);
  const after = text.charAt(token.end);
  if (before === placeholder || after === placeholder) return false;
  // An apostrophe after an elided article joins; a full stop or quote after the word does not.
  const joinedBefore = joiners.test(before) && token.gap !== '' && !/^['’*.]$/u.test(before);
  const joinedAfter = joiners.test(after) && !/['’.*]/u.test(after);
  if (joinedBefore || joinedAfter) return false;
  return !(after === '.' && /[\p{L}\p{N}]/u.test(text.charAt(token.end + 1)));
}

function isKnown(token: Token, { knows, language, document }: SpellingContext): boolean {
  const word = token.text.replaceAll('’', "'");
  if (knows(word)) return true;
  if (otherSpellings(word, { language, swiss: document.swiss }).some(knows)) return true;
  // "l'": the elided article alone is in no dictionary, the words behind it are.
  if (word.endsWith("'")) return true;
  const [head, ...tail] = word.split("'");
  if (tail.length > 0 && head !== undefined) {
    return [head, ...tail].every((part) => part.length < 3 || knows(part));
  }
  return false;
}

function isForeign(unknown: readonly boolean[], index: number): boolean {
  let run = 1;
  for (let at = index - 1; at >= 0 && unknown[at] === true; at -= 1) run += 1;
  for (let at = index + 1; at < unknown.length && unknown[at] === true && run < foreignRun; at += 1)
    run += 1;
  return run >= foreignRun;
}

/** The near word, when the proper-name policy lets this word be spoken of at all. */
function meant(token: Token, context: SpellingContext): NearWord | undefined {
  const capitalised = /^\p{Lu}/u.test(token.text);
  const german = context.language === 'de';
  if (capitalised && !token.opensSentence && !german) return undefined;
  const word = capitalised && !german ? token.lower : token.text.replaceAll('’', "'");
  const near = nearWords(word, context).filter(({ word: other }) => fits(other, word));
  const best = near[0];
  if (best === undefined || best.cost > dearest(token, { capitalised, german })) return undefined;
  return best;
}

function fits(other: string, word: string): boolean {
  return other.length >= 2 && Math.abs(other.length - word.length) <= 2;
}

/** Names open sentences and, in German, look like nouns: only a slip that names do not look like counts. */
function dearest(
  token: Token,
  { capitalised, german }: { readonly capitalised: boolean; readonly german: boolean },
): number {
  if (capitalised && german)
    return /(?:ung|heit|keit|schaft|tion|ismus|ungen|nis|tät)$/u.test(token.text) ? 1.4 : -1;
  if (capitalised) return 1;
  return token.text.length <= 4 ? 1 : dearestSlip;
}

function asEdit(token: Token, answer: NearWord): RuleEdit {
  const capitalised = /^\p{Lu}/u.test(token.text);
  const replacement = capitalised
    ? answer.word.charAt(0).toUpperCase() + answer.word.slice(1)
    : answer.word;
  return {
    start: token.start,
    end: token.end,
    original: token.text,
    replacement,
    type: 'spelling',
    rule: ruleOf({ original: token.text, replacement }),
  };
}

function ruleOf({ original, replacement }: Pick<RuleEdit, 'original' | 'replacement'>): RuleName {
  if (original.toLowerCase() === replacement.toLowerCase()) return 'spelling.capital';
  return fold(original) === fold(replacement) ? 'spelling.accent' : 'spelling.unknown-word';
}

function fold(word: string): string {
  return word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
