import { paragraphs } from '../paragraphs.ts';
import type { Span } from '../span.ts';
import { probability } from './calibration.ts';
import {
  documentScore,
  type ScoringContext,
  type StretchScore,
  stretchScore,
} from './document-score.ts';
import type { SentenceRange } from './reading.ts';
import { windowLogits } from './sentence-scores.ts';

/** Windows of a deep reading, in tokens: a few sentences, a paragraph, a page. */
const scales = [40, 100, 250] as const;
const leastParagraphTokens = 25;
const leastChange = 2;

export interface ParagraphReading extends Span {
  readonly chance: number;
  readonly style: number;
  readonly words: number;
}

/** Where the reading turns from one kind of writer to the other. */
export interface ChangePoint {
  readonly start: number;
  readonly toAi: boolean;
  /** Difference of the mean logits before and after. */
  readonly strength: number;
}

export interface DeepReading {
  readonly windows: readonly number[];
  readonly document: number;
  readonly paragraphs: readonly ParagraphReading[];
  readonly changes: readonly ChangePoint[];
}

/**
 * Reads again at three scales and paragraph by paragraph, averages what overlapping readings say, and looks
 * for the places where the writer seems to change.
 */
export function deepReading(context: ScoringContext): DeepReading {
  const readings = scales.map((tokens) => windowLogits(context, tokens));
  const windows = context.reading.sentences.map(
    (_, index) => readings.reduce((sum, reading) => sum + (reading[index] ?? 0), 0) / scales.length,
  );
  return {
    windows,
    document: (documentScore(context).combined + shiftedDocument(context)) / 2,
    paragraphs: paragraphReadings(context),
    changes: changePoints(context.reading.sentences, windows),
  };
}

/** The document again, cut into other stretches: a score must not hang on where a cut falls. */
function shiftedDocument(context: ScoringContext): number {
  const { sentences } = context.reading;
  const half = Math.ceil(sentences.length / 2);
  const parts = [sentences.slice(0, half), sentences.slice(half)].filter((part) => part.length > 0);
  const scores = parts.map((part) => ({
    score: documentScore({ ...context, reading: { ...context.reading, sentences: part } }).combined,
    tokens: (part.at(-1)?.to ?? 0) - (part[0]?.from ?? 0),
  }));
  const tokens = scores.reduce((sum, part) => sum + part.tokens, 0);
  return scores.reduce((sum, part) => sum + part.score * part.tokens, 0) / Math.max(1, tokens);
}

function paragraphReadings(context: ScoringContext): ParagraphReading[] {
  const { text, sentences } = context.reading;
  let next = 0;
  return paragraphs(text).flatMap((paragraph) => {
    const inside: SentenceRange[] = [];
    for (
      let current = sentences[next];
      current && current.start < paragraph.end;
      current = sentences[next]
    ) {
      inside.push(current);
      next += 1;
    }
    const reading = inside.length === 0 ? undefined : stretchScore(context, inside);
    return reading === undefined || reading.tokens < leastParagraphTokens
      ? []
      : [{ ...paragraph, ...paragraphFigures(reading) }];
  });
}

function paragraphFigures(reading: StretchScore): Omit<ParagraphReading, 'start' | 'end'> {
  return {
    chance: probability(reading.combined),
    style: probability(reading.style),
    words: Math.round(Math.exp(reading.figures.at(-1) ?? 0)),
  };
}

/** Binary segmentation on the means of the window logits (Scott and Knott 1974), at most three levels deep. */
function changePoints(
  sentences: readonly SentenceRange[],
  windows: readonly number[],
  depth = 3,
): ChangePoint[] {
  const best = strongestSplit(windows);
  if (depth === 0 || best === undefined) return [];
  const { at, strength, toAi } = best;
  return [
    ...changePoints(sentences.slice(0, at), windows.slice(0, at), depth - 1),
    { start: sentences[at]?.start ?? 0, toAi, strength },
    ...changePoints(sentences.slice(at), windows.slice(at), depth - 1),
  ];
}

interface Split {
  readonly at: number;
  readonly strength: number;
  readonly toAi: boolean;
}

const leastPart = 3;

function strongestSplit(windows: readonly number[]): Split | undefined {
  const total = windows.reduce((sum, value) => sum + value, 0);
  let left = 0;
  let best: (Split & { readonly gain: number }) | undefined;
  windows.forEach((value, index) => {
    left += value;
    const size = index + 1;
    const rest = windows.length - size;
    if (size < leastPart || rest < leastPart) return;
    const before = left / size;
    const after = (total - left) / rest;
    const strength = Math.abs(after - before);
    const gain = (strength * strength * size * rest) / windows.length;
    const crosses = before * after < 0;
    if (!crosses || strength < leastChange || gain <= (best?.gain ?? 0)) return;
    best = { at: size, strength, toAi: after > before, gain };
  });
  return best;
}
