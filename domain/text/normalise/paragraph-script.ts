import { foreignTwins, latinTwins } from './look-alike-pairs.ts';
import { type LetterScript, letterScript } from './scripts.ts';

/** Which script a paragraph is written in. Offsets are of the text it was asked about. */
export interface ParagraphScript {
  readonly start: number;
  readonly end: number;
  /** null when the paragraph has no letter of the scripts we tell apart. */
  readonly script: LetterScript | null;
  /** Letters by script; `other` holds the letters of all further scripts. */
  readonly letters: Readonly<Record<LetterScript | 'other', number>>;
}

/**
 * Letters that have a twin elsewhere say little about a paragraph's script: an attack replaces just
 * those. So the paragraph belongs to the script with the most letters that have no twin.
 */
const ambiguous: ReadonlySet<number> = new Set(
  [...latinTwins.cyrillic, ...latinTwins.greek, ...foreignTwins.cyrillic, ...foreignTwins.greek]
    .flatMap((pair) => [...pair])
    .map((letter) => letter.codePointAt(0) ?? 0),
);

/** Answers for ascending indexes in one pass over the text in all. */
export function paragraphScripts(text: string): (index: number) => ParagraphScript {
  let current: ParagraphScript | null = null;
  return (index) => {
    if (current === null || index < current.start || index > current.end) {
      const start = text.lastIndexOf('\n', index - 1) + 1;
      const found = text.indexOf('\n', index);
      current = measured(text, { start, end: found === -1 ? text.length : found });
    }
    return current;
  };
}

function measured(text: string, span: { start: number; end: number }): ParagraphScript {
  const letters = noLetters();
  const telling = noLetters();
  for (let index = span.start; index < span.end; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x41 || (unit >= 0x2000 && unit <= 0x206f)) continue;
    const script = letterScript(unit) ?? (isOtherLetter(text.charAt(index)) ? 'other' : null);
    if (script === null) continue;
    letters[script] += 1;
    if (!ambiguous.has(unit)) telling[script] += 1;
  }
  return { ...span, letters, script: leading(telling) ?? leading(letters) };
}

/** Looks at single code units: what lies beyond the BMP never decides between scripts that have twins. */
function isOtherLetter(unit: string): boolean {
  return unit > '\u02FF' && /\p{L}/u.test(unit);
}

function noLetters(): Record<LetterScript | 'other', number> {
  return { latin: 0, cyrillic: 0, greek: 0, armenian: 0, cherokee: 0, other: 0 };
}

const scripts: readonly LetterScript[] = ['latin', 'cyrillic', 'greek', 'armenian', 'cherokee'];

function leading(counts: Readonly<Record<LetterScript | 'other', number>>): LetterScript | null {
  let best: LetterScript | null = null;
  for (const script of scripts) {
    if (counts[script] > (best === null ? 0 : counts[best])) best = script;
  }
  return best;
}
