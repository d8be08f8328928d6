import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type AssayProcess, assayProcess } from '../support/assay-process.ts';
import { fullDevice, needs } from '../support/needs.ts';

describe('a server whose log cannot be written', () => {
  let assay: AssayProcess;
  after(() => assay?.remove());

  it('goes on answering, and stops when it is told to', async function () {
    needs(this, fullDevice, existsSync(fullDevice));
    assay = await assayProcess();
    await assay.start({ log: fullDevice });
    for (let count = 0; count < 20; count += 1) {
      assert.equal((await fetch(`${assay.url()}/v1/usage`)).status, 401);
    }
    assert.equal(await assay.stop(), 0);
  });
});
