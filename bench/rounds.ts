/** One figure of one side of a comparison. */
export type Measure = () => Promise<number>;

/** A side of a comparison by its name. */
export interface Side {
  readonly name: string;
  readonly measure: Measure;
}

export interface Comparison {
  readonly ours: number;
  readonly peer: number;
  /** Median of the rounds' own ratios, not ratio of the medians: the machine drifts between rounds. */
  readonly ratio: number;
  readonly ratios: readonly number[];
}

/** The figures of each side, one a round. */
export type Figures = ReadonlyMap<string, readonly number[]>;

/**
 * Measures all sides in turn, round after round, so that a noisy machine is noisy for all of them. Who
 * goes first changes, because the later ones may find a warmer machine.
 */
export async function inRounds(sides: readonly Side[], rounds: number): Promise<Figures> {
  const figures = new Map<string, number[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? sides : sides.toReversed();
    for (const { name, measure } of order) figures.get(name)?.push(await measure());
  }
  return figures;
}

/** Two sides of the same rounds. @throws when one of them was not measured */
export function compared(
  figures: Figures,
  names: { readonly ours: string; readonly peer: string },
): Comparison {
  const ours = figuresOf(figures, names.ours);
  const peer = figuresOf(figures, names.peer);
  const ratios = ours.map((value, round) => value / (peer[round] ?? Number.NaN));
  return { ours: median(ours), peer: median(peer), ratio: median(ratios), ratios };
}

export function figuresOf(figures: Figures, name: string): readonly number[] {
  const found = figures.get(name);
  if (found === undefined) throw new RangeError(`${name} was not measured`);
  return found;
}

/** Two sides in turn, and their medians. */
export async function interleaved(
  sides: { readonly ours: Measure; readonly peer: Measure },
  rounds: number,
): Promise<Comparison> {
  const both = [
    { name: 'ours', measure: sides.ours },
    { name: 'peer', measure: sides.peer },
  ];
  return compared(await inRounds(both, rounds), { ours: 'ours', peer: 'peer' });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
