import assert from 'node:assert/strict';
import { type AssayProcess, assayProcess } from '../support/assay-process.ts';
import { shellCommand } from '../support/shell-command.ts';

describe('a newcomer', () => {
  let assay: AssayProcess;
  before(async () => {
    assay = await assayProcess();
    await assay.start();
  });
  after(() => assay.remove());

  it('gets a real report from the printed line, and the repeat for nothing', async () => {
    const line = /^curl .*$/m.exec(assay.output())?.[0] ?? assert.fail('no curl line');
    const first = responseOf(await shellCommand(line));
    assert.equal(first.status, 200);
    const { words } = first.body.stylometry;
    const price = words + Math.ceil(words / 3);
    assert.equal(first.headers['x-credits-used'], String(price));
    assert.deepEqual(first.body.credits, { used: price, remaining: 500_000 - price });
    assert.ok(first.body.corrections.edits.length > 0);
    assert.notEqual(first.body.verdict, null);

    const again = responseOf(await shellCommand(line));
    assert.equal(again.headers['x-credits-used'], '0');
    assert.deepEqual({ ...again.body, credits: null }, { ...first.body, credits: null });
  });

  it('finds hold, debit and cache hit in the statement, and a clean audit', async () => {
    const account = /acc_\w+/.exec(assay.output())?.[0] ?? assert.fail('no account id');
    const statement = await assay.result('statement', account);
    const kinds = [...JSON.stringify(statement).matchAll(/"kind":"(\w+)"/g)].map(
      ([, kind]) => kind,
    );
    assert.deepEqual(kinds, ['opened', 'period', 'grant', 'hold', 'debit', 'cache_hit']);
    const audit = await assay.result('audit');
    assert.equal(audit.clean, true);
    const rebuilt = await assay.result('rebuild');
    assert.deepEqual(rebuilt.differences, []);
  });

  it('is told nothing of the key a second time', async () => {
    assert.equal(await assay.stop(), 0);
    await assay.start();
    assert.doesNotMatch(assay.output(), /as_live_/);
  });
});

function responseOf(raw: string) {
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => {
        const [name = '', ...value] = line.split(': ');
        return [name.toLowerCase(), value.join(': ')];
      }),
  );
  return { status: Number(head.split(' ')[1]), headers, body: JSON.parse(body) };
}
