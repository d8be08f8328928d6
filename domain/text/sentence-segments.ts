import { longestPiece, pieces } from './pieces.ts';
import type { Span } from './span.ts';

export interface Segment extends Span {
  /** The border before it is one of length or of quotation marks, not of sentences. */
  readonly continues: boolean;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const hiddenEnd =
  /(?:\p{L}\p{L}[.]["'”’»)\]]{0,3}\s+(?=["'“«([$€£]{0,2}\p{Nd})|…["'”’»)\]]{0,3}\s+(?=["'“«([¿¡]{0,2}\p{Lu}))/gu;

/**
 * Candidates for sentences in one paragraph without line breaks: they cover it without gaps, and every
 * sentence is one of them or several in a row. UAX 29 segments, cut further where it sees no end: before
 * a number that a small letter follows ("... ended. 1839 was ...") and at an ellipsis before a capital.
 */
export function* sentenceSegments(paragraph: string): Generator<Segment> {
  for (const segment of unicodeSegments(paragraph)) {
    let { start, continues } = segment;
    for (const match of paragraph.slice(segment.start, segment.end).matchAll(hiddenEnd)) {
      const end = segment.start + match.index + match[0].length;
      yield { start, end, continues };
      start = end;
      continues = false;
    }
    if (start < segment.end) yield { start, end: segment.end, continues };
  }
}

/** Works in windows that end where a sentence does whenever there is one. */
function* unicodeSegments(paragraph: string): Generator<Segment> {
  let start = 0;
  let continues = false;
  while (start < paragraph.length) {
    const window = paragraph.slice(start, start + longestPiece);
    const isLast = start + window.length === paragraph.length;
    let taken = 0;
    for (const { index, segment } of segmenter.segment(window)) {
      if (!isLast && index + segment.length === window.length) break;
      yield { start: start + index, end: start + index + segment.length, continues };
      continues = false;
      taken = index + segment.length;
    }
    if (taken === 0) {
      taken = pieces(paragraph.slice(start, start + longestPiece + 1))[0]?.end ?? window.length;
      yield { start, end: start + taken, continues };
      continues = true;
    }
    start += taken;
  }
}
