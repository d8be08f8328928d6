import assert from 'node:assert/strict';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { needsMongoDb } from '../support/mongodb-server.ts';
import { checkFirstAnswers } from '../support/torture/check-debits.ts';
import { openUser, startLoad } from '../support/torture/load.ts';
import { outageUnderLoad } from '../support/torture/outage.ts';
import { revocationTrials } from '../support/torture/revocation-trials.ts';
import { torture } from '../support/torture/torture.ts';

const nothing = { lost: [], doubled: [], failedAndCharged: [], unasked: [], mispriced: [] };

describe('three nodes that meet with faults', function () {
  this.timeout(300_000);
  let cluster: Cluster;
  before(async function () {
    needsMongoDb(this);
    cluster = await startCluster({
      environment: { ASSAY_ALLOWANCE_PRO: '1000000000', ASSAY_ANALYSIS_WORKERS: '1' },
    });
  });
  after(() => cluster?.remove());

  // First, because FerretDB searches a model by reading all of it, and every test leaves more behind.
  it('lose and double no debit when one of them is killed', async () => {
    const { sound, ...report } = await torture({ nodes: cluster.nodes, runs: 2, users: 2 });
    assert.ok(sound, JSON.stringify(report));
  });

  it('let no request in that was sent after the revoke call returned, 24 times', async () => {
    const [node = assert.fail()] = cluster.nodes;
    const operations = await node.operations();
    const urls = cluster.nodes.map(({ url }) => url());
    const found = await revocationTrials({ operations, urls, trials: 24 });
    assert.equal(found.sentAfter, 72);
    assert.equal(found.admittedAfter, 0);
  });

  it('wait for a store that is not there when they start, and say which', async () => {
    const node = cluster.nodes[1] ?? assert.fail();
    await node.stop();
    await cluster.log.kill();
    const starting = node.start();
    const look = (path: string): Promise<Response | undefined> =>
      fetch(`${node.url()}${path}`).catch(() => undefined);
    let ready = await look('/ready');
    while (ready === undefined) ready = await look('/ready');
    assert.equal(ready.status, 503);
    const { checks } = JSON.parse(await ready.text());
    assert.deepEqual([checks.accepting, checks.log, checks.readModels], [true, false, true]);
    assert.equal((await look('/health'))?.status, 200);
    const refused = await look('/v1/usage');
    assert.deepEqual([refused?.status, refused?.headers.has('retry-after')], [503, true]);
    await cluster.log.restart();
    await starting;
    assert.equal((await look('/ready'))?.status, 200);
  });

  it('finish what runs when they are told to stop, and hold nothing back', async () => {
    const users = [await openUser(cluster.nodes), await openUser(cluster.nodes)];
    const load = startLoad(users, { clients: 9, keyedShare: 0 });
    for (const node of cluster.nodes) {
      await load.moreAnswered(10);
      assert.equal(await node.stop(), 0, node.output().slice(-2_000));
      await load.moreAnswered(10);
      await node.start();
    }
    await load.stop();
    const outcomes = new Set(load.requests.map(({ outcome }) => outcome));
    for (const allowed of [200, 503, 'unsent'] as const) outcomes.delete(allowed);
    assert.deepEqual([...outcomes], []);
    const [node] = cluster.nodes;
    assert.ok(node !== undefined);
    assert.deepEqual(await checkFirstAnswers(node, load.requests), nothing);
    for (const { client } of users) {
      const { allowance = 0, bonus = 0, used = 0, remaining } = (await client.usage()).credits;
      assert.equal(remaining, allowance + bonus - used, 'a hold is left open');
    }
  });

  for (const outage of ['log killed', 'models killed', 'models frozen'] as const) {
    it(`answer 503, charge nobody in vain and catch up: ${outage}`, async () => {
      const report = await outageUnderLoad(cluster, { outage, downMs: 2_000 });
      const { first, afterRetries, auditClean, caughtUpAfterMs } = report;
      assert.deepEqual([first, afterRetries, auditClean], [nothing, nothing, true]);
      assert.ok(caughtUpAfterMs < 30_000, `read models took ${caughtUpAfterMs} ms`);
    });
  }
});
