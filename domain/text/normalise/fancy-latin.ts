import type { Draft, Replacement } from './draft.ts';
import { fancyLatin, smallCapitalLetters } from './look-alike-tables.ts';
import type { MarkLog } from './mark-log.ts';

const fancyLetter = new RegExp(`[${[...fancyLatin.keys()].join('')}]`, 'gu');

/** Letters of the phonetic alphabet, and its length and stress marks, that no disguise needs. */
const phoneticLetter = /[əɛɔʃʒθðŋɹɾʁʌʊɒɐɜæøʔʕɣχβɸɲʎɨʉɯɤːˈˌˑ]/;

/** Small capitals and phonetic twins inside Latin words, unless the paragraph is a transcription. */
export function fancyLetters(draft: Draft, log: MarkLog): Replacement[] {
  const { text } = draft;
  if (text.search(fancyLetter) === -1) return [];
  const replacements: Replacement[] = [];
  let paragraphStart = 0;
  for (const paragraph of text.split('\n')) {
    if (paragraph.search(fancyLetter) !== -1 && !phoneticLetter.test(paragraph)) {
      for (const match of paragraph.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
        if (!isDisguised(match[0]) || isBracketed(paragraph, match)) continue;
        replacements.push(
          ...lettersIn({ draft, log, word: match[0], at: paragraphStart + match.index }),
        );
      }
    }
    paragraphStart += paragraph.length + 1;
  }
  return replacements;
}

/** At least two Latin letters, no digit: ɪ, ᴀ or ɡ alone is a symbol. */
function isDisguised(word: string): boolean {
  return word.search(fancyLetter) !== -1 && /^[\p{Script=Latin}\p{M}]{2,}$/u.test(word);
}

/** "[hɪt]", "/hɪt/": a pronunciation. */
function isBracketed(text: string, match: RegExpExecArray): boolean {
  const before = text.charAt(match.index - 1);
  return /[/[ˈ]/.test(before) || /[/\]]/.test(text.charAt(match.index + match[0].length));
}

function lettersIn(at: { draft: Draft; log: MarkLog; word: string; at: number }): Replacement[] {
  const replacements: Replacement[] = [];
  for (const match of at.word.matchAll(fancyLetter)) {
    const start = at.at + match.index;
    const span = { start, end: start + match[0].length };
    const kind = smallCapitalLetters.has(match[0])
      ? 'homoglyph.small_caps'
      : 'homoglyph.latin_variant';
    at.log.saw({ kind, draft: at.draft, span });
    replacements.push({ ...span, by: fancyLatin.get(match[0]) ?? match[0] });
  }
  return replacements;
}
