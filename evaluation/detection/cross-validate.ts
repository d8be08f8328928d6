import { rangeScorer } from '../../domain/text/detection/experts.ts';
import type { DetectionModel, Expert, StyleNetwork } from '../../domain/text/detection/model.ts';
import { rangeOf } from '../../domain/text/detection/reading.ts';
import { standardised, styleLogit, unlikeness } from '../../domain/text/detection/style-network.ts';
import { balancedWeights, isRecent } from './balance.ts';
import type { HeldOutCrop } from './fit-calibration.ts';
import { seededRandom } from './random.ts';
import type { Sample } from './samples.ts';
import { type ExpertSettings, trainExpert } from './train-expert.ts';
import { trainStyle } from './train-style.ts';

export interface Learned {
  readonly experts: readonly Expert[];
  readonly style: StyleNetwork;
}

type Norms = DetectionModel['norms'];

export const earlierSettings: ExpertSettings = {
  id: 'earlier_assistants',
  steps: 200_000,
  rate: 0.1,
  smoothing: 0.1,
};
export const recentSettings: ExpertSettings = {
  id: 'recent_assistants',
  steps: 80_000,
  rate: 0.05,
  smoothing: 0.1,
};

/**
 * One expert for the assistants of 2022 to 2024 and one for those of 2026, each against all human texts:
 * they differ from people in opposite directions, and one line through both would miss the smaller group.
 */
export function learn(samples: readonly Sample[], norms: Norms, seed: number): Learned {
  const earlier = samples.filter((sample) => !isRecent(sample));
  const recent = samples.filter((sample) => !sample.isAi || isRecent(sample));
  return {
    experts: [
      trainExpert(
        {
          samples: earlier,
          weights: balancedWeights(earlier, { oneSided: 0.3, recent: 3 }),
          random: seededRandom(seed),
        },
        earlierSettings,
      ),
      trainExpert(
        {
          samples: recent,
          weights: balancedWeights(recent, { oneSided: 0.1, recent: 3 }),
          random: seededRandom(seed + 1),
        },
        recentSettings,
      ),
    ],
    style: learnStyle(samples, norms, seed),
  };
}

function learnStyle(samples: readonly Sample[], norms: Norms, seed: number): StyleNetwork {
  const weights = balancedWeights(samples, { oneSided: 0.1, recent: 3 });
  const rows = samples.flatMap((sample, index) =>
    sample.crops.slice(1).map((crop) => ({
      input: standardised(crop.figures, norms[sample.reading.language]),
      isAi: sample.isAi,
      weight: (weights[index] ?? 0) / sample.crops.length,
    })),
  );
  return trainStyle(
    {
      inputs: rows.map((row) => row.input),
      isAi: rows.map((row) => row.isAi),
      weights: Float64Array.from(rows, (row) => row.weight),
    },
    seededRandom(seed + 2),
  );
}

export interface CrossValidation {
  /** The fold that each sample was left out in. */
  readonly folds: readonly number[];
  /** What was learned without each fold. */
  readonly learned: readonly Learned[];
  readonly crops: readonly HeldOutCrop[];
}

export function crossValidate(
  samples: readonly Sample[],
  { norms, folds }: { readonly norms: Norms; readonly folds: readonly number[] },
  report: (message: string) => void,
): CrossValidation {
  const foldCount = Math.max(...new Set(folds)) + 1;
  const weights = balancedWeights(samples, { oneSided: 0.3, recent: 3 });
  const learned: Learned[] = [];
  const crops: HeldOutCrop[] = [];
  for (let fold = 0; fold < foldCount; fold++) {
    const model = learn(
      samples.filter((_, index) => folds[index] !== fold),
      norms,
      100 + fold,
    );
    learned.push(model);
    samples.forEach((sample, index) => {
      if (folds[index] === fold)
        crops.push(...heldOutCrops(sample, { model, norms, weight: weights[index] ?? 0 }));
    });
    report(`fold ${fold + 1} of ${foldCount}`);
  }
  return { folds, learned, crops };
}

interface HeldOut {
  readonly model: Learned;
  readonly norms: Norms;
  readonly weight: number;
}

function heldOutCrops(sample: Sample, { model, norms, weight }: HeldOut): HeldOutCrop[] {
  const scorer = rangeScorer(model.experts, sample.reading.ngrams);
  return sample.crops.map((crop) => {
    const inputs = standardised(crop.figures, norms[sample.reading.language]);
    return {
      target: crop.target,
      experts: scorer(rangeOf(crop.sentences)),
      unlikeness: unlikeness(inputs),
      language: sample.language,
      style: styleLogit(model.style, inputs),
      isAi: sample.isAi,
      expert: isRecent(sample) ? 1 : 0,
      weight,
    };
  });
}
