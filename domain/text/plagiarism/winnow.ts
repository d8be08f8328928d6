/**
 * Winnowing (Schleimer, Wilkerson, Aiken, SIGMOD 2003): from each window of `window` neighbouring hashes
 * the smallest, the rightmost of equal ones, each position once. Fewer hashes than a window give one.
 * Of any two texts that share `window` hashes in a row, the same one is selected in both.
 *
 * @returns selected positions, ascending
 */
export function winnow(hashes: Uint32Array, window: number): number[] {
  const selected: number[] = [];
  const last = Math.max(0, hashes.length - window);
  for (let start = 0; start <= last && hashes.length > 0; start += 1) {
    const smallest = smallestIn(hashes, { start, end: Math.min(start + window, hashes.length) });
    if (selected.at(-1) !== smallest) selected.push(smallest);
  }
  return selected;
}

function smallestIn(hashes: Uint32Array, range: { start: number; end: number }): number {
  let best = range.start;
  let smallest = hashes[best] ?? 0;
  for (let index = range.start + 1; index < range.end; index += 1) {
    const hash = hashes[index] ?? 0;
    if (hash <= smallest) {
      smallest = hash;
      best = index;
    }
  }
  return best;
}
