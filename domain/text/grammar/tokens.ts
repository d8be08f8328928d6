import type { Span } from '../span.ts';
import { words } from '../words.ts';

/** A word with what the rules want to know of its surroundings. */
export interface Token extends Span {
  readonly text: string;
  /** Lower case, with a straight apostrophe: the form that word lists hold. */
  readonly lower: string;
  /** What stands between the token before (or the start of the text) and this one. */
  readonly gap: string;
  /** True when nothing, a line break or a full stop stands before it. */
  readonly opensSentence: boolean;
}

/** Languages that drop a vowel before the next word and write both as one: "l'homme", "l'uomo". */
const eliding: ReadonlySet<string> = new Set(['fr', 'it']);
const elision =
  /^(?:l|d|j|m|t|s|n|c|qu|lorsqu|puisqu|jusqu|quoiqu|un|dell|all|dall|nell|sull|coll|quell|quest|nessun|qualcun|ciascun|alcun|sant|tutt|anch|dov|com|cos|quand|bell|grand|mezz|gl|v)['’](?=\p{L})/iu;
const sentenceBreak = /[.!?…]|[\n\r\u2028\u2029]/u;
const abbreviation = /^(?:\p{L}|\p{Lu}\p{L}{1,3}|bzw|vgl|usw|etc|art|núm|pág|tel|ecc|cf|vs)$/u;

/**
 * The words of a text (UAX 29) with their gaps. French and Italian elided forms become two tokens with an
 * empty gap between them, so that a rule sees the word behind the apostrophe.
 */
export function tokens(text: string, language: string | null): Token[] {
  const found: Token[] = [];
  const splits = language !== null && eliding.has(language);
  for (const word of words(text)) {
    const head = splits ? (elision.exec(word.text)?.[0].length ?? 0) : 0;
    if (head > 0) addToken(text, { found, start: word.start, end: word.start + head });
    addToken(text, { found, start: word.start + head, end: word.end });
  }
  return found;
}

interface Addition extends Span {
  readonly found: Token[];
}

function addToken(text: string, { found, start, end }: Addition): void {
  const before = found.at(-1);
  const gap = text.slice(before?.end ?? 0, start);
  const own = text.slice(start, end);
  found.push({
    start,
    end,
    text: own,
    lower: own.toLowerCase().replaceAll('’', "'"),
    gap,
    opensSentence: before === undefined || opensSentence(before, gap),
  });
}

function opensSentence(before: Token, gap: string): boolean {
  if (!sentenceBreak.test(gap)) return false;
  return !(gap.trim() === '.' && abbreviation.test(before.text));
}
