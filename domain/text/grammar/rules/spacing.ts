import { placeholder } from '../mask.ts';
import { editAt, type Rule, type RuleContext, type RuleEdit } from './rule.ts';

/**
 * Spaces around punctuation: two between words, one before a comma or full stop, none after a comma.
 * French sets a (narrow) no-break space before ; : ! ? and inside guillemets, so there only , and . count.
 */
export const spacing: Rule = (context) => {
  // Text that stands in columns, is code, or is tokenised throughout follows no rules of prose.
  if (isTable(context.text)) return [];
  return [...doubleSpaces(context), ...spaceBefore(context), ...missingSpace(context)];
};

const letter = /\p{L}/u;

function isTable(text: string): boolean {
  const spacedMarks = text.match(/ [.,;:!?](?= )/gu)?.length ?? 0;
  return spacedMarks > 8 && spacedMarks * 60 > text.length;
}

function doubleSpaces({ text }: RuleContext): RuleEdit[] {
  // Two spaces after a full stop are a habit, not a mistake.
  return Array.from(text.matchAll(/(?<=[\p{L}\p{N},;]) {2,3}(?=[\p{L}\p{N}])/gu), (match) =>
    editAt(text, {
      start: match.index,
      end: match.index + match[0].length,
      replacement: ' ',
      type: 'typography',
      rule: 'own.extra-space',
    }),
  );
}

function spaceBefore({ text, language }: RuleContext): RuleEdit[] {
  const marks =
    language === 'fr' || language === null
      ? /(?<=[\p{L}\p{N})]) +[,.](?=\s|$)/gu
      : /(?<=[\p{L}\p{N})]) +[,.;:!?](?=\s|$)/gu;
  return Array.from(text.matchAll(marks), (match) =>
    editAt(text, {
      start: match.index,
      end: match.index + match[0].length,
      replacement: match[0].trimStart(),
      type: 'typography',
      rule: 'own.space-before-mark',
    }),
  );
}

function missingSpace({ text, tokens, knows }: RuleContext): RuleEdit[] {
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1];
    if (before === undefined || !/^[,;]$/u.test(token.gap)) return [];
    const wordsAround = [before, token].every(
      ({ text: word, lower }) =>
        word.length > 1 && letter.test(word) && (knows(word) || knows(lower)),
    );
    if (!wordsAround || text.charAt(token.end) === placeholder) return [];
    return [
      editAt(text, {
        start: before.end,
        end: token.start,
        replacement: `${token.gap} `,
        type: 'typography',
        rule: 'own.missing-space',
      }),
    ];
  });
}
