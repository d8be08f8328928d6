import type { Draft, Replacement } from './draft.ts';
import { codePointCount, replaceEach } from './lines-and-controls.ts';
import type { MarkLog } from './mark-log.ts';
import { characterAt, characterBefore, cjkCharacter } from './scripts.ts';

/**
 * Letters in fancy dress. Deliberately not NFKC: ², ½, ₂, ™, №, Ω, IPA and a mathematician's ℝ mean
 * something of their own and stay (UAX 15 warns of the loss).
 */
export function mathLetters(draft: Draft, log: MarkLog): Replacement[] {
  // Script and double-struck letters that Unicode encoded earlier fill gaps in the math alphabets.
  const runs =
    /[\u2102\u210A-\u2113\u2115\u2119-\u211D\u2124\u2128\u212C\u212D\u212F-\u2131\u2133\u2134\u{1D400}-\u{1D7FF}]+/gu;
  return replaceEach(draft.text, runs, (run, index) => {
    if (!/[\u{1D400}-\u{1D7FF}]/u.test(run)) return run;
    const folded = run.normalize('NFKC');
    if (folded === run) return run;
    const letters = codePointCount(run);
    log.saw({
      kind: 'homoglyph.math_alphanumeric',
      draft,
      span: { start: index, end: index + run.length },
      count: letters,
      words: 1,
      weight: letters > 1 ? letters : 0,
    });
    return folded;
  });
}

interface EnclosedRange {
  readonly from: number;
  readonly to: number;
  readonly first: number;
}

const enclosedRanges: readonly EnclosedRange[] = [
  { from: 0x249c, to: 0x24b5, first: 0x61 },
  { from: 0x24b6, to: 0x24cf, first: 0x41 },
  { from: 0x24d0, to: 0x24e9, first: 0x61 },
  { from: 0x1f110, to: 0x1f129, first: 0x41 },
  { from: 0x1f130, to: 0x1f149, first: 0x41 },
  { from: 0x1f150, to: 0x1f169, first: 0x41 },
  { from: 0x1f170, to: 0x1f189, first: 0x41 },
];

/** Circled and squared letters that spell a word; a single one is a list label or a blood group. */
export function enclosedLetters(draft: Draft, log: MarkLog): Replacement[] {
  const runs =
    /[\u249C-\u24E9\u{1F110}-\u{1F129}\u{1F130}-\u{1F149}\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}]{2,}/gu;
  return replaceEach(draft.text, runs, (run, index) => {
    const span = { start: index, end: index + run.length };
    log.saw({ kind: 'homoglyph.enclosed', draft, span, count: codePointCount(run), words: 1 });
    return Array.from(run, plainLetter).join('');
  });
}

function plainLetter(enclosed: string): string {
  const codePoint = enclosed.codePointAt(0) ?? 0;
  const range = enclosedRanges.find(({ from, to }) => codePoint >= from && codePoint <= to);
  return range === undefined ? enclosed : String.fromCharCode(codePoint - range.from + range.first);
}

/** Full-width letters and digits, except in East Asian text, where they are ordinary typography. */
export function fullWidthLetters(draft: Draft, log: MarkLog): Replacement[] {
  const runs = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]+/g;
  const shares = paragraphShares(draft.text);
  return replaceEach(draft.text, runs, (run, index) => {
    const end = index + run.length;
    if (isBesideCjk(draft.text, { start: index, end }) || shares(index) >= 0.1) return run;
    log.saw({ kind: 'homoglyph.fullwidth', draft, span: { start: index, end }, count: run.length });
    return run.normalize('NFKC');
  });
}

/** The nearest characters that are no spaces, a few steps away at most. */
function isBesideCjk(text: string, run: { start: number; end: number }): boolean {
  const before = /(\S)\s{0,8}$/u.exec(text.slice(Math.max(0, run.start - 10), run.start))?.[1];
  const after = /^\s{0,8}(\S)/u.exec(text.slice(run.end, run.end + 10))?.[1];
  return [before, after].some((neighbour) => neighbour !== undefined && isCjk(neighbour));
}

function isCjk(character: string): boolean {
  return (
    cjkCharacter.test(character) || /^[\uFF01-\uFF0F\uFF1A-\uFF20\uFF5F-\uFF9F]$/.test(character)
  );
}

/** Share of East Asian letters in the paragraph at an index; one pass over the text in all. */
function paragraphShares(text: string): (index: number) => number {
  let paragraph = { start: 0, end: -1, share: 0 };
  return (index) => {
    if (index < paragraph.start || index > paragraph.end) {
      const start = text.lastIndexOf('\n', index) + 1;
      const found = text.indexOf('\n', index);
      const end = found === -1 ? text.length : found;
      const slice = text.slice(start, end);
      const letters = slice.match(/\p{L}/gu)?.length ?? 0;
      const cjk =
        slice.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)
          ?.length ?? 0;
      paragraph = { start, end, share: letters === 0 ? 0 : cjk / letters };
    }
    return paragraph.share;
  };
}

/** Typographic ligatures are spelled out. */
export function ligatures(draft: Draft, log: MarkLog): Replacement[] {
  return replaceEach(draft.text, /[\uFB00-\uFB06]/g, (ligature, index) => {
    const span = { start: index, end: index + 1 };
    log.saw({ kind: 'homoglyph.compat_letter', draft, span });
    return ligature.normalize('NFKC');
  });
}

/** Roman numeral signs that stand for a letter: Ⅰ alone, or ⅼ ⅽ ⅾ and the like inside a word. */
export function romanNumeralLetters(draft: Draft, log: MarkLog): Replacement[] {
  const { text } = draft;
  const runs = /[\u2160\u2164\u2169\u216C-\u2170\u2174\u2179\u217C-\u217F]+/g;
  return replaceEach(text, runs, (run, index) => {
    const span = { start: index, end: index + run.length };
    const before = characterBefore(text, span.start);
    const after = characterAt(text, span.end);
    const insideWord = plainLatinLetter.test(before) || plainLatinLetter.test(after);
    const isPronoun =
      run === '\u2160' && before === ' ' && after === ' ' && !isBesideCjk(text, span);
    if (!insideWord && !isPronoun) return run;
    log.saw({ kind: 'homoglyph.compat_letter', draft, span, count: run.length });
    return run.normalize('NFKC');
  });
}

const plainLatinLetter = /^[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F]$/;
