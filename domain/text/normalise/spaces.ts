import type { Draft, Replacement } from './draft.ts';
import { replaceEach } from './lines-and-controls.ts';
import type { MarkKind, MarkLog } from './mark-log.ts';
import { characterAt, characterBefore, cjkCharacter, mongolianCharacter } from './scripts.ts';

/** Every unusual space becomes one ordinary space, unless its script is written with it. */
export function spaces(draft: Draft, log: MarkLog): Replacement[] {
  const { text } = draft;
  return replaceEach(
    text,
    /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u2800\u3000]/g,
    (space, index) => {
      const before = characterBefore(text, index);
      const after = characterAt(text, index + 1);
      if (belongs(space, { before, after })) return space;
      const kind = kindOf(space, { before, after });
      if (kind !== null) log.saw({ kind, draft, span: { start: index, end: index + 1 } });
      return ' ';
    },
  );
}

interface Neighbours {
  readonly before: string;
  readonly after: string;
}

function belongs(space: string, { before, after }: Neighbours): boolean {
  switch (space) {
    case '\u3000':
      return isIdeographic(before) || isIdeographic(after);
    case '\u202F':
      return mongolianCharacter.test(before) || mongolianCharacter.test(after);
    case '\u2800':
      return /^[\u2801-\u28FF]$/.test(before) || /^[\u2801-\u28FF]$/.test(after);
    case '\u1680':
      return /^\p{Script=Ogham}$/u.test(before) || /^\p{Script=Ogham}$/u.test(after);
    default:
      return false;
  }
}

function isIdeographic(character: string): boolean {
  return cjkCharacter.test(character) || /^[\uFF01-\uFF60\uFFE0-\uFFE6]$/.test(character);
}

function kindOf(space: string, neighbours: Neighbours): MarkKind | null {
  const isLocale = isTypographic(neighbours);
  if (space === '\u00A0') return isLocale ? null : 'space.nbsp_dense';
  if (space === '\u202F') return isLocale ? 'space.nnbsp_locale' : 'space.nnbsp_unexpected';
  return 'space.exotic';
}

/** French punctuation, grouped figures, figure and unit, "z. B.", "§ 5": places for a no-break space. */
function isTypographic({ before, after }: Neighbours): boolean {
  if (/^[;:!?»›%‰€$£°–—…]$/u.test(after) || /^[«‹–—§¶№#€$£+±−]$/u.test(before)) return true;
  if (/^\p{N}$/u.test(before)) return /^[\p{N}\p{L}]$/u.test(after);
  return before === '.' && /^[\p{L}\p{N}]$/u.test(after);
}
