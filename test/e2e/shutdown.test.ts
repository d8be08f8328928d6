import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type AssayProcess, assayProcess } from '../support/assay-process.ts';
import { type RestClient, restClient } from '../support/rest-client.ts';

const long = 'Nobody can say what the roof of the old library would cost. '.repeat(6_000);

describe('a server that is told to stop', function () {
  this.timeout(40_000);
  let assay: AssayProcess | undefined;
  afterEach(() => assay?.remove());

  async function started(seconds: number): Promise<RestClient> {
    assay = await assayProcess({ ASSAY_SHUTDOWN_SECONDS: String(seconds) });
    await assay.start();
    const key = /as_live_[\w-]+/.exec(assay.output())?.[0] ?? assert.fail('no demo key');
    const url = assay.url();
    const client = restClient(() => url, key);
    await client.post('/v1/grammar', { text: 'This warms the engine up.' });
    return client;
  }

  it('finishes what runs, and takes no further request on its connections', async () => {
    const client = await started(60);
    const running = client.post('/v1/grammar', { text: long.slice(0, 40_000) });
    await pause(700);
    const stopped = assay?.stop();
    const { status, headers } = await running;
    assert.equal(status, 200);
    assert.equal(headers.get('connection'), 'close');
    assert.equal(await stopped, 0);
  });

  it('gives back what it cannot finish in time, and charges nothing for it', async () => {
    const client = await started(1);
    const before = (await client.usage()).credits;
    const running = client.post('/v1/grammar', { text: long });
    await pause(1_500);
    const toldAt = performance.now();
    const stopped = assay?.stop();
    const { status, body, headers } = await running;
    assert.deepEqual([status, body.code], [503, 'internal']);
    assert.ok(headers.get('retry-after'));
    assert.equal(await stopped, 0);
    assert.ok(performance.now() - toldAt < 15_000, 'a stop ends in time');
    await assay?.start();
    assert.deepEqual((await client.usage()).credits, before);
    assert.equal((await assay?.result('audit'))?.clean, true);
  });
});
