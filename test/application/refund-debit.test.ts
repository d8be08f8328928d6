import assert from 'node:assert/strict';
import type { Caller } from '../../application/access/authenticate.ts';
import { auditLedger } from '../../application/ledger/audit-ledger.ts';
import { getUsage } from '../../application/ledger/get-usage.ts';
import { grantCredits } from '../../application/ledger/grant-credits.ts';
import { refundDebit } from '../../application/ledger/refund-debit.ts';
import { credits } from '../../domain/shared/credits.ts';
import { type DebitId, debitId } from '../../domain/shared/ids.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import { supportPorts } from '../../interfaces/composition.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';

const actor = { kind: 'support' } as const;
const monthMs = 31 * 24 * 60 * 60 * 1000;

describe('refunding a debit', () => {
  let service: CheckService;
  beforeEach(async () => {
    service = await openCheckService();
  });
  afterEach(() => service.close());

  const ports = () => supportPorts(service.core);
  const refund = (caller: Caller, id: DebitId, laterMs = 0) => {
    const { clock } = ports();
    const later = { now: (): Instant => addMs(clock.now(), laterMs) };
    const command = {
      accountId: caller.accountId,
      debitId: id,
      reason: 'a mistake of ours',
      actor,
    };
    return refundDebit({ ...ports(), clock: later }, command);
  };
  const debited = async (caller: Caller): Promise<DebitId> => {
    assert.ok((await service.run(caller, {})).ok);
    const debit = (await service.history(caller)).find(({ type }) => type === 'CreditsDebited');
    return debitId(String(debit?.data.debitId));
  };
  const usage = async (caller: Caller) => {
    const answer = await getUsage(ports(), caller);
    assert.ok(answer.ok);
    return answer.value.credits;
  };

  it('gives it back whole, once, whoever asks at the same time', async () => {
    const caller = await service.caller({ credits: 100 });
    const id = await debited(caller);
    const refunds = await Promise.all([refund(caller, id), refund(caller, id), refund(caller, id)]);
    assert.equal(refunds.filter((one) => one.ok && one.value.refundedNow).length, 1);
    assert.ok(refunds.every((one) => one.ok && one.value.amount === 3));
    const { remaining, used } = await usage(caller);
    assert.deepEqual([remaining, used], [100, 0]);
  });

  it('refuses a debit that is not there, or another account’s', async () => {
    const [one, two] = [
      await service.caller({ credits: 100 }),
      await service.caller({ credits: 100 }),
    ];
    const id = await debited(one);
    for (const outcome of [await refund(two, id), await refund(one, debitId('deb_00000000'))]) {
      assert.ok(!outcome.ok && outcome.refusal.code === 'not_found');
    }
    assert.equal((await usage(two)).remaining, 100);
  });

  it('leaves what was used in a later period alone', async () => {
    const caller = await service.caller({ credits: 100 });
    const id = await debited(caller);
    const outcome = await refund(caller, id, monthMs);
    assert.ok(outcome.ok && outcome.value.refundedNow);
    const { remaining, used } = await usage(caller);
    assert.deepEqual([remaining, used], [100, 0]);
    const audit = await auditLedger(ports(), { prefixes: ['account-'] });
    assert.deepEqual(audit.faults, []);
  });

  it('keeps the reason out of the log', async () => {
    const caller = await service.caller({ credits: 100 });
    await refund(caller, await debited(caller));
    const history = JSON.stringify(await service.history(caller));
    assert.ok(!history.includes('mistake'));
    const refunded = (await service.history(caller)).at(-1);
    const note = `note:${String(refunded?.data.noteId)}`;
    assert.equal(await ports().personalData.get(caller.accountId, note), 'a mistake of ours');
  });

  it('tells what did not come back because its grant had ended, also when asked again', async () => {
    const caller = await service.caller({ credits: 0 });
    const { clock } = ports();
    const granted = await grantCredits(ports(), {
      accountId: caller.accountId,
      amount: credits(2),
      kind: 'bonus',
      reason: 'a test',
      expiresAt: addMs(clock.now(), 60_000),
      actor,
    });
    assert.ok(granted.ok);
    await service.giveCredits(caller, 1);
    const id = await debited(caller);
    for (const refundedNow of [true, false]) {
      const outcome = await refund(caller, id, 120_000);
      assert.ok(outcome.ok);
      assert.deepEqual(outcome.value, { debitId: id, amount: 3, forfeited: 2, refundedNow });
    }
    assert.equal((await usage(caller)).remaining, 1);
    const audit = await auditLedger(ports(), { prefixes: ['account-'] });
    assert.equal(audit.first_fault, null);
  });

  it('keeps one reason for one refund', async () => {
    const caller = await service.caller({ credits: 100 });
    const id = await debited(caller);
    const kept: string[] = [];
    const { personalData } = ports();
    const noting = {
      ...personalData,
      async put(...given: Parameters<typeof personalData.put>) {
        kept.push(given[1]);
        await personalData.put(...given);
      },
    };
    for (let time = 0; time < 3; time += 1) {
      const command = { accountId: caller.accountId, debitId: id, reason: 'a mistake', actor };
      assert.ok((await refundDebit({ ...ports(), personalData: noting }, command)).ok);
    }
    assert.equal(kept.length, 1);
  });
});
