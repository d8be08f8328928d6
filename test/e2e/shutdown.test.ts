import assert from 'node:assert/strict';
import { type AssayProcess, assayProcess } from '../support/assay-process.ts';
import { type RestClient, restClient } from '../support/rest-client.ts';
import { underWay } from '../support/under-way.ts';

const long = 'Nobody can say what the roof of the old library would cost. '.repeat(6_000);

describe('a server that is told to stop', () => {
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
    const client = await started(120);
    const running = await underWay(client, long.slice(0, 60_000));
    const stopped = assay?.stop();
    const { status, headers } = await running.answer;
    assert.equal(status, 200);
    assert.equal(headers.get('connection'), 'close');
    assert.equal(await stopped, 0);
  });

  it('gives back what it cannot finish in time, and charges nothing for it', async () => {
    const client = await started(1);
    const before = (await client.usage()).credits;
    const running = await underWay(client, long);
    const stopped = assay?.stop();
    const { status, body, headers } = await running.answer;
    assert.deepEqual([status, body.code], [503, 'internal']);
    assert.ok(headers.get('retry-after'));
    assert.equal(await stopped, 0);
    await assay?.start();
    assert.deepEqual((await client.usage()).credits, before);
    assert.equal((await assay?.result('audit'))?.clean, true);
  });
});
