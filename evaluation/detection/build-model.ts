import { probability } from '../../domain/text/detection/calibration.ts';
import { documentScore } from '../../domain/text/detection/document-score.ts';
import { rangeScorer } from '../../domain/text/detection/experts.ts';
import type { DetectionModel } from '../../domain/text/detection/model.ts';
import type { UiLanguage } from '../../domain/text/ui-language.ts';
import { type CrossValidation, crossValidate, learn } from './cross-validate.ts';
import { fitCalibration } from './fit-calibration.ts';
import { fitThresholds, type ScoredText } from './fit-thresholds.ts';
import { genreFolds, sourceFolds } from './folds.ts';
import { upperQuantile } from './metrics.ts';
import { mixedDocuments } from './mixed-documents.ts';
import { styleNorms } from './norms.ts';
import type { Sample } from './samples.ts';
import { fitChain, type SentenceData, sentenceData } from './sentence-data.ts';

export const modelVersion = 'assay-detection/1';

/** What was learned without each fold, with everything fitted on top: for measuring on what was left out. */
export interface CrossValidated {
  readonly folds: readonly number[];
  readonly modelOf: (fold: number) => DetectionModel;
  readonly sentences: readonly SentenceData[];
}

type Report = (message: string) => void;

/** Leaves out whole sources and fits everything that is fitted on left-out texts. */
export function crossValidated(samples: readonly Sample[], report: Report): CrossValidated {
  const norms = styleNorms(samples);
  const folds = sourceFolds(samples);
  const validation = crossValidate(samples, { norms, folds }, report);
  const fitted = fittedSettings(samples, { norms, validation });
  report('calibration, sentence chain and thresholds fitted');
  return {
    folds: validation.folds,
    modelOf: (fold) => modelOf(fold, validation, fitted.settings),
    sentences: fitted.sentences,
  };
}

/** Leaves out whole genres and keeps what was fitted on sources: how the model that ships meets a new genre. */
export function genreValidated(
  samples: readonly Sample[],
  shipped: DetectionModel,
  report: Report,
): CrossValidated {
  const folds = genreFolds(samples);
  const validation = crossValidate(samples, { norms: shipped.norms, folds }, report);
  const modelOfFold = (fold: number): DetectionModel => modelOf(fold, validation, shipped);
  return { folds, modelOf: modelOfFold, sentences: sentenceSets(samples, modelOfFold, folds) };
}

/** The model to ship: everything learned from all texts, everything fitted on texts left out. */
export function finalModel(samples: readonly Sample[], validated: CrossValidated): DetectionModel {
  const fitted = validated.modelOf(0);
  return { ...fitted, ...learn(samples, fitted.norms, 1) };
}

type Settings = Omit<DetectionModel, 'experts' | 'style'>;

interface FitInput {
  readonly norms: DetectionModel['norms'];
  readonly validation: CrossValidation;
}

function fittedSettings(
  samples: readonly Sample[],
  { norms, validation }: FitInput,
): { readonly settings: Settings; readonly sentences: readonly SentenceData[] } {
  const start: Settings = {
    version: modelVersion,
    norms,
    calibration: fitCalibration(validation.crops),
    chain: { change: 0.05, damping: 0.35, prior: 0.1 },
    thresholds: everyLanguage(() => ({ human: 0.15, likelyHuman: 0.35, likelyAi: 0.9, ai: 0.97 })),
    unlikenessLimit: unlikenessLimits(validation),
  };
  const sentences = sentenceSets(
    samples,
    (fold) => modelOf(fold, validation, start),
    validation.folds,
  );
  const scored = scoredTexts(samples, (fold) => modelOf(fold, validation, start), validation.folds);
  const thresholds = everyLanguage((language) =>
    fitThresholds(scored.filter((text) => text.language === language)),
  );
  return { settings: { ...start, chain: fitChain(sentences), thresholds }, sentences };
}

function modelOf(fold: number, { learned }: CrossValidation, settings: Settings): DetectionModel {
  const parts = learned[fold];
  if (parts === undefined) throw new RangeError(`there is no fold ${fold}`);
  return { ...settings, ...parts };
}

function scoredTexts(
  samples: readonly Sample[],
  model: (fold: number) => DetectionModel,
  folds: readonly number[],
): ScoredText[] {
  return samples.flatMap((sample, index) => {
    if (sample.words < 80) return [];
    const context = contextOf(sample, model(folds[index] ?? 0));
    const chance = probability(documentScore(context).combined);
    return [{ chance, isAi: sample.isAi, language: sample.language, genre: sample.genre }];
  });
}

function contextOf({ reading }: Sample, model: DetectionModel) {
  return { model, reading, scorer: rangeScorer(model.experts, reading.ngrams) };
}

const pureDocuments = 160;

/** Mixed documents and as many of one writer, so that the chain also learns to leave those alone. */
function sentenceSets(
  samples: readonly Sample[],
  model: (fold: number) => DetectionModel,
  folds: readonly number[],
): SentenceData[] {
  const mixed = mixedDocuments(samples, folds).map(({ reading, aiSpans, fold }) =>
    sentenceData(reading, model(fold), {
      kind: 'mixed',
      isAiAt: (offset) => aiSpans.some(({ start, end }) => offset >= start && offset < end),
    }),
  );
  const pure = (['human', 'ai'] as const).flatMap((kind) => {
    const entries = samples
      .map((sample, index) => ({ sample, fold: folds[index] ?? 0 }))
      .filter(({ sample }) => sample.isAi === (kind === 'ai') && sample.words >= 150);
    const step = Math.max(1, Math.floor(entries.length / pureDocuments));
    return entries
      .filter((_, index) => index % step === 0)
      .map(({ sample, fold }) =>
        sentenceData(sample.reading, model(fold), { kind, isAiAt: () => kind === 'ai' }),
      );
  });
  return [...mixed, ...pure];
}

/** Texts by people stay below it, all but one in two hundred. */
function unlikenessLimits({ crops }: CrossValidation): Record<UiLanguage, number> {
  return everyLanguage((language) => {
    const distances = crops
      .filter((crop) => crop.language === language && !crop.isAi && crop.target >= 100)
      .map(({ unlikeness }) => unlikeness);
    return Math.round(upperQuantile(distances, 0.005) * 1050) / 1000;
  });
}

function everyLanguage<Value>(of: (language: UiLanguage) => Value): Record<UiLanguage, Value> {
  return { en: of('en'), pt: of('pt'), es: of('es'), fr: of('fr'), de: of('de'), it: of('it') };
}
