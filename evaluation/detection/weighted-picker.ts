import type { Random } from './random.ts';

/** Draws indexes in proportion to their weights. */
export function weightedPicker(weights: Float64Array, random: Random): () => number {
  const sums = new Float64Array(weights.length);
  let total = 0;
  weights.forEach((weight, index) => {
    total += weight;
    sums[index] = total;
  });
  return () => {
    const wanted = random() * total;
    let low = 0;
    let high = weights.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
