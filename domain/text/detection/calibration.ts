import type { CalibrationPoint } from './model.ts';

export interface RawReading {
  readonly experts: readonly number[];
  readonly style: number;
  readonly tokens: number;
}

export interface CalibratedReading {
  /** Logits: above 0 speaks for AI. */
  readonly experts: readonly number[];
  readonly style: number;
  readonly combined: number;
  /** The experts without style. */
  readonly alone: number;
}

/**
 * From raw scores to logits that mean what they say on sources left out of training (Platt scaling per
 * length). A text is AI when it reads like any of the assistants, so the experts are joined by their
 * stronger voice (log-sum-exp), and style is weighed in.
 */
export function calibrated(
  points: readonly CalibrationPoint[],
  raw: RawReading,
): CalibratedReading {
  const point = pointAt(points, raw.tokens);
  const experts = raw.experts.map((score, index) => line(point.experts[index] ?? [0, 0], score));
  const style = line(point.style, raw.style);
  const [expertWeight, styleWeight, intercept] = point.combined;
  const joined = strongest(experts);
  const combined = expertWeight * joined + styleWeight * style + intercept;
  return { experts, style, combined, alone: line(point.alone, joined) };
}

/** Smooth maximum. */
export function strongest(logits: readonly number[]): number {
  const largest = Math.max(...logits);
  return largest + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - largest), 0));
}

export function probability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

function line([slope, intercept]: readonly [number, number], value: number): number {
  return slope * value + intercept;
}

/** Linear in the logarithm of the length, constant outside the measured lengths. */
function pointAt(points: readonly CalibrationPoint[], tokens: number): CalibrationPoint {
  const above = points.findIndex((point) => point.tokens >= tokens);
  const right = points[above] ?? points.at(-1);
  const left = above > 0 ? points[above - 1] : right;
  if (left === undefined || right === undefined) {
    throw new RangeError('a detection model needs at least one calibration point');
  }
  if (left === right) return right;
  const share = Math.log(tokens / left.tokens) / Math.log(right.tokens / left.tokens);
  return {
    tokens,
    experts: left.experts.map((pair, index) => mixPair(pair, right.experts[index] ?? pair, share)),
    style: mixPair(left.style, right.style, share),
    combined: [
      mix([left.combined[0], right.combined[0]], share),
      mix([left.combined[1], right.combined[1]], share),
      mix([left.combined[2], right.combined[2]], share),
    ],
    alone: mixPair(left.alone, right.alone, share),
  };
}

type Pair = readonly [number, number];

function mixPair(left: Pair, right: Pair, share: number): Pair {
  return [mix([left[0], right[0]], share), mix([left[1], right[1]], share)];
}

function mix([left, right]: Pair, share: number): number {
  return left + share * (right - left);
}
