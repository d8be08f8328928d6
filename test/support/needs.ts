import type { Context } from 'mocha';

/** Whatever is written there fails as on a full disk; Linux has it. */
export const fullDevice = '/dev/full';

/**
 * Skips tests that need something the machine does not have, and says so. In CI everything is
 * installed, so there it is a failure.
 */
export function needs(context: Context, what: string, available: boolean): void {
  if (available) return;
  if (process.env.CI !== undefined) throw new Error(`these tests need ${what}`);
  process.stderr.write(`\n*** SKIPPED: these tests need ${what}\n`);
  context.skip();
}
