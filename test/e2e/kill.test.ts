import assert from 'node:assert/strict';
import { type AssayProcess, assayProcess } from '../support/assay-process.ts';
import { torture } from '../support/torture/torture.ts';

const runs = 3;

/** A few runs of what `npm run torture` does a hundred times. */
describe('a server that is killed under load', () => {
  let assay: AssayProcess;
  before(async () => {
    assay = await assayProcess({ ASSAY_ALLOWANCE_PRO: '1000000000' });
  });
  after(() => assay.remove());

  it(`debits every answered request exactly once, and nothing else, ${runs} times`, async function () {
    this.timeout(300_000);
    await assay.start();
    const { sound, ...report } = await torture({ nodes: [assay], runs });
    assert.ok(sound, JSON.stringify(report));
  });
});
