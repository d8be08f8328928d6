import { clusterSeeds } from './clusters.ts';
import { resolveOverlaps } from './overlaps.ts';
import { type Passage, toPassage, wordsUnder } from './passage.ts';
import { type Seed, type Sides, sharedSeeds } from './seeds.ts';

/** When a cluster of seeds counts as a match. Lengths in words unless the name says otherwise. */
export interface PassageRule {
  /** Widest step between neighbouring seeds in either text. */
  readonly gap: number;
  /**
   * Where seeds stand close together, a step that is this many times wider than usual there ends the
   * passage too, so that own words between two copied paragraphs are not held against anybody; but no
   * step below `minimumGap` does.
   */
  readonly gapSteps: number;
  readonly minimumGap: number;
  /** Different seeds. */
  readonly minimumPhrases: number;
  readonly minimumCovered: number;
  readonly minimumCharacters: number;
  /** The same where fewer than `minimumCovered` words stand under shared phrases. */
  readonly minimumUnsharedCharacters: number;
  /** Least share of the stretch that stands under seeds. */
  readonly minimumDensity: number;
}

/** Chosen on one half of the development pairs; evaluation/plagiarism reports the other half. */
export const fingerprintRule: PassageRule = {
  gap: 100,
  gapSteps: 20,
  minimumGap: 40,
  minimumPhrases: 2,
  minimumCovered: 12,
  minimumCharacters: 60,
  minimumUnsharedCharacters: 60,
  minimumDensity: 0.08,
};

/** The stretches of a submission that one source holds too, found from fingerprints alone. */
export function matchPassages(sides: Sides, rule: PassageRule = fingerprintRule): Passage[] {
  return passagesFrom(sharedSeeds(sides), rule);
}

/** The stretches that seeds, ascending by `firstWord`, make up under a rule. */
export function passagesFrom(seeds: readonly Seed[], rule: PassageRule): Passage[] {
  const found = clusterSeeds(seeds, rule.gap)
    .flatMap((wide) => clusterSeeds(wide, tightGap(wide, rule)))
    .map(toPassage)
    .filter((passage) => isMatch(passage, rule));
  return resolveOverlaps(found);
}

function tightGap(seeds: readonly Seed[], rule: PassageRule): number {
  const { firstWord, endWord } = toPassage(seeds);
  const places = new Set(seeds.map((seed) => seed.firstWord)).size;
  const usualStep = (endWord - firstWord) / places;
  return Math.min(rule.gap, Math.max(rule.minimumGap, rule.gapSteps * usualStep));
}

function isMatch(passage: Passage, rule: PassageRule): boolean {
  const characters = passage.end - passage.start;
  return (
    passage.coveredWords >= rule.minimumCovered &&
    passage.coveredWords >= rule.minimumDensity * (passage.endWord - passage.firstWord) &&
    new Set(passage.seeds.map((seed) => seed.hash)).size >= rule.minimumPhrases &&
    characters >= rule.minimumCharacters &&
    (characters >= rule.minimumUnsharedCharacters || isShared(passage, rule))
  );
}

function isShared({ seeds }: Passage, rule: PassageRule): boolean {
  const shared = seeds.filter((seed) => seed.kind !== 'sentence');
  return wordsUnder(shared) >= rule.minimumCovered;
}
