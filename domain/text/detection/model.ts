import type { VerdictThresholds } from '../../checks/verdict.ts';
import type { UiLanguage } from '../ui-language.ts';

/** A linear reader of hashed n-grams: `scale * sum(weights of distinct features) / sqrt(features) + bias`. */
export interface Expert {
  readonly id: 'earlier_assistants' | 'recent_assistants';
  /** One signed byte a bucket. */
  readonly weights: Int8Array;
  readonly scale: number;
  readonly bias: number;
}

/** A small neural network over style figures: one hidden layer with tanh, one output (a logit). */
export interface StyleNetwork {
  /** Hidden units x (figures + 1), bias last. */
  readonly hidden: readonly (readonly number[])[];
  /** Output weights of the hidden units, bias last. */
  readonly output: readonly number[];
}

/** What human prose of a language usually shows in one style figure. */
export interface StyleNorm {
  readonly mean: number;
  readonly deviation: number;
  /** Tenth and ninetieth percentile. */
  readonly low: number;
  readonly high: number;
}

/** Straight lines from raw scores to logits at one length; between two lengths they are interpolated. */
export interface CalibrationPoint {
  readonly tokens: number;
  /** Slope and intercept per expert, in the order of `experts`. */
  readonly experts: readonly (readonly [slope: number, intercept: number])[];
  readonly style: readonly [slope: number, intercept: number];
  /** Weight of the combined experts, weight of style, intercept. */
  readonly combined: readonly [experts: number, style: number, intercept: number];
  /** Slope and intercept of the joined experts without style, for windows too short to have one. */
  readonly alone: readonly [slope: number, intercept: number];
}

export interface SentenceChain {
  /** Chance that the writer changes from one sentence to the next. */
  readonly change: number;
  /** How much of a window's logit counts: neighbouring windows overlap. */
  readonly damping: number;
  /** How much of the whole text's logit counts for each sentence. */
  readonly prior: number;
}

/** Everything that was learned; see models/detection/MODEL_CARD.md. */
export interface DetectionModel {
  readonly version: string;
  readonly experts: readonly Expert[];
  readonly style: StyleNetwork;
  readonly norms: Readonly<Record<UiLanguage, readonly StyleNorm[]>>;
  readonly calibration: readonly CalibrationPoint[];
  readonly chain: SentenceChain;
  readonly thresholds: Readonly<Record<UiLanguage, VerdictThresholds>>;
  /** How far from usual prose of its language a text may be. */
  readonly unlikenessLimit: Readonly<Record<UiLanguage, number>>;
}
