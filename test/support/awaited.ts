import assert from 'node:assert/strict';

/** A program of somebody else may need this long to start where everything else is busy too. */
const patienceMs = 120_000;

/** Looks again until there is something to see. */
export async function awaited<Value>(
  what: string,
  look: () => Value | undefined,
  { output }: { readonly output: () => string } = { output: () => '' },
): Promise<Value> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const seen = look();
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return assert.fail(`waited in vain for ${what} ${output()}`);
}
