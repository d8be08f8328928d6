import { editAt, type Rule } from './rule.ts';

const narrow = '\u202f';
const noBreak = '\u00a0';

/**
 * French sets a space before ! ? ; : and inside guillemets. Only a missing space is told, not an ordinary one
 * in place of a no-break space: that is the keyboard's doing. Canadian habit omits it before ! ? and ;, so a
 * text that never sets it is left alone.
 */
export const frenchSpacing: Rule = ({ text }) => {
  const spaced = text.match(/\p{L}[ \u00a0\u202f][!?;:](?=\s|$)/gu)?.length ?? 0;
  const tight = Array.from(text.matchAll(/(?<=\p{L})[!?;](?=\s|$)/gu));
  const marks = spaced < tight.length ? [] : tight;
  const colons = Array.from(text.matchAll(/(?<=\p{L}{2}):(?= \p{L})/gu));
  const quotes = Array.from(text.matchAll(/«(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.!?…])»/gu));
  return [...marks, ...(spaced < tight.length ? [] : colons), ...quotes].map((match) =>
    editAt(text, {
      start: match.index,
      end: match.index + match[0].length,
      replacement: withSpace(match[0]),
      type: 'typography',
      rule: 'fr.french-space',
    }),
  );
};

function withSpace(mark: string): string {
  if (mark === '«') return `«${noBreak}`;
  return (mark === '»' || mark === ':' ? noBreak : narrow) + mark;
}
