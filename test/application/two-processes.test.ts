import assert from 'node:assert/strict';
import { auditLedger } from '../../application/ledger/audit-ledger.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import { type Core, openCore, supportPorts } from '../../interfaces/composition.ts';
import { readConfig } from '../../interfaces/config.ts';
import { openedAccountIn } from '../support/check-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const monthMs = 31 * 24 * 60 * 60 * 1000;

describe('two processes on one data folder', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let cores: readonly [Core, Core];

  beforeEach(() => {
    folder = temporaryFolder();
    const config = readConfig({ ASSAY_DATA_DIR: folder.path });
    const open = (): Core => openCore(config, (cause) => assert.fail(String(cause)));
    cores = [open(), open()];
  });
  afterEach(async () => {
    await Promise.all(cores.map((core) => core.stores.close()));
    folder.remove();
  });

  const context = (at: Instant) => ({
    at,
    correlationId: supportPorts(cores[0]).ids.uuid(),
    actor: { kind: 'system' as const },
  });

  it('roll the same period at the same moment without breaking the chain', async () => {
    const [one, two] = cores;
    const { accountId } = await openedAccountIn(one, 'a@example.org');
    const stream = accountStream(accountId);
    let at = supportPorts(one).clock.now();
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
});
