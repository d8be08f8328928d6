import type { Context } from 'mocha';

/**
 * Skips a test that needs something the machine does not have, and says so. In CI everything is
 * installed, so there it is a failure.
 */
export function needs(context: Context, what: string, available: boolean): void {
  if (available) return;
  const message = `SKIPPED: ${context.test?.fullTitle() ?? 'a test'} needs ${what}`;
  if (process.env['CI'] !== undefined) throw new Error(message);
  process.stderr.write(`\n*** ${message}\n`);
  context.skip();
}
