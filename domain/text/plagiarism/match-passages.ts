import { clusterSeeds } from './clusters.ts';
import { resolveOverlaps } from './overlaps.ts';
import { type Passage, toPassage } from './passage.ts';
import { type Seed, type Sides, sharedSeeds } from './seeds.ts';

/** When a cluster of seeds counts as a match. Lengths in words unless the name says otherwise. */
export interface PassageRule {
  /** Widest step between neighbouring seeds in either text. */
  readonly gap: number;
  readonly minimumPhrases: number;
  readonly minimumCovered: number;
  readonly minimumCharacters: number;
  /** Least share of the stretch that stands under seeds. */
  readonly minimumDensity: number;
}

/** Parameters chosen on one half of the development pairs; evaluation/plagiarism reports the other. */
export const fingerprintRule: PassageRule = {
  gap: 80,
  minimumPhrases: 2,
  minimumCovered: 12,
  minimumCharacters: 60,
  minimumDensity: 0.08,
};

/** The stretches of a submission that one source holds too, found from fingerprints alone. */
export function matchPassages(sides: Sides, rule: PassageRule = fingerprintRule): Passage[] {
  return passagesFrom(sharedSeeds(sides), rule);
}

/** The stretches that seeds, ascending by `firstWord`, make up under a rule. */
export function passagesFrom(seeds: readonly Seed[], rule: PassageRule): Passage[] {
  const found = clusterSeeds(seeds, rule.gap)
    .map(toPassage)
    .filter((passage) => isMatch(passage, rule));
  return resolveOverlaps(found);
}

function isMatch(passage: Passage, rule: PassageRule): boolean {
  return (
    new Set(passage.seeds.map((seed) => seed.hash)).size >= rule.minimumPhrases &&
    passage.coveredWords >= rule.minimumCovered &&
    passage.end - passage.start >= rule.minimumCharacters &&
    passage.coveredWords >= rule.minimumDensity * (passage.endWord - passage.firstWord)
  );
}
