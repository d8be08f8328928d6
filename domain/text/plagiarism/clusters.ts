import type { Seed } from './seeds.ts';

/**
 * Groups seeds that chain to each other with steps of at most `gap` words in both texts (single link).
 * Linear: instead of all neighbours only the latest seed of each strip of a quarter gap is looked at, so
 * a step counts as too wide, at the earliest from three quarters of the gap on, when an earlier seed of
 * the same strip stood nearer.
 *
 * @param seeds ascending by `firstWord`
 * @returns seeds in the given order within a group; groups in the order of their first seed
 */
export function clusterSeeds(seeds: readonly Seed[], gap: number): Seed[][] {
  const parents = seeds.map((_, at) => at);
  const latest = new Map<number, number>();
  seeds.forEach((seed, at) => {
    const strip = Math.floor((seed.sourceWord * 4) / gap);
    for (let near = strip - 4; near <= strip + 4; near += 1) {
      const other = latest.get(near);
      const before = other === undefined ? undefined : seeds[other];
      if (other === undefined || before === undefined || !isNear(seed, before, gap)) continue;
      join(parents, { one: at, other });
    }
    latest.set(strip, at);
  });
  return groups(seeds, parents);
}

function isNear(one: Seed, other: Seed, gap: number): boolean {
  return (
    Math.abs(one.firstWord - other.firstWord) <= gap &&
    Math.abs(one.sourceWord - other.sourceWord) <= gap
  );
}

function root(parents: number[], of: number): number {
  let at = of;
  for (let up = parents[at] ?? at; up !== at; up = parents[at] ?? at) {
    parents[at] = parents[up] ?? up;
    at = up;
  }
  return at;
}

function join(parents: number[], pair: { one: number; other: number }): void {
  const one = root(parents, pair.one);
  const other = root(parents, pair.other);
  parents[Math.max(one, other)] = Math.min(one, other);
}

function groups(seeds: readonly Seed[], parents: number[]): Seed[][] {
  const found = new Map<number, Seed[]>();
  seeds.forEach((seed, at) => {
    const first = root(parents, at);
    const members = found.get(first);
    if (members === undefined) found.set(first, [seed]);
    else members.push(seed);
  });
  return [...found.values()];
}
