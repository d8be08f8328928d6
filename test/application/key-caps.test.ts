import assert from 'node:assert/strict';
import type { Caller } from '../../application/access/authenticate.ts';
import { auditLedger } from '../../application/ledger/audit-ledger.ts';
import { refundDebit } from '../../application/ledger/refund-debit.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { remainingUnder } from '../../domain/ledger/key-spending.ts';
import { credits } from '../../domain/shared/credits.ts';
import { debitId, keyId } from '../../domain/shared/ids.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';
import { supportPorts } from '../../interfaces/composition.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';
import { type WordCountAnalyser, wordCountAnalyser } from '../support/word-count-analyser.ts';

const cappedKey = 'key_00000cap';
const all = { ai: false, grammar: false, plagiarism: false, deep: false };
const plagiarism = { ...all, plagiarism: true };

describe('a key with a cap', () => {
  let analyser: WordCountAnalyser;
  let service: CheckService;

  beforeEach(async () => {
    analyser = wordCountAnalyser();
    service = await openCheckService(analyser);
  });
  afterEach(() => service.close());

  /** Two keys of one account with 1,000 credits. */
  async function keys(cap: number): Promise<{ readonly free: Caller; readonly capped: Caller }> {
    const free = await service.caller({ credits: 1_000 });
    return { free, capped: { ...free, credentialId: cappedKey, monthlyCap: credits(cap) } };
  }

  async function left({ accountId, monthlyCap }: Caller): Promise<number> {
    assert.ok(monthlyCap !== null);
    const { keySpendings } = await service.core.ledger.current(accountStream(accountId));
    return remainingUnder(keySpendings, { keyId: keyId(cappedKey), monthlyCap });
  }

  async function assertClean(): Promise<void> {
    const { core } = service;
    const ports = { ...supportPorts(core), projections: core.projections };
    assert.deepEqual((await auditLedger(ports, { prefixes: ['account-'] })).faults, []);
  }

  it('runs exactly as many parallel checks as its cap pays for', async () => {
    const { capped, free } = await keys(20);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        service.run(capped, { text: `word${n}`, checks: plagiarism }),
      ),
    );
    assert.equal(outcomes.filter(({ ok }) => ok).length, 10);
    assert.equal(outcomes.filter((one) => codeOf(one) === 'key_cap_reached').length, 90);
    assert.equal(await left(capped), 0);
    assert.ok((await service.run(free, { text: 'another', checks: plagiarism })).ok);
    await assertClean();
  });

  it('is told what it needs, what it has left, and until when', async () => {
    const { capped } = await keys(5);
    const outcome = await service.run(capped, { text: 'one two three four five six' });
    assert.ok(!outcome.ok && outcome.refusal.code === 'key_cap_reached');
    const { needed, remaining, shortfall, detail } = outcome.refusal;
    assert.deepEqual([needed, remaining, shortfall], [6, 5, 1]);
    assert.match(
      detail,
      /key_00000cap may spend 5 a month and has 5 left until 20\d\d-.*: 1 short/,
    );
  });

  it('is served from the cache at its cap, whoever paid for it', async () => {
    const { capped, free } = await keys(3);
    assert.ok((await service.run(free, { text: 'one two three four' })).ok);
    assert.ok((await service.run(capped, { text: 'one two three' })).ok);
    for (const text of ['one two three four', 'one two three']) {
      const again = await service.run(capped, { text });
      assert.ok(again.ok);
      assert.equal(again.value.creditsUsed, 0);
    }
    assert.equal(codeOf(await service.run(capped, { text: 'five' })), 'key_cap_reached');
  });

  it('gets back what failed and what was refunded', async () => {
    const { capped } = await keys(3);
    analyser.broken = true;
    await assert.rejects(service.run(capped, { text: 'one two three' }));
    analyser.broken = false;
    assert.equal(await left(capped), 3);
    assert.ok((await service.run(capped, { text: 'one two three' })).ok);
    assert.equal(await left(capped), 0);
    const debit = (await service.history(capped)).find(({ type }) => type === 'CreditsDebited');
    const refund = {
      accountId: capped.accountId,
      debitId: debitId(String(debit?.data.debitId)),
      reason: 'a test',
      actor: { kind: 'support' },
    } as const;
    const ports = supportPorts(service.core);
    assert.ok((await refundDebit(ports, refund)).ok);
    assert.equal(await left(capped), 3);
    assert.ok((await refundDebit(ports, refund)).ok);
    assert.equal(await left(capped), 3);
    await assertClean();
  });
});

describe('a key for some checks only', () => {
  let service: CheckService;
  before(async () => {
    service = await openCheckService();
  });
  after(() => service.close());

  it('runs those and no others, and nothing is held for the others', async () => {
    const caller: Caller = { ...(await service.caller({ credits: 100 })), checks: ['grammar'] };
    for (const checks of [
      { ...all, ai: true },
      { ...all, ai: true, deep: true },
      { ...all, ai: true, grammar: true },
      { ...all, plagiarism: true },
    ]) {
      assert.equal(codeOf(await service.run(caller, { checks })), 'not_allowed_for_key');
    }
    const types = (await service.history(caller)).map(({ type }) => type);
    assert.ok(!types.includes('CreditsHeld'));
    assert.ok((await service.run(caller, { checks: { ...all, grammar: true } })).ok);
  });

  it('gets no report of the others that another key paid for', async () => {
    const free = await service.caller({ credits: 100 });
    const caller: Caller = { ...free, checks: ['grammar'] };
    const checks = { ...all, ai: true };
    assert.ok((await service.run(free, { checks }, 'the-same-key')).ok);
    assert.ok((await service.run(free, { checks }, 'the-same-key')).ok);
    const outcome = await service.run(caller, { checks }, 'the-same-key');
    assert.equal(codeOf(outcome), 'not_allowed_for_key');
    assert.equal(codeOf(await service.run(caller, { checks })), 'not_allowed_for_key');
  });
});

function codeOf(outcome: Outcome<unknown>): string | null {
  return outcome.ok ? null : outcome.refusal.code;
}
