import type { AnalysisOptions } from '../../application/ports/analyser.ts';
import type { Corrections } from '../../domain/checks/report.ts';
import { mergeGrammar, type PieceEdits } from '../../domain/text/grammar/corrections.ts';
import type { GrammarRequest, RunTask } from './tasks.ts';

/** Pieces of one text in the queue at a time: enough for all workers, few enough to stop early. */
const piecesInFlight = 4;

/** Grammar of a text too long for one task: pieces that give way to other callers between them. */
export async function checkLongText(
  run: RunTask,
  request: GrammarRequest,
  options: AnalysisOptions,
): Promise<Corrections> {
  const plan = await run('grammarPlan', { text: request.text }, options);
  const waiting = plan.pieces.entries();
  const checked: PieceEdits[] = [];
  let stopped = false;
  const worker = async (): Promise<void> => {
    for (const [index, { start, end }] of waiting) {
      if (stopped) return;
      const text = request.text.slice(start, end);
      const piece = { ...request, text, start, knownWords: plan.knownWords };
      checked[index] = await run('grammarPiece', piece, options);
    }
  };
  try {
    await Promise.all(Array.from({ length: piecesInFlight }, worker));
  } finally {
    stopped = true;
  }
  return mergeGrammar({ pieces: checked, words: plan.words });
}
