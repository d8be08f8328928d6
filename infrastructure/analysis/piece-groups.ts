import { pieces } from '../../domain/text/pieces.ts';
import type { Span } from '../../domain/text/span.ts';

/**
 * Most UTF-16 code units that one grammar task checks: about 0.3 s of work, and no caller waits longer than
 * that for another caller's text.
 */
export const longestGroup = 4_000;

/** The spans in which a long text is checked: neighbouring pieces up to the longest group. */
export function pieceGroups(text: string): Span[] {
  const groups: Span[] = [];
  for (const piece of pieces(text)) {
    const last = groups.at(-1);
    if (last !== undefined && piece.end - last.start <= longestGroup) {
      groups[groups.length - 1] = { start: last.start, end: piece.end };
    } else {
      groups.push(piece);
    }
  }
  return groups;
}
