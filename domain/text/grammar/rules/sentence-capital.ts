import { editAt, type Rule } from './rule.ts';

/**
 * A small letter after a full stop. Only between two ordinary words, the first of at least four letters so
 * that abbreviations stay out, and only when the text does begin sentences with capitals elsewhere.
 */
export const sentenceCapital: Rule = ({ text, tokens, language, knows }) => {
  if (language === null) return [];
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    if (before === undefined || !/^[.!?] $/u.test(token.gap)) return [];
    if (!/^\p{Ll}{4,}$/u.test(before.text) || !/^\p{Ll}+$/u.test(token.text)) return [];
    if (!knows(before.text) || !knows(token.text) || /[!?]/u.test(token.gap)) return [];
    if (/^[.)]/u.test(text.slice(token.end))) return [];
    return [
      editAt(text, {
        start: token.start,
        end: token.end,
        replacement: token.text.charAt(0).toUpperCase() + token.text.slice(1),
        type: 'grammar',
        rule: 'own.sentence-capital',
      }),
    ];
  });
};
