import { clusterSeeds } from './clusters.ts';
import { winnowWindow } from './families.ts';
import { resolveOverlaps } from './overlaps.ts';
import { type Passage, sourceCharactersUnder, toPassage, wordsUnder } from './passage.ts';
import { type Seed, type Sides, sharedSeeds } from './seeds.ts';
import { uneditedRuns } from './unedited-runs.ts';

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
  /** Different seeds where they fill half of the stretch, and where they are scattered over it. */
  readonly minimumPhrases: number;
  readonly minimumScattered: number;
  readonly minimumCovered: number;
  readonly minimumCharacters: number;
  /** The same where fewer than `minimumCovered` words stand under shared phrases. */
  readonly minimumUnsharedCharacters: number;
  /** Least share of the stretch that stands under seeds, in both texts. */
  readonly minimumDensity: number;
  /** Least length of the shorter side to the longer: one phrase that recurs in one text is no passage. */
  readonly minimumBalance: number;
}

/** Chosen on one half of the development pairs; evaluation/plagiarism reports the other half. */
export const fingerprintRule: PassageRule = {
  gap: 100,
  gapSteps: 20,
  minimumGap: 40,
  minimumPhrases: 2,
  minimumScattered: 4,
  minimumCovered: 12,
  minimumCharacters: 60,
  minimumUnsharedCharacters: 60,
  minimumDensity: 0.15,
  minimumBalance: 0.4,
};

/** The stretches of a submission that one source holds too, found from fingerprints alone. */
export function matchPassages(sides: Sides, rule: PassageRule = fingerprintRule): Passage[] {
  return passagesFrom(sharedSeeds(sides), rule);
}

/** The stretches that seeds, ascending by `firstWord`, make up under a rule. */
export function passagesFrom(seeds: readonly Seed[], rule: PassageRule): Passage[] {
  const found = clusterSeeds(seeds, rule.gap)
    .flatMap((wide) => clusterSeeds(wide, tightGap(wide, rule)))
    .flatMap((group) => matchesIn(group, rule));
  return resolveOverlaps(found);
}

/** The whole group if it is a match, else what was copied word for word within it. */
function matchesIn(seeds: readonly Seed[], rule: PassageRule): Passage[] {
  const whole = toPassage(seeds);
  if (isMatch(whole, rule)) return [whole];
  return uneditedRuns(seeds)
    .map(toPassage)
    .filter((run) => isMatch(run, { ...rule, minimumCovered: rule.minimumCovered - openWords }));
}

/**
 * Of the words that winnowing leaves open at the ends of a copied run (at most three on either side) half
 * on average: they were copied too, though no shared fingerprint says so.
 */
const openWords = winnowWindow - 1;

function tightGap(seeds: readonly Seed[], rule: PassageRule): number {
  const { firstWord, endWord } = toPassage(seeds);
  const places = new Set(seeds.map((seed) => seed.firstWord)).size;
  const usualStep = (endWord - firstWord) / places;
  return Math.min(rule.gap, Math.max(rule.minimumGap, rule.gapSteps * usualStep));
}

function isMatch(passage: Passage, rule: PassageRule): boolean {
  const { coveredWords, seeds } = passage;
  const density = coveredWords / (passage.endWord - passage.firstWord);
  const phrases = new Set(seeds.map((seed) => seed.hash)).size;
  return (
    coveredWords >= rule.minimumCovered &&
    density >= rule.minimumDensity &&
    phrases >= (density >= 0.5 ? rule.minimumPhrases : rule.minimumScattered) &&
    isLongEnough(passage, rule) &&
    isBalanced(passage, rule)
  );
}

function isLongEnough(passage: Passage, rule: PassageRule): boolean {
  const characters = passage.end - passage.start;
  if (characters < rule.minimumCharacters) return false;
  return characters >= rule.minimumUnsharedCharacters || isShared(passage, rule);
}

function isBalanced(passage: Passage, rule: PassageRule): boolean {
  const length = passage.end - passage.start;
  const sourceLength = passage.sourceEnd - passage.sourceStart;
  return (
    Math.min(length, sourceLength) >= rule.minimumBalance * Math.max(length, sourceLength) &&
    sourceCharactersUnder(passage.seeds) >= rule.minimumDensity * sourceLength
  );
}

function isShared({ seeds }: Passage, rule: PassageRule): boolean {
  const shared = seeds.filter((seed) => seed.kind !== 'sentence');
  return wordsUnder(shared) >= rule.minimumCovered;
}
