import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { copyFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AssayProcess, assayProcess } from '../support/assay-process.ts';
import { needs } from '../support/needs.ts';
import { type RestAnswer, type RestClient, restClient } from '../support/rest-client.ts';
import { limitedFolder, mountedDisk, type SmallDisk } from '../support/small-disk.ts';

const allowance = 1_000_000;

const disks: readonly (readonly [string, () => SmallDisk | undefined])[] = [
  ['a disk of 32 MiB', () => mountedDisk(32)],
  ['files that may not grow', limitedFolder],
];

for (const [name, make] of disks) {
  describe(`a full disk: ${name}`, () => {
    let disk: SmallDisk | undefined;
    let assay: AssayProcess;
    let user: User;

    before(async function () {
      disk = make();
      needs(this, 'the right to mount a disk or the program prlimit', disk !== undefined);
      assay = await assayProcess({
        ASSAY_DATA_DIR: disk?.folder ?? assert.fail(),
        ASSAY_ALLOWANCE_PRO: String(allowance),
      });
      await assay.start();
      user = await openUser(assay);
    });
    after(async () => {
      await assay?.remove();
      disk?.remove();
    });

    it('refuses clearly, charges nothing, and works again once there is room', async () => {
      assert.ok(disk !== undefined);
      const load = checksOf(user);
      await load.send(20);
      assert.equal(load.statuses().get(200), 20);
      disk.fill(assay.pid());
      await load.sendUntil(503, 40);
      for (const answer of load.answers.filter(({ status }) => status !== 200)) {
        assertUnavailable(answer);
      }
      assert.deepEqual([...load.statuses().keys()].sort(), [200, 503]);
      const full = await user.usage();
      assert.equal(full.credits.used, load.used());
      disk.free(assay.pid());
      await load.sendUntil(200, 20);
      assert.equal((await user.usage()).credits.used, load.used());
      await assertDebits(assay, user, load.paid());
      assert.equal((await assay.result('audit')).clean, true);
    });
  });
}

describe('a full disk under one of the files', () => {
  let disk: SmallDisk | undefined;
  let assay: AssayProcess;
  let user: User;

  beforeEach(async function () {
    disk = mountedDisk(16);
    needs(this, 'the right to mount a disk', disk !== undefined);
    assay = await assayProcess({ ASSAY_ALLOWANCE_PRO: String(allowance) });
  });
  afterEach(async () => {
    await assay?.remove();
    disk?.remove();
  });

  /** Starts the server with one of its files on the small disk. */
  async function startWith(file: string): Promise<void> {
    await assay.start();
    user = await openUser(assay);
    await assay.stop();
    // Its log as well, which may hold what has not been worked into the file yet.
    const names = (await readdir(assay.folder)).filter((name) => name.startsWith(file));
    for (const name of names) {
      const [from, to] = [join(assay.folder, name), join(disk?.folder ?? assert.fail(), name)];
      await copyFile(from, to);
      await rm(from);
      if (name === file) symlinkSync(to, from);
    }
    await assay.start();
  }

  it('charges nothing for reports that could not be kept for the next request', async () => {
    await startWith('views.db');
    const load = checksOf(user);
    await load.send(8);
    disk?.fill(assay.pid());
    await load.sendUntil(503, 20);
    for (const answer of load.answers.filter(({ status }) => status !== 200)) {
      assertUnavailable(answer);
    }
    assert.equal((await user.usage()).credits.used, load.used());
    disk?.free(assay.pid());
    await load.sendUntil(200, 10);
    await assertDebits(assay, user, load.paid());
    assert.equal((await assay.result('audit')).clean, true);
  });

  it('goes on with what needs nothing new of personal data', async () => {
    await startWith('private.db');
    disk?.fill(assay.pid());
    const first = { text: 'The first text that is compared with others.' };
    // Makes the account's fingerprint key, for which there is no room.
    assertUnavailable(await user.post('/v1/plagiarism', first));
    const load = checksOf(user);
    await load.send(8);
    assert.equal(load.statuses().get(200), 8);
    assert.equal((await user.usage()).credits.used, load.used());
    disk?.free(assay.pid());
    assert.equal((await user.post('/v1/plagiarism', first)).status, 200);
  });
});

interface User extends RestClient {
  readonly account: string;
}

async function openUser(assay: AssayProcess): Promise<User> {
  const email = ['--email', 'd@example.org', '--plan', 'pro'];
  const account = String((await assay.result('account', 'open', ...email)).account_id);
  const limit = ['--name', 'k', '--rate-limit', '1000000'];
  const { key } = await assay.result('key', 'create', account, ...limit);
  return { ...restClient(() => assay.url(), String(key)), account };
}

/** Checks of texts with 1, 2, 3, … words, four at a time: a debit's amount names its request. */
function checksOf(user: User) {
  const answers: RestAnswer[] = [];
  const paid: number[] = [];
  let words = 0;
  const one = async (): Promise<void> => {
    words += 1;
    const mine = words;
    const text = Array.from({ length: mine }, (_, n) => `word${n}`).join(' ');
    const answer = await user.post('/v1/detect', { text });
    answers.push(answer);
    if (answer.status === 200) paid.push(mine);
  };
  const send = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += 4) await Promise.all([one(), one(), one(), one()]);
  };
  return {
    answers,
    send,
    /** Goes on until so many in a row were answered with this status. */
    async sendUntil(status: number, inARow: number): Promise<void> {
      const deadline = performance.now() + 60_000;
      while (answers.slice(-inARow).some((answer) => answer.status !== status)) {
        assert.ok(performance.now() < deadline, `no ${inARow} answers in a row with ${status}`);
        await send(4);
      }
    },
    paid: () => paid,
    used: () => paid.reduce((sum, amount) => sum + amount, 0),
    statuses() {
      const counts = new Map<number, number>();
      for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
      return counts;
    },
  };
}

function assertUnavailable({ status, headers, body }: RestAnswer): void {
  assert.equal(status, 503);
  assert.equal(body.code, 'internal');
  assert.match(body.detail ?? '', /cannot reach its store/);
  assert.match(headers.get('content-type') ?? '', /json/);
  assert.ok(Number(headers.get('retry-after')) > 0);
}

async function assertDebits(
  assay: AssayProcess,
  { account }: User,
  paid: readonly number[],
): Promise<void> {
  const { stdout } = await assay.cli('statement', account);
  const { rows }: { readonly rows: readonly { kind: string; amount: number }[] } =
    JSON.parse(stdout);
  const debits = rows.filter(({ kind }) => kind === 'debit').map(({ amount }) => -amount);
  const sorted = (amounts: readonly number[]) => [...amounts].sort((one, two) => one - two);
  assert.deepEqual(sorted(debits), sorted(paid));
}
