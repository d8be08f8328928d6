import type { Seed } from './seeds.ts';

/**
 * Seeds that follow each other without a gap at the same distance in both texts: stretches copied word
 * for word, whatever else matches around them.
 *
 * @returns groups, each ascending by `firstWord`
 */
export function uneditedRuns(seeds: readonly Seed[]): Seed[][] {
  const alongDiagonals = seeds
    .filter((seed) => seed.kind !== 'sentence')
    .sort((one, other) => shift(one) - shift(other) || one.firstWord - other.firstWord);
  const runs: Seed[][] = [];
  let reached = 0;
  let diagonal: number | null = null;
  for (const seed of alongDiagonals) {
    const goesOn = shift(seed) === diagonal && seed.firstWord <= reached;
    if (goesOn) runs.at(-1)?.push(seed);
    else runs.push([seed]);
    reached = goesOn ? Math.max(reached, seed.endWord) : seed.endWord;
    diagonal = shift(seed);
  }
  return runs;
}

function shift(seed: Seed): number {
  return seed.sourceWord - seed.firstWord;
}
