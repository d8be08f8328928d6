import type { DetectionModel, StyleNorm } from '../../domain/text/detection/model.ts';
import { styleFeatureNames } from '../../domain/text/detection/style-features.ts';
import type { UiLanguage, uiLanguages } from '../../domain/text/ui-language.ts';
import type { Sample } from './samples.ts';

/** What human texts of each language show, over crops of 100 tokens and more. */
export function styleNorms(samples: readonly Sample[]): DetectionModel['norms'] {
  const normsOf = (language: UiLanguage): StyleNorm[] => {
    const rows = samples
      .filter((sample) => !sample.isAi && sample.language === language)
      .flatMap((sample) => sample.crops.filter((crop) => crop.target >= 100))
      .map((crop) => crop.figures);
    return styleFeatureNames.map((_, index) => norm(rows.map((row) => row[index] ?? 0)));
  };
  return {
    en: normsOf('en'),
    pt: normsOf('pt'),
    es: normsOf('es'),
    fr: normsOf('fr'),
    de: normsOf('de'),
    it: normsOf('it'),
  } satisfies Record<(typeof uiLanguages)[number], StyleNorm[]>;
}

function norm(values: readonly number[]): StyleNorm {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const variance =
    values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  return {
    mean: round(mean),
    // A figure that nobody varies must not divide by nothing.
    deviation: round(Math.max(0.02 * Math.abs(mean), Math.sqrt(variance), 0.001)),
    low: round(at(0.1)),
    high: round(at(0.9)),
  };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
