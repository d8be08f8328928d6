import { fingerprintTokens } from './fingerprints.ts';
import { type PassageRule, passagesFrom } from './match-passages.ts';
import type { Passage } from './passage.ts';
import { type Seed, sharedSeeds } from './seeds.ts';
import { sentenceSeeds } from './sentence-seeds.ts';
import { sipHash } from './sip-hash.ts';
import { tokens } from './tokens.ts';

/** Like the rule for fingerprints, but sentences that are merely alike must make up a paragraph's worth. */
export const sentenceRule: PassageRule = {
  gap: 80,
  gapSteps: 20,
  minimumGap: 40,
  minimumPhrases: 1,
  minimumScattered: 4,
  minimumCovered: 12,
  minimumCharacters: 60,
  minimumUnsharedCharacters: 150,
  minimumDensity: 0.15,
  minimumBalance: 0.4,
};

/**
 * The stretches of a text that a source holds too, when the source's words are at hand: shared
 * fingerprints, and sentences that say much the same, together.
 *
 * @returns ascending, not overlapping; UTF-16 offsets, end exclusive
 */
export function alignTexts(
  texts: { readonly submitted: string; readonly source: string },
  rule: PassageRule = sentenceRule,
): Passage[] {
  const submitted = { text: texts.submitted, tokens: tokens(texts.submitted) };
  const source = { text: texts.source, tokens: tokens(texts.source) };
  const fingerprintSeeds = sharedSeeds({
    submitted: fingerprintTokens(submitted.tokens, openHash),
    source: fingerprintTokens(source.tokens, openHash),
    words: submitted.tokens,
  });
  const seeds = [...fingerprintSeeds, ...sentenceSeeds({ submitted, source })];
  return passagesFrom(seeds.sort(byFirstWord), rule);
}

/** Both texts are here and nothing is stored, so there is nothing to keep secret. */
const openHash = sipHash(new Uint8Array(16));

function byFirstWord(one: Seed, other: Seed): number {
  return one.firstWord - other.firstWord;
}
