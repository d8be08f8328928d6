/** Chance that a random AI text scores above a random human text, ties half. */
export function auroc(ai: readonly number[], human: readonly number[]): number {
  const all = [
    ...ai.map((score) => ({ score, isAi: true })),
    ...human.map((score) => ({ score, isAi: false })),
  ].sort((left, right) => left.score - right.score);
  let ranks = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.score === all[start]?.score) end++;
    const rank = (start + end + 1) / 2;
    for (let index = start; index < end; index++) if (all[index]?.isAi) ranks += rank;
    start = end;
  }
  return (ranks - (ai.length * (ai.length + 1)) / 2) / (ai.length * human.length);
}

/** Share of the AI texts above the score that this share of the human texts reaches. */
export function truePositiveRate(
  ai: readonly number[],
  { human, falsePositives }: { readonly human: readonly number[]; readonly falsePositives: number },
): number {
  const border = upperQuantile(human, falsePositives);
  return shareOf(ai, (score) => score > border);
}

/** The score that this share of the values lies above. */
export function upperQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => right - left);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 1;
}

export function shareOf<Value>(
  values: readonly Value[],
  matches: (value: Value) => boolean,
): number {
  return values.length === 0 ? Number.NaN : values.filter(matches).length / values.length;
}

/** Expected calibration error over ten bins, both labels weighing the same. */
export function calibrationError(ai: readonly number[], human: readonly number[]): number {
  const bins = Array.from({ length: 10 }, () => ({ weight: 0, chance: 0, ai: 0 }));
  const addAll = (scores: readonly number[], isAi: boolean): void => {
    for (const score of scores) {
      const bin = bins[Math.min(9, Math.floor(score * 10))];
      if (bin === undefined) continue;
      const weight = 0.5 / scores.length;
      bin.weight += weight;
      bin.chance += weight * score;
      if (isAi) bin.ai += weight;
    }
  };
  addAll(ai, true);
  addAll(human, false);
  return bins.reduce((sum, bin) => sum + Math.abs(bin.chance - bin.ai), 0);
}
