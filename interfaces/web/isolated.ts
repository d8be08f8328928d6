/** Controls, and marks that turn the direction of what follows or cannot be seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
const maxLength = 80;

/**
 * A stranger's words, made fit to stand in a sentence of ours: without anything unseen, not too long, and set
 * apart so that letters written from the right leave the rest of the line alone (UAX 9, 2.4).
 */
export function isolated(words: string | null): string | null {
  const plain = (words ?? '').replace(unseen, ' ').replace(/\s+/g, ' ').trim();
  if (plain === '') return null;
  return `\u2068${[...plain].slice(0, maxLength).join('')}\u2069`;
}
