/**
 * Number of letters missing, added, changed or exchanged between two words (optimal string alignment,
 * Damerau 1964), or `atMost + 1` when it is more. Both words are cut at 64 letters.
 */
export function distance(
  { from, to }: { readonly from: string; readonly to: string },
  atMost: number,
): number {
  const [a, b] = [from.slice(0, 64), to.slice(0, 64)];
  if (Math.abs(a.length - b.length) > atMost) return atMost + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a.charAt(i - 1) === b.charAt(j - 1);
      let cost = Math.min(
        at(previous, j) + 1,
        at(current, j - 1) + 1,
        at(previous, j - 1) + (same ? 0 : 1),
      );
      const exchanged =
        i > 1 &&
        j > 1 &&
        a.charAt(i - 1) === b.charAt(j - 2) &&
        a.charAt(i - 2) === b.charAt(j - 1);
      if (exchanged) cost = Math.min(cost, at(before, j - 2) + 1);
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return Math.min(at(previous, b.length), atMost + 1);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
