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
  const strip = (word: number): number => Math.floor((word * 4) / gap);
  seeds.forEach((seed, at) => {
    const near = { from: strip(seed.sourceWord - gap), to: strip(seed.sourceEndWord + gap) };
    for (let place = near.from; place <= near.to; place += 1) {
      const other = latest.get(place);
      const before = other === undefined ? undefined : seeds[other];
      if (other === undefined || before === undefined || !isNear(seed, before, gap)) continue;
      join(parents, { one: at, other });
    }
    const own = { from: strip(seed.sourceWord), to: strip(seed.sourceEndWord) };
    for (let place = own.from; place <= own.to; place += 1) latest.set(place, at);
  });
  return groups(seeds, parents);
}

/** Words between two seeds, below 0 when they overlap. */
function isNear(one: Seed, other: Seed, gap: number): boolean {
  return (
    one.firstWord - other.endWord <= gap &&
    other.firstWord - one.endWord <= gap &&
    one.sourceWord - other.sourceEndWord <= gap &&
    other.sourceWord - one.sourceEndWord <= gap
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
