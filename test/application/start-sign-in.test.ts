import assert from 'node:assert/strict';
import { startSignIn } from '../../application/access/start-sign-in.ts';
import { openAccount } from '../../application/ledger/open-account.ts';
import { StoreUnavailableError } from '../../application/ports/event-store.ts';
import type { Mailer } from '../../application/ports/mailer.ts';
import type { Telemetry } from '../../application/ports/telemetry.ts';
import { type Core, openCore, supportPorts } from '../../interfaces/composition.ts';
import { readConfig } from '../../interfaces/config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('starting a sign-in', () => {
  const folder = temporaryFolder();
  let core: Core;

  before(async () => {
    core = await openCore(readConfig({ ASSAY_DATA_DIR: folder.path }), () => assert.fail());
    const account = {
      email: 'holder@example.org',
      plan: 'pro',
      actor: { kind: 'support' },
    } as const;
    assert.ok((await openAccount(supportPorts(core), account)).ok);
  });
  after(async () => {
    await core.stores.close();
    folder.remove();
  });

  /** Starts a sign-in; the letter is written when the tasks are run. */
  async function start(email: string, send: Mailer['send'], ledger = supportPorts(core).ledger) {
    const tasks: (() => Promise<void>)[] = [];
    const warnings: string[] = [];
    const pauses: number[] = [];
    const telemetry: Telemetry = {
      count: () => undefined,
      record: () => undefined,
      observe: () => undefined,
      trace: (_name, _attributes, work) => work(),
      log: (_level, message, fields) => warnings.push(`${message} ${JSON.stringify(fields)}`),
    };
    const pause = async (durationMs: number) => void pauses.push(durationMs);
    const started = await startSignIn(
      {
        ...supportPorts(core),
        ledger,
        timers: { pause, random: () => 0 },
        telemetry,
        background: (task) => tasks.push(task),
        mailer: { send, close: async () => undefined },
      },
      {
        email,
        browserMark: null,
        clientAddress: `10.0.0.${Math.floor(performance.now()) % 250}`,
        letter: (code) => ({ subject: 'Code', text: `Code: ${code}` }),
      },
    );
    return { started, tasks, warnings, pauses };
  }

  it('answers before the letter is written', async () => {
    let sent = 0;
    const { started, tasks } = await start('holder@example.org', async () => {
      sent += 1;
    });
    assert.equal(started.status, 'started');
    assert.equal(sent, 0);
    await Promise.all(tasks.map((task) => task()));
    assert.equal(sent, 1);
  });

  it('writes nobody where there is no account, and answers the same', async () => {
    const { started, tasks } = await start('nobody@example.org', () => assert.fail('no letter'));
    assert.equal(started.status, 'started');
    await Promise.all(tasks.map((task) => task()));
  });

  it('hands a letter over again after a moment, three times in all', async () => {
    let tries = 0;
    const failing = await start('holder@example.org', async () => {
      tries += 1;
      throw new Error('ECONNECTION 421');
    });
    await Promise.all(failing.tasks.map((task) => task()));
    assert.equal(tries, 3);
    // The first one lets the answer go out before there is any work on the letter.
    assert.deepEqual(failing.pauses, [250, 2_000, 10_000]);
    assert.equal(failing.warnings.length, 3);
    assert.ok(!failing.warnings.join().includes('holder@'));
    tries = 0;
    const mended = await start('holder@example.org', async () => {
      tries += 1;
      if (tries === 1) throw new Error('ECONNECTION 421');
    });
    await Promise.all(mended.tasks.map((task) => task()));
    assert.equal(tries, 2);
  });

  it('looks again after a moment when the log could not say whether the account is still there', async () => {
    const { ledger } = supportPorts(core);
    let looks = 0;
    const flaky: typeof ledger = {
      ...ledger,
      current: async (stream) => {
        looks += 1;
        if (looks === 1) throw new StoreUnavailableError('the log is away');
        return ledger.current(stream);
      },
    };
    const sent: string[] = [];
    const { tasks, warnings } = await start(
      'holder@example.org',
      async ({ to }) => void sent.push(to),
      flaky,
    );
    await Promise.all(tasks.map((task) => task()));
    assert.deepEqual([looks, sent, warnings.length], [2, ['holder@example.org'], 1]);
  });
});
