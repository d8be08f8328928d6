import { readFileSync } from 'node:fs';

/**
 * Loaded into a server before everything else (`node --import`): its clock is ahead by what a file says, which is
 * read again at every SIGUSR2. Timers are not moved. See `movableClock`.
 */
const file = process.env.ASSAY_TEST_CLOCK;
if (file !== undefined) {
  const now = Date.now;
  const read = (): number => Number(readFileSync(file, 'utf8'));
  let aheadMs = read();
  Date.now = () => now() + aheadMs;
  process.on('SIGUSR2', () => {
    aheadMs = read();
    process.stdout.write(`the clock is ahead by ${aheadMs} ms\n`);
  });
}
