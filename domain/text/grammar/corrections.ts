import type { Corrections, Edit } from '../../checks/report.ts';
import { withoutOverlaps } from './overlaps.ts';
import { grammarScore } from './score.ts';

/** The edits of one piece of a text, with offsets in that piece. */
export interface PieceEdits {
  /** Where the piece starts in the text. */
  readonly start: number;
  readonly edits: readonly Edit[];
}

/** The section of the report: edits in order, none overlapping, and the score for this many words. */
export function correctionsOf(edits: readonly Edit[], words: number): Corrections {
  const kept = withoutOverlaps(edits);
  return { edits: kept, score: grammarScore(kept, words) };
}

/** The same for a text that was checked in pieces. */
export function mergeGrammar(checked: {
  readonly pieces: readonly PieceEdits[];
  readonly words: number;
}): Corrections {
  const edits = checked.pieces.flatMap((piece) =>
    piece.edits.map((edit) => ({
      ...edit,
      start: edit.start + piece.start,
      end: edit.end + piece.start,
    })),
  );
  return correctionsOf(edits, checked.words);
}
