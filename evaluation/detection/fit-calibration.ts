import { strongest } from '../../domain/text/detection/calibration.ts';
import type { CalibrationPoint } from '../../domain/text/detection/model.ts';
import { fitLogistic } from './logistic.ts';
import { cropTokens } from './samples.ts';

/** Raw scores of a crop by a model that never saw its source. */
export interface HeldOutCrop {
  readonly target: number;
  readonly experts: readonly number[];
  readonly style: number;
  readonly isAi: boolean;
  /** Which expert answers for this text when it is AI. */
  readonly expert: number;
  readonly weight: number;
  readonly language: string;
  readonly unlikeness: number;
}

export function fitCalibration(crops: readonly HeldOutCrop[]): CalibrationPoint[] {
  return cropTokens.map((target) =>
    fitPoint(
      target,
      crops.filter((crop) => crop.target === target),
    ),
  );
}

function fitPoint(tokens: number, crops: readonly HeldOutCrop[]): CalibrationPoint {
  const experts = [0, 1].map((expert) =>
    fitLine(
      crops.filter((crop) => !crop.isAi || crop.expert === expert),
      (crop) => crop.experts[expert] ?? 0,
    ),
  );
  const style = fitLine(crops, (crop) => crop.style);
  const joined = (crop: HeldOutCrop): number =>
    strongest(crop.experts.map((raw, index) => apply(experts[index] ?? [1, 0], raw)));
  const [expertWeight = 1, styleWeight = 0, intercept = 0] = regression(crops, (crop) => [
    joined(crop),
    apply(style, crop.style),
  ]);
  return {
    tokens,
    experts: experts.map(rounded),
    style: rounded(style),
    combined: [round(expertWeight), round(Math.max(0, styleWeight)), round(intercept)],
    alone: rounded(fitLine(crops, joined)),
  };
}

type Line = readonly [slope: number, intercept: number];

/** Never falling: a higher raw score must not mean a lower chance because a length has few texts. */
function fitLine(crops: readonly HeldOutCrop[], of: (crop: HeldOutCrop) => number): Line {
  const [slope = 1, intercept = 0] = regression(crops, (crop) => [of(crop)]);
  return [Math.max(0.05, slope), intercept];
}

function regression(crops: readonly HeldOutCrop[], of: (crop: HeldOutCrop) => number[]): number[] {
  const human = weightOf(crops.filter((crop) => !crop.isAi));
  const ai = weightOf(crops.filter((crop) => crop.isAi));
  return fitLogistic({
    inputs: crops.map(of),
    isAi: crops.map((crop) => crop.isAi),
    weights: crops.map((crop) => crop.weight / (crop.isAi ? ai : human)),
  });
}

function weightOf(crops: readonly HeldOutCrop[]): number {
  return crops.reduce((sum, crop) => sum + crop.weight, 0) || 1;
}

function apply([slope, intercept]: Line, value: number): number {
  return slope * value + intercept;
}

function rounded([slope, intercept]: Line): Line {
  return [round(slope), round(intercept)];
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
