import assert from 'node:assert/strict';
import { auditLedger } from '../../application/ledger/audit-ledger.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { credits } from '../../domain/shared/credits.ts';
import { checkId } from '../../domain/shared/ids.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import { type Core, openCore, openOperations, supportPorts } from '../../interfaces/composition.ts';
import { readConfig } from '../../interfaces/config.ts';
import { openedAccountIn } from '../support/check-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const monthMs = 31 * 24 * 60 * 60 * 1000;

describe('two processes on one data folder', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let cores: readonly [Core, Core];

  const config = () => readConfig({ ASSAY_DATA_DIR: folder.path, ASSAY_ALLOWANCE_PRO: '600' });

  beforeEach(async () => {
    folder = temporaryFolder();
    const open = (): Promise<Core> => openCore(config(), (cause) => assert.fail(String(cause)));
    cores = [await open(), await open()];
  });
  afterEach(async () => {
    await Promise.all(cores.map((core) => core.stores.close()));
    folder.remove();
  });

  const now = (): Instant => supportPorts(cores[0]).clock.now();
  const context = (at: Instant) => ({
    at,
    correlationId: supportPorts(cores[0]).ids.uuid(),
    actor: { kind: 'system' as const },
  });

  it('roll the same period at the same moment without breaking the chain', async () => {
    const [one, two] = cores;
    const { accountId } = await openedAccountIn(one, 'a@example.org');
    const stream = accountStream(accountId);
    let at = now();
    for (let month = 0; month < 6; month += 1) {
      at = addMs(at, monthMs);
      await Promise.all([one.ledger.current(stream), two.ledger.current(stream)]);
      await Promise.all(
        cores.map((core) => core.ledger.handle(stream, { type: 'roll-period' }, context(at))),
      );
    }
    await two.ledger.handle(stream, { type: 'choose-plan', plan: 'team' }, context(at));
    await one.ledger.handle(stream, { type: 'choose-plan', plan: 'pro' }, context(addMs(at, 1)));
    const audit = await auditLedger(supportPorts(one), { prefixes: ['account-'] });
    assert.deepEqual(audit.faults, []);
  });

  /** One check from hold to debit; true when it was paid for. */
  const pay = async (core: Core, stream: string, name: string): Promise<boolean> => {
    const id = checkId(`chk_${name.padStart(8, '0')}`);
    const amount = credits(10);
    const hold = {
      type: 'hold-credits',
      checkId: id,
      amount,
      holdMs: 60_000,
      reuses: [],
      cap: null,
    } as const;
    const held = await core.ledger.handle(stream, hold, context(now()));
    if (held.status === 'insufficient_credits') return false;
    assert.equal(held.status, 'done');
    const lines = [{ item: 'ai', amount }] as const;
    const debit = { lines, priceVersion: 1, wordCount: 10, reused: null };
    const settle = { type: 'settle-hold', checkId: id, ...debit } as const;
    const settled = await core.ledger.handle(stream, settle, context(now()));
    assert.equal(settled.status, 'done');
    return true;
  };

  it('spend exactly what there is, while one of them grants and the other rebuilds', async () => {
    const [one, two] = cores;
    const { accountId } = await openedAccountIn(one, 'a@example.org');
    const stream = accountStream(accountId);
    const before = await one.ledger.current(stream);
    const operations = await openOperations(config());
    const grant = {
      accountId,
      amount: credits(100),
      kind: 'bonus',
      reason: 'a test',
      expiresAt: null,
    } as const;
    const checks = Array.from({ length: 300 }, (_, n) => pay(n % 2 ? one : two, stream, `n${n}`));
    const granted = Array.from({ length: 5 }, () => operations.grantCredits(grant));
    const rebuilt = operations.rebuild({
      from: 0,
      resume: false,
      onStart: () => undefined,
      onProgress: () => undefined,
    });
    const paid = (await Promise.all(checks)).filter(Boolean).length;
    assert.ok((await Promise.all(granted)).every(({ ok }) => ok));
    await rebuilt;
    const late: boolean[] = [];
    for (let n = 0; n < 3; n += 1) late.push(await pay(one, stream, `late${n}`));
    const after = await two.ledger.current(stream);
    const spent = 10 * (paid + late.filter(Boolean).length);
    assert.equal(after.balance, before.balance + 500 - spent);
    assert.equal(after.held, 0);
    const { clean, faults, differences } = await operations.audit(null);
    assert.deepEqual([clean, faults, differences], [true, [], []]);
    await operations.close();
  });
});
