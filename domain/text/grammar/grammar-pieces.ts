import { pieces } from '../pieces.ts';
import type { Span } from '../span.ts';

/** Characters per task: small enough that another caller's text never waits long for its turn. */
const taskLength = 8000;

/** The spans in which a long text is checked, cut where paragraphs or sentences end. */
export function grammarPieces(text: string): Span[] {
  const tasks: Span[] = [];
  for (const piece of pieces(text)) {
    const last = tasks.at(-1);
    if (last !== undefined && piece.end - last.start <= taskLength) {
      tasks[tasks.length - 1] = { start: last.start, end: piece.end };
    } else {
      tasks.push(piece);
    }
  }
  return tasks;
}
