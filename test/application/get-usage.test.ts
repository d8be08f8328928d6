import assert from 'node:assert/strict';
import type { Caller } from '../../application/access/authenticate.ts';
import { choosePlan } from '../../application/ledger/choose-plan.ts';
import { getUsage } from '../../application/ledger/get-usage.ts';
import { holdCredits } from '../../application/ledger/hold-credits.ts';
import { OutcomeUnknownError, StoreUnavailableError } from '../../application/ports/event-store.ts';
import { credits } from '../../domain/shared/credits.ts';
import { accountId, checkId } from '../../domain/shared/ids.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import { supportPorts } from '../../interfaces/composition.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';

const minuteMs = 60_000;
const monthMs = 31 * 24 * 60 * minuteMs;

describe('the usage record', () => {
  let service: CheckService;
  beforeEach(async () => {
    service = await openCheckService();
  });
  afterEach(() => service.close());

  const usage = async (caller: Pick<Caller, 'accountId'>, laterMs = 0) => {
    const ports = supportPorts(service.core);
    const later = { now: (): Instant => addMs(ports.clock.now(), laterMs) };
    const answer = await getUsage({ ...ports, clock: later }, caller);
    assert.ok(answer.ok);
    return answer.value;
  };
  const hold = (caller: Caller, amount: number) =>
    holdCredits(
      service.core,
      {
        accountId: caller.accountId,
        checkId: checkId('chk_00000000'),
        amount: credits(amount),
        reuses: [],
        cap: null,
      },
      {
        at: supportPorts(service.core).clock.now(),
        correlationId: 'a-request',
        actor: { kind: 'system' },
      },
    );

  it('shows what a check has just spent', async () => {
    const caller = await service.caller({ credits: 100 });
    for (let n = 1; n <= 5; n += 1) {
      await service.run(caller, { text: `text number${n} here` });
      const shown = await usage(caller);
      assert.deepEqual([shown.credits.used, shown.credits.remaining], [3 * n, 100 - 3 * n]);
    }
  });

  it('shows what the read model does not hold yet: another node may have written it', async () => {
    const caller = await service.caller({ credits: 100 });
    const ports = supportPorts(service.core);
    const { readModels } = ports;
    const before = await readModels.get('usage', caller.accountId);
    await service.run(caller, { text: 'three more words' });
    for (const stale of [before, undefined]) {
      const late = { ...readModels, get: async () => stale };
      const answer = await getUsage({ ...ports, readModels: late }, caller);
      assert.ok(answer.ok);
      assert.deepEqual(answer.value, await usage(caller));
      assert.equal(answer.value.credits.remaining, 97);
    }
  });

  it('takes open holds off what remains until they expire', async () => {
    const caller = await service.caller({ credits: 100 });
    await hold(caller, 40);
    assert.equal((await usage(caller)).credits.remaining, 60);
    const after = await usage(caller, 12 * minuteMs);
    assert.deepEqual([after.credits.remaining, after.credits.used], [100, 0]);
    const types = (await service.history(caller)).map(({ type }) => type);
    assert.deepEqual(types.slice(-2), ['CreditsHeld', 'HoldReleased']);
  });

  it('writes nothing as long as nothing is due', async () => {
    const caller = await service.caller({ credits: 100 });
    const before = await service.history(caller);
    await Promise.all(Array.from({ length: 20 }, () => usage(caller)));
    assert.deepEqual(await service.history(caller), before);
  });

  it('starts the next period once, however many ask', async () => {
    const caller = await service.caller({ credits: 100 });
    const shown = await Promise.all(Array.from({ length: 20 }, () => usage(caller, monthMs)));
    const [first] = shown;
    assert.ok(first && shown.every(({ credits: one }) => one.remaining === 100));
    assert.ok(first.credits.period_end > Date.now() + monthMs);
    const types = (await service.history(caller)).map(({ type }) => type);
    assert.equal(types.filter((type) => type === 'PeriodStarted').length, 2);
  });

  it('shows the same while the log takes nothing, and writes it down when it does again', async () => {
    const caller = await service.caller({ credits: 100 });
    await hold(caller, 40);
    const ports = supportPorts(service.core);
    const clock = { now: (): Instant => addMs(ports.clock.now(), monthMs) };
    const before = await service.history(caller);
    for (const fault of [StoreUnavailableError, OutcomeUnknownError]) {
      const handle = () => Promise.reject(new fault('the disk is full'));
      const full = { ...ports, clock, ledger: { ...ports.ledger, handle } };
      const answer = await getUsage(full, caller);
      assert.ok(answer.ok);
      assert.deepEqual(await service.history(caller), before);
      assert.equal(answer.value.credits.remaining, 100);
      assert.ok(answer.value.credits.period_start > Date.now());
    }
    const handle = () => Promise.reject(new StoreUnavailableError('the disk is full'));
    const full = { ...ports, clock, ledger: { ...ports.ledger, handle } };
    const foreseen = await getUsage(full, caller);
    const written = await getUsage({ ...ports, clock }, caller);
    assert.deepEqual(foreseen, written);
    assert.notDeepEqual(await service.history(caller), before);
  });

  it('names the plan', async () => {
    const caller = await service.caller({ credits: 100 });
    assert.equal((await usage(caller)).plan, 'pro');
    const actor = { kind: 'support' } as const;
    const command = { accountId: caller.accountId, plan: 'team', actor } as const;
    await choosePlan(supportPorts(service.core), command);
    const { plan, credits: shown } = await usage(caller);
    assert.deepEqual([plan, shown.allowance], ['team', 2_000_000]);
    assert.equal(shown.allowance + shown.bonus - shown.used, shown.remaining);
  });

  it('refuses an account that does not exist', async () => {
    const nobody = { accountId: accountId('acc_00000000') };
    const answer = await getUsage(supportPorts(service.core), nobody);
    assert.ok(!answer.ok && answer.refusal.code === 'not_found');
  });
});
