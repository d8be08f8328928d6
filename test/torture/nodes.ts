import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { startCluster } from '../support/cluster.ts';
import { type Outage, outageUnderLoad } from '../support/torture/outage.ts';
import { revocationTrials } from '../support/torture/revocation-trials.ts';
import { torture } from '../support/torture/torture.ts';

/**
 * Three nodes of the built server on an EventStoreDB and a MongoDB process, one JSON object a line:
 *
 *   npm run torture:nodes -- --kills 100         nodes killed under load
 *   npm run torture:nodes -- --outages 10        each store away for so many seconds
 *   npm run torture:nodes -- --revocations 10000 keys revoked while all nodes are asked
 *
 * Exit code 0 only when nothing was lost, doubled, charged in vain or let in.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '0' },
    outages: { type: 'string', default: '0' },
    revocations: { type: 'string', default: '0' },
  },
});
/** A fresh cluster now and then: FerretDB searches a model by reading all of it. */
const trialsAtOnce = 400;
/** One engine process a node: three nodes share the processors of one machine here. */
const environment = { ASSAY_ALLOWANCE_PRO: '1000000000', ASSAY_ANALYSIS_WORKERS: '1' };

let sound = true;
const say = (report: object): void => void process.stdout.write(`${JSON.stringify(report)}\n`);
const isEmpty = (findings: object): boolean =>
  Object.values(findings).every((list) => Array.isArray(list) && list.length === 0);

if (Number(values.kills) > 0) await kills(Number(values.kills));
if (Number(values.outages) > 0) await outages(Number(values.outages) * 1_000);
if (Number(values.revocations) > 0) await revocations(Number(values.revocations));
process.exit(sound ? 0 : 1);

async function kills(runs: number): Promise<void> {
  const cluster = await startCluster({ environment });
  try {
    const onRun = (run: number, moment: string): void =>
      void process.stderr.write(`run ${run} of ${runs}: ${moment}\n`);
    const report = await torture({ nodes: cluster.nodes, runs, users: 8, keyedShare: 0.3, onRun });
    say(report);
    sound &&= report.sound;
  } finally {
    await cluster.remove();
  }
}

async function outages(downMs: number): Promise<void> {
  const all: readonly Outage[] = ['log killed', 'models killed', 'models frozen'];
  for (const outage of all) {
    const cluster = await startCluster({ environment });
    try {
      const report = await outageUnderLoad(cluster, { outage, downMs });
      say(report);
      const { auditClean, first, afterRetries, caughtUpAfterMs } = report;
      sound &&= auditClean && isEmpty(first) && isEmpty(afterRetries) && caughtUpAfterMs < 30_000;
    } finally {
      await cluster.remove();
    }
  }
}

async function revocations(trials: number): Promise<void> {
  const totals = { trials: 0, sentAfter: 0, admittedAfter: 0, sentDuring: 0, admittedDuring: 0 };
  while (totals.trials < trials) {
    const cluster = await startCluster();
    try {
      const [node = assert.fail('no nodes')] = cluster.nodes;
      const operations = await node.operations();
      const urls = cluster.nodes.map((node) => node.url());
      const some = Math.min(trialsAtOnce, trials - totals.trials);
      const found = await revocationTrials({ operations, urls, trials: some });
      totals.trials += found.trials;
      totals.sentAfter += found.sentAfter;
      totals.admittedAfter += found.admittedAfter;
      totals.sentDuring += found.sentDuring;
      totals.admittedDuring += found.admittedDuring;
      process.stderr.write(`${totals.trials} of ${trials}: ${totals.admittedAfter} let in\n`);
    } finally {
      await cluster.remove();
    }
  }
  say(totals);
  sound &&= totals.admittedAfter === 0;
}
