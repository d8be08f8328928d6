import { parseArgs } from 'node:util';
import { assayProcess } from '../support/assay-process.ts';
import { torture } from '../support/torture/torture.ts';

/**
 * `npm run torture -- --runs 100`: kills the built server on embedded stores so many times and prints one
 * JSON object; exit code 0 only when no debit was lost, doubled or made for a failed check.
 */
const { values } = parseArgs({ options: { runs: { type: 'string', default: '100' } } });
const runs = Number(values.runs);
if (!Number.isSafeInteger(runs) || runs < 1) throw new RangeError('--runs is a number from 1 on');

const assay = await assayProcess({ ASSAY_ALLOWANCE_PRO: '1000000000' });
try {
  await assay.start();
  const report = await torture({
    nodes: [assay],
    runs,
    users: 8,
    keyedShare: 0.3,
    onRun: (run, moment) => process.stderr.write(`run ${run} of ${runs}: ${moment}\n`),
  });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = report.sound ? 0 : 1;
} finally {
  await assay.remove();
}
