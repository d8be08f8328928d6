import type { Expert } from '../../domain/text/detection/model.ts';
import { bucketCount } from '../../domain/text/detection/ngrams.ts';
import type { TokenRange } from '../../domain/text/detection/reading.ts';
import type { Random } from './random.ts';
import type { Sample } from './samples.ts';
import { weightedPicker } from './weighted-picker.ts';

export interface ExpertSettings {
  readonly id: Expert['id'];
  readonly steps: number;
  readonly rate: number;
  /** Labels are taken as this much unsure: keeps easy collections from deciding the weights. */
  readonly smoothing: number;
}

const shortestCrop = 30;
const wholeShare = 0.3;

/**
 * Logistic regression over the distinct n-grams of random crops, by AdaGrad (Duchi et al. 2011), then
 * rounded to one byte a weight.
 */
export function trainExpert(
  {
    samples,
    weights,
    random,
  }: { samples: readonly Sample[]; weights: Float64Array; random: Random },
  settings: ExpertSettings,
): Expert {
  const pick = weightedPicker(weights, random);
  const state = newState();
  for (let step = 1; step <= settings.steps; step++) {
    const sample = samples[pick()];
    if (sample === undefined) continue;
    const features = collect(sample, randomCrop(sample.reading.tokens.count, random), {
      state,
      step,
    });
    if (features > 0) update(state, { features, isAi: sample.isAi, settings });
  }
  return quantised(settings.id, state);
}

interface State {
  readonly weights: Float32Array;
  readonly squares: Float32Array;
  readonly lastStep: Int32Array;
  readonly active: Int32Array;
  bias: number;
  biasSquares: number;
}

function newState(): State {
  return {
    weights: new Float32Array(bucketCount),
    squares: new Float32Array(bucketCount),
    lastStep: new Int32Array(bucketCount),
    active: new Int32Array(bucketCount),
    bias: 0,
    biasSquares: 0,
  };
}

/** Fills `state.active` with the distinct buckets of a range and says how many there are. */
function collect(
  { reading }: Sample,
  { from, to }: TokenRange,
  { state, step }: { state: State; step: number },
): number {
  const { buckets, offsets } = reading.ngrams;
  let features = 0;
  for (let at = offsets[from] ?? 0; at < (offsets[to] ?? 0); at++) {
    const bucket = buckets[at] ?? 0;
    if (state.lastStep[bucket] === step) continue;
    state.lastStep[bucket] = step;
    state.active[features++] = bucket;
  }
  return features;
}

interface Example {
  readonly features: number;
  readonly isAi: boolean;
  readonly settings: ExpertSettings;
}

function update(state: State, { features, isAi, settings }: Example): void {
  const { weights, squares, active } = state;
  const value = 1 / Math.sqrt(features);
  let sum = 0;
  for (let index = 0; index < features; index++) sum += weights[active[index] ?? 0] ?? 0;
  const target = isAi ? 1 - settings.smoothing : settings.smoothing;
  const error = 1 / (1 + Math.exp(-(sum * value + state.bias))) - target;
  const gradient = error * value;
  for (let index = 0; index < features; index++) {
    const bucket = active[index] ?? 0;
    const square = (squares[bucket] ?? 0) + gradient * gradient;
    squares[bucket] = square;
    weights[bucket] =
      (weights[bucket] ?? 0) - (settings.rate * gradient) / Math.sqrt(square + 1e-6);
  }
  state.biasSquares += error * error;
  state.bias -= (0.3 * settings.rate * error) / Math.sqrt(state.biasSquares + 1e-6);
}

function randomCrop(tokens: number, random: Random): TokenRange {
  if (tokens <= shortestCrop || random() < wholeShare) return { from: 0, to: tokens };
  const length = Math.round(shortestCrop * (tokens / shortestCrop) ** random());
  const from = Math.floor(random() * (tokens - length + 1));
  return { from, to: from + length };
}

/** Weights beyond the 99.95th percentile are cut off, so that the small ones keep their differences. */
function quantised(id: Expert['id'], { weights, bias }: State): Expert {
  const sizes = weights
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort();
  const largest = sizes[Math.floor(sizes.length * 0.9995)] ?? 1;
  const scale = largest / 127;
  const bytes = Int8Array.from(weights, (weight) =>
    Math.max(-127, Math.min(127, Math.round(weight / scale))),
  );
  return { id, weights: bytes, scale, bias };
}
