import assert from 'node:assert/strict';
import { type AssayProcess, assayProcess } from '../support/assay-process.ts';
import { openedAccount } from '../support/holder.ts';
import { movableClock } from '../support/movable-clock.ts';
import { type RestClient, restClient } from '../support/rest-client.ts';

describe('bounded keys, over HTTP on the built server', () => {
  const clock = movableClock();
  let assay: AssayProcess;
  let account: string;

  before(async () => {
    assay = await assayProcess({ ASSAY_ALLOWANCE_PRO: '1000', ...clock.settings });
    account = await openedAccount(assay);
    await assay.start();
  });
  after(async () => {
    await assay.remove();
    clock.remove();
  });

  async function key(...terms: string[]): Promise<RestClient & { readonly id: string }> {
    const words = ['key', 'create', account, '--name', 'a test', '--rate-limit', '1000', ...terms];
    const made = await assay.result(...words);
    return { ...restClient(() => assay.url(), String(made.key)), id: String(made.key_id) };
  }

  it('answers exactly 10 of 100 parallel requests when the cap is for 10', async () => {
    const capped = await key('--monthly-cap', '20');
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => capped.post('/v1/plagiarism', { text: `word${n}` })),
    );
    const refused = answers.filter(({ status }) => status === 402);
    assert.deepEqual(
      [answers.filter(({ status }) => status === 200).length, refused.length],
      [10, 90],
    );
    for (const { body } of refused)
      assert.deepEqual([body.code, body.needed], ['key_cap_reached', 2]);
    assert.equal((await capped.usage()).credits.remaining, 980);
    const shown = await assay.result('key', 'show', capped.id);
    assert.deepEqual([shown.spent, shown.held, shown.remaining], [20, 0, 0]);
    assert.equal((await assay.result('audit', account)).clean, true);
    const free = await key();
    assert.equal((await free.post('/v1/plagiarism', { text: 'more' })).status, 200);
  });

  it('refuses on all four endpoints what a key may not run, and runs the rest', async () => {
    const grammarOnly = await key('--checks', 'grammar');
    const text = 'One two three.';
    for (const [path, body] of [
      ['/v1/detect', { text }],
      ['/v1/detect', { text, deep: true }],
      ['/v1/plagiarism', { text }],
      ['/v1/analyze', { text }],
      ['/v1/analyze', { text, checks: { ai: false, grammar: true, plagiarism: true } }],
    ] as const) {
      const { status, body: problem, headers } = await grammarOnly.post(path, body);
      assert.deepEqual([status, problem.code], [403, 'not_allowed_for_key'], path);
      assert.match(problem.detail ?? '', /this key may run grammar; the request asks for/);
      assert.notEqual(headers.get('ratelimit'), null);
    }
    assert.equal((await grammarOnly.post('/v1/grammar', { text })).status, 200);
    const chosen = { text, checks: { ai: false, grammar: true } };
    assert.equal((await grammarOnly.post('/v1/analyze', chosen)).status, 200);
    assert.equal((await grammarOnly.usage()).plan, 'pro');
    const notGrammar = await key('--checks', 'ai, plagiarism');
    assert.equal((await notGrammar.post('/v1/grammar', { text })).status, 403);
    assert.equal((await notGrammar.post('/v1/detect', { text })).status, 200);
  });

  it('accepts a key until it expires, and not after', async () => {
    const expires = new Date(Date.now() + 3_600_000);
    const short = await key('--expires', expires.toISOString());
    assert.equal((await short.post('/v1/grammar', { text: 'One two.' })).status, 200);
    await clock.forward(assay, 3_601);
    const { status, body } = await short.post('/v1/grammar', { text: 'One two.' });
    assert.deepEqual([status, body.code], [401, 'invalid_key']);
    const list = JSON.stringify(await assay.result('key', 'list', account));
    assert.match(list, /"status":"expired"/);
  });

  it('makes no key that makes no sense', async () => {
    for (const [terms, why] of [
      [['--monthly-cap', '0'], /at least 1/],
      [['--monthly-cap', '1.5'], /whole number/],
      [['--expires', '2020-01-01'], /bad_json.*in the future/],
      [['--expires', 'soon'], /expected a date/],
      [['--checks', 'ai,spelling'], /bad_json.*"spelling" is no check/],
      [['--checks', ''], /bad_json/],
    ] as const) {
      const made = await assay.cli('key', 'create', account, '--name', 'x', ...terms);
      assert.deepEqual([made.code, made.stdout], [1, ''], terms.join(' '));
      assert.match(made.stderr, why);
    }
    assert.match((await assay.cli('key', 'show', 'key_nothing00')).stderr, /not_found/);
    assert.match((await assay.cli('key', 'list', 'acc_nothing00')).stderr, /not_found/);
  });
});
