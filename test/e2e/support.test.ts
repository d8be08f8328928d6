import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { type AssayProcess, assayProcess } from '../support/assay-process.ts';

const shown = z.object({
  credits: z.object({ remaining: z.number() }),
  available: z.number().optional(),
});
const statement = z.object({
  rows: z.array(z.object({ kind: z.string() })),
  movements: z.number(),
  closing_balance: z.number(),
});

/** The command line as finance and support use it: built, one process a command. */
describe('the command line of support', () => {
  let assay: AssayProcess;
  let account: string;
  let opened: number;

  before(async () => {
    assay = await assayProcess({ ASSAY_ALLOWANCE_PRO: '100' });
    account =
      (await assay.result('account', 'open', '--email', 'a@b.org', '--plan', 'pro')).account_id ??
      assert.fail('no account');
    opened = Date.now();
    await assay.result('account', 'grant', account, '--credits', '50', '--reason', '=HYPERLINK()');
  });
  after(() => assay.remove());

  /** A command that must fail: says why on stderr, nothing on stdout, and exits with 1. */
  const refusal = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await assay.cli(...words);
    assert.deepEqual([code, stdout], [1, ''], words.join(' '));
    return stderr;
  };

  it('shows an account as it is, and as it was', async () => {
    const now = shown.parse(await assay.result('account', 'show', account));
    assert.equal(now.credits.remaining, 150);
    const past = shown.parse(await assay.result('account', 'show', account, '--at', iso(opened)));
    assert.deepEqual([past.credits.remaining, past.available], [100, 100]);
    assert.match(await refusal('account', 'show', account, '--at', '2020-01-01'), /opened later/);
    assert.match(await refusal('account', 'show', account, '--at', '2999-01-01'), /to come/);
  });

  it('writes a statement as one JSON object, and as CSV with its sums beside it', async () => {
    const whole = statement.parse(await assay.result('statement', account));
    assert.deepEqual(
      whole.rows.map(({ kind }) => kind),
      ['opened', 'period', 'grant', 'grant'],
    );
    assert.deepEqual([whole.movements, whole.closing_balance], [150, 150]);
    const asOf = statement.parse(await assay.result('statement', account, '--as-of', iso(opened)));
    assert.equal(asOf.closing_balance, 100);
    const csv = await assay.cli('statement', account, '--format', 'csv');
    assert.equal(csv.code, 0);
    assert.equal(csv.stdout.split('\r\n').length, 1 + 4 + 1);
    assert.match(csv.stderr, /opening 0 \+ movements 150 = closing 150/);
  });

  it('says what is wrong with its words, and exits with 1', async () => {
    for (const [words, why] of [
      [['statement', 'acc_nobody00'], /not_found/],
      [['statement', account, '--from', '2026-02-02', '--to', '2026-01-01'], /ends before/],
      [['statement', account, '--to', '2026-01-01', '--as-of', '2026-01-01'], /cannot be used/],
      [['refund', account, 'deb_nothing00', '--reason', 'x'], /not_found/],
      [['verify', join(assay.folder, 'none.json')], /cannot read/],
      [['conjure'], /unknown command/],
    ] as const) {
      assert.match(await refusal(...words), why, words.join(' '));
    }
  });

  it('rebuilds, from zero or from a position, and tells how it goes on stderr', async () => {
    for (const words of [['--fresh'], ['--from', '2']]) {
      const { code, stdout, stderr } = await assay.cli('rebuild', ...words);
      assert.equal(code, 0);
      assert.deepEqual(JSON.parse(stdout).differences, []);
      assert.match(stderr, /events, .*position \d+ of \d+/);
    }
  });

  it('signs a checkpoint, verifies it, and finds what was changed since', async () => {
    const [file, key] = ['checkpoint.json', 'key.pem'].map((name) => join(assay.folder, name));
    assert.ok(file !== undefined && key !== undefined);
    assert.match(await refusal('verify', join(assay.folder, 'secret')), /no checkpoint/);
    const made = await assay.result('checkpoint', '--out', file);
    assert.ok(!('heads' in made));
    assert.match(await refusal('checkpoint', '--out', file), /cannot write/);
    await assay.result('checkpoint', 'key', '--out', key);
    assert.match(readFileSync(key, 'utf8'), /^-----BEGIN PUBLIC KEY-----/);
    await assay.result('account', 'grant', account, '--credits', '5', '--reason', 'later');
    assert.equal((await assay.result('verify', file, '--key', key)).valid, true);
    const unsure = await assay.cli('verify', file);
    assert.deepEqual([unsure.code, /data folder/.test(unsure.stderr)], [0, true]);

    const log = new Database(join(assay.folder, 'events.db'));
    log.exec("UPDATE events SET data = json_set(data, '$.amount', 51) WHERE position = 4");
    log.close();
    const found = await assay.cli('verify', file, '--key', key);
    assert.equal(found.code, 1);
    assert.equal(JSON.parse(found.stdout).first_fault.revision, 3);
    assert.match(found.stderr, new RegExp(`account-${account} revision 3`));
    const audit = await assay.cli('audit');
    assert.equal(audit.code, 1);
    assert.equal(JSON.parse(audit.stdout).first_fault.position, 4);
    assert.match(audit.stderr, /first fault: account-/);
  });

  it('trusts no key where there is none, and makes none to have one', async () => {
    const other = await assayProcess();
    const file = join(other.folder, 'checkpoint.json');
    await other.result('checkpoint', '--out', file);
    rmSync(join(other.folder, 'checkpoint-key.pem'));
    const { code, stderr } = await other.cli('verify', file);
    assert.deepEqual([code, /--key/.test(stderr)], [1, true]);
    assert.equal(existsSync(join(other.folder, 'checkpoint-key.pem')), false);
    const text = readFileSync(file, 'utf8');
    writeFileSync(`${file}.cut`, text.slice(0, 40));
    assert.match((await other.cli('verify', `${file}.cut`)).stderr, /not JSON/);
    await other.remove();
  });

  it('helps with every command', async () => {
    for (const words of [[], ['statement']]) {
      const { code, stdout, stderr } = await assay.cli(...words, '--help');
      assert.deepEqual([code, stdout], [0, '']);
      assert.match(stderr, /Usage: assay/);
    }
  });
});

function iso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
