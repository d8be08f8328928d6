import assert from 'node:assert/strict';
import type { Caller } from '../../application/access/authenticate.ts';
import { holdCredits } from '../../application/ledger/hold-credits.ts';
import { releaseExpiredHolds } from '../../application/ledger/release-expired-holds.ts';
import { releaseHold } from '../../application/ledger/release-hold.ts';
import { StoreUnavailableError } from '../../application/ports/event-store.ts';
import { credits } from '../../domain/shared/credits.ts';
import { checkId } from '../../domain/shared/ids.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import { openCore, supportPorts } from '../../interfaces/composition.ts';
import { readConfig } from '../../interfaces/config.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';

const minuteMs = 60_000;
const held = checkId('chk_00000000');

describe('expired holds that nobody asks for', () => {
  let service: CheckService;
  beforeEach(async () => {
    service = await openCheckService();
  });
  afterEach(() => service.close());

  const ports = (laterMs = 12 * minuteMs) => {
    const support = supportPorts(service.core);
    return { ...support, clock: { now: (): Instant => addMs(support.clock.now(), laterMs) } };
  };
  const context = () => ({
    at: supportPorts(service.core).clock.now(),
    correlationId: 'a-request',
    actor: { kind: 'system' } as const,
  });
  const hold = ({ accountId }: Caller, id = held) =>
    holdCredits(
      service.core,
      { accountId, checkId: id, amount: credits(40), reuses: [], cap: null },
      context(),
    );
  const typesOf = async (caller: Caller) => (await service.history(caller)).map((one) => one.type);

  it('are written down, once', async () => {
    const [idle, busy] = [
      await service.caller({ credits: 100 }),
      await service.caller({ credits: 100 }),
    ];
    await hold(idle);
    await hold(busy);
    const command = { accountId: busy.accountId, checkId: held, reason: 'failed' } as const;
    await releaseHold(service.core, command, context());
    await service.core.ledger.projected(`account-${busy.accountId}`);
    const before = await typesOf(busy);
    assert.deepEqual(await releaseExpiredHolds(ports()), {
      accounts: 1,
      failures: [],
      more: false,
    });
    assert.equal((await typesOf(idle)).at(-1), 'HoldReleased');
    assert.deepEqual(await typesOf(busy), before);
    assert.deepEqual(await releaseExpiredHolds(ports()), {
      accounts: 0,
      failures: [],
      more: false,
    });
  });

  it('are left alone as long as they have not expired', async () => {
    const caller = await service.caller({ credits: 100 });
    await hold(caller);
    await service.core.ledger.projected(`account-${caller.accountId}`);
    assert.equal((await releaseExpiredHolds(ports(9 * minuteMs))).accounts, 0);
    assert.equal((await typesOf(caller)).at(-1), 'CreditsHeld');
  });

  it('are written once although two nodes look at the same time', async () => {
    const callers = await Promise.all(
      Array.from({ length: 25 }, () => service.caller({ credits: 100 })),
    );
    await Promise.all(callers.map((caller) => hold(caller)));
    await Promise.all(
      callers.map((one) => service.core.ledger.projected(`account-${one.accountId}`)),
    );
    const config = readConfig({ ASSAY_DATA_DIR: service.folder, ASSAY_ALLOWANCE_PRO: '0' });
    const other = await openCore(config, (cause) => assert.fail(String(cause)));
    const [one, two] = await Promise.all([
      releaseExpiredHolds(ports()),
      releaseExpiredHolds({ ...supportPorts(other), clock: ports().clock }),
    ]);
    assert.deepEqual([one?.failures, two?.failures], [[], []]);
    for (const caller of callers) {
      const released = (await typesOf(caller)).filter((type) => type === 'HoldReleased');
      assert.equal(released.length, 1);
    }
    await other.stores.close();
  });

  it('are all taken in turns of at most a hundred accounts', async () => {
    const callers = await Promise.all(
      Array.from({ length: 130 }, () => service.caller({ credits: 100 })),
    );
    await Promise.all(callers.map((caller) => hold(caller)));
    await Promise.all(
      callers.map((one) => service.core.ledger.projected(`account-${one.accountId}`)),
    );
    const turns = [await releaseExpiredHolds(ports()), await releaseExpiredHolds(ports())];
    assert.deepEqual(
      turns.map(({ accounts, more }) => [accounts, more]),
      [
        [100, true],
        [30, false],
      ],
    );
  });

  it('of one account do not wait for another whose stream takes nothing', async () => {
    const callers = [
      await service.caller({ credits: 100 }),
      await service.caller({ credits: 100 }),
    ];
    for (const caller of callers) await hold(caller);
    await Promise.all(
      callers.map((one) => service.core.ledger.projected(`account-${one.accountId}`)),
    );
    const { ledger, ...rest } = ports();
    const [stuck, fine] = callers;
    assert.ok(stuck !== undefined && fine !== undefined);
    const handle: typeof ledger.handle = (stream, ...given) =>
      stream.endsWith(stuck.accountId)
        ? Promise.reject(new StoreUnavailableError('the disk is full'))
        : ledger.handle(stream, ...given);
    const { failures } = await releaseExpiredHolds({ ...rest, ledger: { ...ledger, handle } });
    assert.equal(failures.length, 1);
    assert.equal((await typesOf(fine)).at(-1), 'HoldReleased');
  });
});
