import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AssayProcess, assayProcess } from '../support/assay-process.ts';
import { restClient } from '../support/rest-client.ts';

const text = 'The unmistakable heron waded through the quicksilver shallows before anybody woke.';

describe('account erase, while the server runs', () => {
  let assay: AssayProcess;
  before(async () => {
    assay = await assayProcess();
    await assay.start();
  });
  after(() => assay.remove());

  const open = async (email: string) => {
    const words = ['--email', email, '--plan', 'pro'];
    const account = String((await assay.result('account', 'open', ...words)).account_id);
    const { key } = await assay.result('key', 'create', account, '--name', "heron's key");
    return { account, client: restClient(() => assay.url(), String(key)) };
  };
  const bytes = (): Buffer => {
    const files = readdirSync(assay.folder).map((file) => join(assay.folder, file));
    return Buffer.concat(files.map((file) => readFileSync(file)));
  };

  it('ends the keys at once, leaves no word, and keeps the ledger in order', async () => {
    const { account, client } = await open('heron@example.org');
    const neighbour = await open('egret@example.org');
    const checks = { ai: true, grammar: true, plagiarism: true };
    const body = { text, checks, store: true };
    const keyed = { 'idempotency-key': 'once' };
    assert.equal((await client.post('/v1/analyze', body, keyed)).status, 200);
    assert.equal((await neighbour.client.post('/v1/detect', { text })).status, 200);

    const unconfirmed = await assay.cli('account', 'erase', account);
    assert.notEqual(unconfirmed.code, 0);
    assert.match(unconfirmed.stderr, /--confirm/);
    assert.equal((await client.post('/v1/detect', { text })).status, 200);

    const erased = await assay.result('account', 'erase', account, '--confirm');
    assert.equal(erased.erased, true);
    const refused = await client.post('/v1/detect', { text });
    assert.deepEqual([refused.status, refused.body.code], [401, 'invalid_key']);
    assert.equal((await client.post('/v1/analyze', body, keyed)).status, 401);
    const again = await neighbour.client.post('/v1/detect', { text });
    assert.deepEqual([again.status, again.headers.get('x-credits-used')], [200, '0']);

    for (const word of ['unmistakable', 'heron', 'quicksilver']) {
      assert.ok(!bytes().includes(word), `"${word}" stands in a file`);
    }
    const { stdout } = await assay.cli('statement', account);
    const kinds = [...stdout.matchAll(/"kind":\s*"(\w+)"/g)].map(([, kind]) => kind);
    assert.equal(kinds.at(-1), 'erased');
    assert.ok(kinds.includes('debit'));
    assert.equal((await assay.result('audit')).clean, true);
    assert.deepEqual((await assay.result('rebuild')).differences, []);
  });

  it('is repeated without harm, refuses later commands, and frees the e-mail address', async () => {
    const { account } = await open('stork@example.org');
    await assay.result('account', 'erase', account, '--confirm');
    await assay.result('account', 'erase', account, '--confirm');
    for (const words of [
      ['key', 'create', account, '--name', 'late'],
      ['account', 'grant', account, '--credits', '5', '--reason', 'late'],
      ['account', 'plan', account, 'team'],
    ]) {
      const { code, stderr } = await assay.cli(...words);
      assert.equal(code, 1);
      assert.match(stderr, /was erased/);
    }
    const shown = await assay.result('account', 'show', account);
    assert.deepEqual([shown.email, shown.erased], [null, true]);
    const opened = await open('stork@example.org');
    assert.notEqual(opened.account, account);
    const { code } = await assay.cli('account', 'erase', 'acc_00000000none', '--confirm');
    assert.equal(code, 1);
  });
});
