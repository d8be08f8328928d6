import type { DetectionModel, StyleNorm } from '../../../../domain/text/detection/model.ts';
import { bucketCount } from '../../../../domain/text/detection/ngrams.ts';
import { type Reading, readText } from '../../../../domain/text/detection/reading.ts';
import { styleFeatureNames } from '../../../../domain/text/detection/style-features.ts';
import { sentences } from '../../../../domain/text/sentences.ts';
import { words } from '../../../../domain/text/words.ts';

export const machineText =
  'In conclusion, embracing diverse perspectives can foster growth, resilience, and innovation. Moreover, it is important to note that collaboration plays a pivotal role in unlocking potential.';
export const personText =
  'We missed the last bus, so Dad walked us home along the canal. My shoes were full of water and nobody said a word until the kettle boiled.';

export function reading(text: string, language: Reading['language'] = 'en'): Reading {
  return readText({ text, words: words(text), sentences: sentences(text, language), language });
}

/** A model that knows two texts by heart: every feature of one speaks for AI, of the other against. */
export function sampleModel(): DetectionModel {
  const weights = new Int8Array(bucketCount);
  for (const bucket of reading(personText).ngrams.buckets) weights[bucket] = -60;
  for (const bucket of reading(machineText).ngrams.buckets) weights[bucket] = 60;
  const norm: StyleNorm = { mean: 1, deviation: 1, low: 0, high: 2 };
  const norms = styleFeatureNames.map(() => norm);
  const inputs = styleFeatureNames.length + 1;
  const borders = { human: 0.2, likelyHuman: 0.4, likelyAi: 0.7, ai: 0.9 };
  return {
    version: 'sample/1',
    experts: [
      { id: 'earlier_assistants', weights, scale: 0.01, bias: 0 },
      { id: 'recent_assistants', weights: new Int8Array(bucketCount), scale: 0.01, bias: -20 },
    ],
    style: { hidden: [Array.from({ length: inputs }, () => 0)], output: [0, 1] },
    norms: { en: norms, pt: norms, es: norms, fr: norms, de: norms, it: norms },
    calibration: [25, 400].map((tokens) => ({
      tokens,
      experts: [
        [0.5, 0],
        [0.5, 0],
      ],
      style: [1, 0],
      combined: [1, 0, 0],
      alone: [1, 0],
    })),
    chain: { change: 0.05, damping: 0.5, prior: 0.1 },
    thresholds: { en: borders, pt: borders, es: borders, fr: borders, de: borders, it: borders },
    unlikenessLimit: { en: 4, pt: 4, es: 4, fr: 4, de: 4, it: 4 },
  };
}

export function repeated(text: string, times: number): string {
  return Array.from({ length: times }, () => text).join(' ');
}
