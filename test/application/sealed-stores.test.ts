import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealedStores } from '../../application/checks/sealed-stores.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';

const text = 'The unmistakable heron waded through the quicksilver shallows before anybody woke.';

describe('texts that are kept', () => {
  let service: CheckService;
  beforeEach(async () => {
    service = await openCheckService();
  });
  afterEach(() => service.close());

  function bytesOnDisk(): Buffer {
    const files = readdirSync(service.folder);
    return Buffer.concat(files.map((file) => readFileSync(join(service.folder, file))));
  }

  it('stand in no file in plain words: neither reports, nor responses, nor titles', async () => {
    const caller = await service.caller({ credits: 1000 });
    const checks = { ai: true, grammar: true, plagiarism: true, deep: false };
    const answer = await service.run(caller, { text, checks, store: true }, 'once');
    assert.ok(answer.ok && answer.value.reportJson.includes('unmistakable'));
    const bytes = bytesOnDisk();
    assert.ok(bytes.includes(caller.accountId));
    for (const word of ['unmistakable', 'quicksilver', 'Stored text']) {
      assert.ok(!bytes.includes(word), `"${word}" stands in a file`);
      assert.ok(!bytes.includes(Buffer.from(word).toString('base64').slice(0, -3)));
    }
  });

  it('are served again to their account, from the cache and under the idempotency key', async () => {
    const caller = await service.caller({ credits: 1000 });
    const first = await service.run(caller, { text }, 'once');
    const replayed = await service.run(caller, { text }, 'once');
    const cached = await service.run(caller, { text });
    assert.ok(first.ok && replayed.ok && cached.ok);
    assert.equal(replayed.value.replayed, true);
    assert.equal(replayed.value.reportJson, first.value.reportJson);
    assert.equal(cached.value.creditsUsed, 0);
  });

  it('cannot be opened for another account or in another place', async () => {
    const ann = await service.caller({ credits: 0 });
    const bob = await service.caller({ credits: 0 });
    const { sealer } = service.core;
    const sealed = await sealer.seal(ann.accountId, { place: 'here', text });
    assert.equal(await sealer.open(ann.accountId, { place: 'here', sealed }), text);
    assert.equal(await sealer.open(ann.accountId, { place: 'there', sealed }), undefined);
    assert.equal(await sealer.open(bob.accountId, { place: 'here', sealed }), undefined);
    for (const broken of ['', 'no base64 at all', sealed.slice(0, 20), `A${sealed.slice(1)}`]) {
      assert.equal(await sealer.open(ann.accountId, { place: 'here', sealed: broken }), undefined);
    }
  });

  it('are opened with their titles, in the library of their account', async () => {
    const { accountId } = await service.caller({ credits: 0 });
    const { library } = sealedStores(service.ports, accountId);
    const fingerprints = {
      version: 1,
      words: 3,
      hashes: Uint32Array.of(1, 2, 3),
      tokens: Uint32Array.of(0, 1, 2),
      starts: Uint32Array.of(0, 4, 8),
      ends: Uint32Array.of(3, 7, 11),
      families: Uint8Array.of(0, 0, 0),
    };
    const kept = { id: 'txt_1', title: 'Brief an Käthe.docx', url: 'https://e.org/', fingerprints };
    await library.store(accountId, kept, service.ports.clock.now());
    assert.deepEqual(await library.candidates(accountId, fingerprints, 5), [kept]);
    const [bare] = await service.ports.library.candidates(accountId, fingerprints, 5);
    assert.ok(bare !== undefined && !bare.title.includes('Brief') && bare.url !== kept.url);
  });
});
