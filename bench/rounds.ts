/** One figure of one side of a comparison. */
export type Measure = () => Promise<number>;

export interface Comparison {
  readonly ours: number;
  readonly peer: number;
  /** Median of the rounds' own ratios, not ratio of the medians: the machine drifts between rounds. */
  readonly ratio: number;
  readonly ratios: readonly number[];
}

/** Measures both sides in turn, so that a noisy machine is noisy for both, and takes medians. */
export async function interleaved(
  sides: { readonly ours: Measure; readonly peer: Measure },
  rounds: number,
): Promise<Comparison> {
  const ours: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // Who goes first changes, because the second may find a warmer machine.
    const order = round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const);
    for (const side of order) (side === 'ours' ? ours : peer).push(await sides[side]());
  }
  const ratios = ours.map((value, round) => value / (peer[round] ?? Number.NaN));
  return { ours: median(ours), peer: median(peer), ratio: median(ratios), ratios };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
