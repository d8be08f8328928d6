import assert from 'node:assert/strict';
import { type AssayProcess, assayProcess } from '../support/assay-process.ts';
import { openHolder } from '../support/holder.ts';
import { killEngines } from '../support/kill-engines.ts';
import { type RestClient, restClient } from '../support/rest-client.ts';
import { underWay } from '../support/under-way.ts';

describe('money, over HTTP on the built server', () => {
  let assay: AssayProcess;
  before(async () => {
    assay = await assayProcess({ ASSAY_ALLOWANCE_PRO: '0' });
    await assay.start();
  });
  after(() => assay.remove());

  async function client(
    credits: number,
  ): Promise<RestClient & { readonly account: string; readonly keyId: string }> {
    const { accountId, keyId, key } = await openHolder(assay, { bonus: credits });
    return { ...restClient(() => assay.url(), key), account: accountId, keyId };
  }

  it('answers 10 of 200 parallel requests when the credits are for 10', async () => {
    const user = await client(20);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => user.post('/v1/plagiarism', { text: `word${n}` })),
    );
    const ten = answers.filter(({ status }) => status === 200).length;
    assert.equal(ten, 10);
    const refused = answers.filter(({ status }) => status === 402);
    assert.equal(refused.length, 190);
    assert.ok(
      refused.every(({ body }) => body.code === 'insufficient_credits' && body.needed === 2),
    );
    assert.equal((await user.usage()).credits.remaining, 0);
    assert.equal((await assay.result('audit', user.account)).clean, true);
  });

  it('makes 1 debit and 49 cache hits of 50 identical parallel requests', async () => {
    const user = await client(1000);
    const text = 'The same text is sent by fifty clients at the very same time.';
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => user.post('/v1/grammar', { text })),
    );
    assert.ok(answers.every(({ status }) => status === 200));
    const used = answers.map(({ headers }) => headers.get('x-credits-used'));
    assert.equal(used.filter((value) => value === '0').length, 49);
    const statement = JSON.stringify(await assay.result('statement', user.account));
    assert.equal(statement.match(/"kind":"debit"/g)?.length, 1);
    assert.equal(statement.match(/"kind":"cache_hit"/g)?.length, 49);
  });

  it('gives 500, releases the hold and charges nothing when the worker is killed', async () => {
    const user = await client(200_000);
    await user.post('/v1/grammar', { text: 'This warms the engine up.' });
    const before = (await user.usage()).credits.remaining;
    const long = 'Nobody can say what the roof of the old library would cost. '.repeat(3000);
    let answered = false;
    const running = (await underWay(user, long)).answer.finally(() => {
      answered = true;
    });
    // One that has not begun with its task is replaced: it is another that has to be killed then.
    while (!answered) {
      killEngines(assay.pid());
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { status, body } = await running;
    assert.equal(status, 500);
    assert.equal(body.code, 'internal');
    const { credits } = await user.usage();
    assert.equal(credits.remaining, before);
    const statement = JSON.stringify(await assay.result('statement', user.account));
    assert.match(statement, /"kind":"release"/);
    assert.equal((await user.post('/v1/grammar', { text: 'It works again.' })).status, 200);
  });

  it('refuses a key from the next request on when the command line revokes it', async () => {
    const user = await client(10);
    assert.equal((await user.post('/v1/grammar', { text: 'One two three.' })).status, 200);
    await assay.result('key', 'revoke', user.keyId);
    const { status, body } = await user.post('/v1/grammar', { text: 'One two three.' });
    assert.deepEqual([status, body.code], [401, 'invalid_key']);
  });

  it('sees credits that the command line grants or refunds at once', async () => {
    const user = await client(3);
    const text = 'Seven words stand in this short text.';
    const checked = await user.post('/v1/grammar', { text });
    assert.equal(checked.status, 200);
    assert.equal((await user.post('/v1/plagiarism', { text })).status, 402);
    await assay.result('account', 'grant', user.account, '--credits', '14', '--reason', 'a test');
    assert.equal((await user.post('/v1/plagiarism', { text })).status, 200);
    const statement = JSON.stringify(await assay.result('statement', user.account));
    const debit = /deb_\w+/.exec(statement)?.[0] ?? assert.fail('no debit');
    const refund = await assay.result('refund', user.account, debit, '--reason', 'a test');
    assert.equal(refund.refunded_now, true);
    const again = await assay.result('refund', user.account, debit, '--reason', 'a test');
    assert.equal(again.refunded_now, false);
    assert.equal((await user.usage()).credits.remaining, 3);
  });

  it('limits a key to its requests a minute and says when to come back', async () => {
    const user = await client(10);
    const key = await assay.result(
      'key',
      'create',
      user.account,
      '--name',
      'slow',
      '--rate-limit',
      '2',
    );
    const slow = restClient(() => assay.url(), String(key.key));
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push(await slow.post('/v1/grammar', { text: 'One.' }));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 429],
    );
    assert.ok(Number(answers[2]?.headers.get('retry-after')) > 0);
  });

  it('refuses the API to an account that lost its plan', async () => {
    const user = await client(10);
    await assay.result('account', 'plan', user.account, 'free');
    const { status, body } = await user.post('/v1/grammar', { text: 'One.' });
    assert.deepEqual([status, body.code], [403, 'plan_required']);
  });
});
