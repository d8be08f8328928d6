import type { Draft, Replacement } from './draft.ts';
import { codePointCount, replaceEach } from './lines-and-controls.ts';
import type { MarkKind, MarkLog } from './mark-log.ts';
import {
  characterAt,
  characterBefore,
  ideograph,
  isCursive,
  isIndic,
  isUnspaced,
  mongolianCharacter,
} from './scripts.ts';

/** Code points without a glyph: format characters, fillers, selectors; tags are dealt with before. */
const invisibleRanges = [
  ...[
    '\\u00AD',
    '\\u034F',
    '\\u115F\\u1160',
    '\\u17B4\\u17B5',
    '\\u180B-\\u180F',
    '\\u200B-\\u200D',
  ],
  ...['\\u2060-\\u2065', '\\u206A-\\u206F', '\\u3164', '\\uFE00-\\uFE0F', '\\uFEFF', '\\uFFA0'],
  ...['\\uFFF0-\\uFFFB', '\\u{1BCA0}-\\u{1BCA3}', '\\u{1D173}-\\u{1D17A}', '\\u{E0080}-\\u{E0FFF}'],
];
const invisibleRuns = new RegExp(`[${invisibleRanges.join('')}]+`, 'gu');

/** What stands around a run of invisible characters. '' is the edge of the text. */
interface Surroundings {
  readonly before: string;
  readonly after: string;
  /** The invisible characters of this run that were kept so far. */
  readonly kept: string;
}

/** Invisible characters go unless the script around them needs them. */
export function invisibles(draft: Draft, log: MarkLog): Replacement[] {
  const { text } = draft;
  let lastWordMark = -1;
  return replaceEach(text, invisibleRuns, (run, index) => {
    const end = index + run.length;
    const before = characterBefore(text, index);
    const after = characterAt(text, end);
    const { kept, removed } = sift(run, { before, after });
    if (removed === '') return run;
    const insideWord = wordCharacter.test(before) && wordCharacter.test(after);
    const isNewWord =
      insideWord &&
      (lastWordMark < 0 || /[^\p{L}\p{N}\p{M}]/u.test(text.slice(lastWordMark, index)));
    if (insideWord) lastWordMark = end;
    logRemoved({ draft, log, index, end, before, after, removed, words: isNewWord ? 1 : 0 });
    return kept;
  });
}

const wordCharacter = /^[\p{L}\p{N}\p{M}]$/u;

function sift(run: string, sides: { before: string; after: string }) {
  let around: Surroundings = { ...sides, kept: '' };
  let removed = '';
  for (const character of run) {
    if (isNeeded(character, around)) around = { ...sides, kept: around.kept + character };
    else removed += character;
  }
  return { kept: around.kept, removed };
}

function isNeeded(character: string, around: Surroundings): boolean {
  const { before, after, kept } = around;
  const codePoint = character.codePointAt(0) ?? 0;
  switch (codePoint) {
    case 0x200b:
      return kept === '' && (isUnspaced(before) || isUnspaced(after));
    case 0x200c:
      return !/[\u200B-\u200D]/.test(kept) && nonJoinerIsNeeded(around);
    case 0x200d:
      return !/[\u200B-\u200D]/.test(kept) && joinerIsNeeded(around);
    case 0x034f:
      // Pointed Hebrew needs it to keep the order of marks (Unicode Standard 23.2).
      return kept === '' && /^\p{Script=Hebrew}$/u.test(before);
    case 0x115f:
    case 0x1160:
      return kept === '' && (conjoiningJamo.test(before) || conjoiningJamo.test(after));
  }
  if (codePoint >= 0x180b && codePoint <= 0x180f)
    return kept === '' && mongolianCharacter.test(before);
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return selectorIsNeeded(character, around);
  return codePoint >= 0xe0100 && codePoint <= 0xe01ef && kept === '' && ideograph.test(before);
}

const conjoiningJamo = /^[\u1100-\u115E\u1161-\u11FF\uA960-\uA97C\uD7B0-\uD7FB]$/;

/** Persian suffixes also follow figures, Latin acronyms and closing quotes. */
function nonJoinerIsNeeded({ before, after }: Surroundings): boolean {
  if (isShaped(after)) return isShaped(before) || /^[\p{L}\p{N}\p{M}\p{P}]$/u.test(before);
  return isShaped(before) && wordCharacter.test(after);
}

function isShaped(character: string): boolean {
  return isIndic(character) || isCursive(character);
}

function joinerIsNeeded({ before, after, kept }: Surroundings): boolean {
  if (pictograph.test(after) && emojiEnd.test(before)) return /^\uFE0F?$/.test(kept);
  if (isCursive(before) || isCursive(after)) return true;
  if (isIndic(before)) return virama.test(before) || isIndic(after);
  return isIndic(after) && !/^\p{L}$/u.test(before);
}

const pictograph = /^\p{Extended_Pictographic}$/u;
const emojiEnd = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u20E3|\u{E007F})$/u;
const virama =
  /^[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u0F84\u1039\u103A\u17D2\u1B44\u1BAA\u1BAB\uA8C4\uA9C0\uAAF6\uABED\u{11133}\u{1134D}\u{11442}\u{114C2}]$/u;

/** VS15/VS16 behind emoji and keycaps, VS1–VS14 behind the bases of StandardizedVariants.txt. */
function selectorIsNeeded(selector: string, { before, after, kept }: Surroundings): boolean {
  if (kept !== '') return false;
  if (selector < '\uFE0E') return standardisedBase.test(before);
  if (/^[0-9#*]$/.test(before)) return after === '\u20E3';
  return /^\p{Emoji}$/u.test(before);
}

const standardisedBase =
  /^[0\p{Sm}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}\u2018-\u201D\u3001\u3002\uFF01\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F\u{13000}-\u{1342F}]$/u;

interface Removal {
  readonly draft: Draft;
  readonly log: MarkLog;
  readonly index: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
  readonly removed: string;
  readonly words: number;
}

function logRemoved(removal: Removal): void {
  const { draft, log, index, end, before, after } = removal;
  for (const [kind, characters] of byKind(removal.removed)) {
    const count = codePointCount(characters);
    if (kind === 'invisible.zero_width' && isSloppyTyping(removal, count)) continue;
    log.saw({
      kind,
      draft,
      span: { start: index, end },
      count,
      words: removal.words,
      weight: isLineEdge(before) || isLineEdge(after) ? 0 : count,
      characters: characters.slice(0, 100),
    });
  }
}

function byKind(removed: string): ReadonlyMap<MarkKind, string> {
  const kinds = new Map<MarkKind, string>();
  for (const character of removed) {
    const kind = kindOf(character);
    kinds.set(kind, (kinds.get(kind) ?? '') + character);
  }
  return kinds;
}

/** Doubled or dangling joiners beside a script that needs them, or in a broken emoji, hide nothing. */
function isSloppyTyping({ before, after }: Removal, length: number): boolean {
  const needsJoiners = (character: string): boolean =>
    isShaped(character) || isUnspaced(character) || emojiEnd.test(character);
  return length < 8 && (needsJoiners(before) || needsJoiners(after));
}

function isLineEdge(character: string): boolean {
  return character === '' || character === '\n';
}

function kindOf(character: string): MarkKind {
  const codePoint = character.codePointAt(0) ?? 0;
  switch (codePoint) {
    case 0x200b:
    case 0x200c:
    case 0x200d:
    case 0x2060:
    case 0xfeff:
      return 'invisible.zero_width';
    case 0xad:
      return 'invisible.soft_hyphen';
    case 0x115f:
    case 0x1160:
    case 0x17b4:
    case 0x17b5:
    case 0x3164:
    case 0xffa0:
      return 'invisible.filler';
  }
  if (codePoint >= 0x2061 && codePoint <= 0x2064) return 'invisible.math_operator';
  return isSelector(codePoint) ? 'invisible.variation_selector' : 'invisible.format';
}

function isSelector(codePoint: number): boolean {
  return (
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f) || (codePoint >= 0xe0100 && codePoint <= 0xe01ef)
  );
}
