import { parseArgs } from 'node:util';
import { type RunReport, simulate } from './simulate.ts';

/**
 * `npm run simulate -- --seeds 1000 [--from N]`, or `npm run simulate -- --seed 1234 [--trace]`.
 * Exits with 1 at the first seed that fails, and says how to see it again.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    'keep-going': { type: 'boolean', default: false },
  },
});

const totals = new Map<string, number>();
let failed = 0;
const started = process.hrtime.bigint();
const first = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
for (let seed = first; seed < first + count; seed += 1) {
  const report = await simulate(
    seed,
    values.trace ? { trace: (line) => process.stdout.write(`${line}\n`) } : {},
  );
  add(report);
  if (report.violation === null) continue;
  failed += 1;
  process.stdout.write(`seed ${seed} fails: ${report.violation.message}\n`);
  process.stdout.write(`replay: npm run simulate -- --seed ${seed} --trace\n`);
  if (!values['keep-going']) break;
}
summarise();
process.exitCode = failed === 0 ? 0 : 1;

function add({ counts, answers, steps, simulatedMs, events }: RunReport): void {
  const figures = { seeds: 1, steps, events, simulatedMinutes: simulatedMs / 60_000 };
  for (const [name, value] of Object.entries({ ...figures, ...counts, ...answers })) {
    totals.set(name, (totals.get(name) ?? 0) + value);
  }
}

function summarise(): void {
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const words = [...totals].map(([name, value]) => `${name} ${Math.round(value)}`);
  process.stdout.write(`${words.join(', ')}\n`);
  process.stdout.write(`${failed} of ${totals.get('seeds') ?? 0} seeds failed`);
  process.stdout.write(` in ${seconds.toFixed(1)} s\n`);
}
