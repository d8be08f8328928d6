import assert from 'node:assert/strict';
import { auditLedger } from '../../application/ledger/audit-ledger.ts';
import { getUsage } from '../../application/ledger/get-usage.ts';
import { partKey } from '../../domain/checks/cache-key.ts';
import { checkId } from '../../domain/shared/ids.ts';
import { supportPorts } from '../../interfaces/composition.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';
import { type WordCountAnalyser, wordCountAnalyser } from '../support/word-count-analyser.ts';

const both = { ai: true, grammar: true, plagiarism: false, deep: false };
const plagiarism = { ai: false, grammar: false, plagiarism: true, deep: false };

describe('running a check', () => {
  let service: CheckService;
  let analyser: WordCountAnalyser;

  beforeEach(async () => {
    analyser = wordCountAnalyser();
    service = await openCheckService(analyser);
  });
  afterEach(() => service.close());

  async function remaining(caller: Parameters<CheckService['run']>[0]): Promise<number> {
    const usage = await getUsage(supportPorts(service.core), caller);
    assert.ok(usage.ok);
    return usage.value.credits.remaining;
  }
  const types = (events: readonly { readonly type: string }[]): readonly string[] =>
    events.map(({ type }) => type).filter((type) => !/Opened|Started|Granted/.test(type));

  it('charges a report once and serves the same request from the cache', async () => {
    const caller = await service.caller({ credits: 100 });
    const first = await service.run(caller, { checks: both });
    const again = await service.run(caller, { checks: both });
    assert.ok(first.ok && again.ok);
    assert.equal(first.value.creditsUsed, 4);
    assert.equal(again.value.creditsUsed, 0);
    assert.equal(again.value.creditsRemaining, 96);
    const report = JSON.parse(first.value.reportJson);
    const repeat = JSON.parse(again.value.reportJson);
    assert.deepEqual(report.credits, { used: 4, remaining: 96 });
    assert.deepEqual({ ...repeat, credits: null }, { ...report, credits: null });
    assert.deepEqual(types(await service.history(caller)), [
      'CreditsHeld',
      'CreditsDebited',
      'CacheHitServed',
    ]);
  });

  it('reuses the cached part of a larger request and charges the rest', async () => {
    const caller = await service.caller({ credits: 100 });
    await service.run(caller, {});
    const larger = await service.run(caller, { checks: { ...both, plagiarism: true } });
    assert.ok(larger.ok);
    assert.equal(larger.value.creditsUsed, 1 + 6);
    assert.equal(analyser.runs.detect, 1);
    assert.notEqual(JSON.parse(larger.value.reportJson).verdict, null);
  });

  it('never serves plagiarism from the cache', async () => {
    const caller = await service.caller({ credits: 100 });
    for (let times = 0; times < 2; times++) {
      const outcome = await service.run(caller, { checks: plagiarism });
      assert.ok(outcome.ok);
      assert.equal(outcome.value.creditsUsed, 6);
    }
    assert.equal(analyser.runs.compare, 2);
  });

  it('keeps accounts, languages of explanation and depth apart', async () => {
    const [one, two] = [
      await service.caller({ credits: 9999 }),
      await service.caller({ credits: 9999 }),
    ];
    const deep = { ai: true, grammar: false, plagiarism: false, deep: true };
    const used: number[] = [];
    for (const [caller, request] of [
      [one, {}],
      [two, {}],
      [one, { uiLanguage: 'de' as const }],
      [one, { checks: deep }],
    ] as const) {
      const outcome = await service.run(caller, request);
      assert.ok(outcome.ok);
      used.push(outcome.value.creditsUsed);
    }
    assert.deepEqual(used, [3, 3, 3, 1503]);
  });

  it('answers exactly 10 of 200 parallel requests when the credits are for 10', async () => {
    const caller = await service.caller({ credits: 30 });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, n) => service.run(caller, { text: `text number${n} here` })),
    );
    assert.equal(outcomes.filter(({ ok }) => ok).length, 10);
    const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal]));
    assert.ok(refusals.every(({ code }) => code === 'insufficient_credits'));
    assert.equal(await remaining(caller), 0);
    const audit = await auditLedger(supportPorts(service.core), { prefixes: ['account-'] });
    assert.deepEqual(audit.faults, []);
  });

  it('says what a refused request needs', async () => {
    const caller = await service.caller({ credits: 1 });
    const outcome = await service.run(caller, {});
    assert.ok(!outcome.ok && outcome.refusal.code === 'insufficient_credits');
    const { needed, remaining: left, shortfall } = outcome.refusal;
    assert.deepEqual([needed, left, shortfall], [3, 1, 2]);
  });

  it('makes one debit and 49 cache hits of 50 identical requests at once', async () => {
    const caller = await service.caller({ credits: 1000 });
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => service.run(caller, {})));
    const used = outcomes.map((outcome) => (outcome.ok ? outcome.value.creditsUsed : -1));
    assert.deepEqual(used.sort(), [...Array(49).fill(0), 3]);
    const history = types(await service.history(caller));
    assert.equal(history.filter((type) => type === 'CreditsDebited').length, 1);
    assert.equal(history.filter((type) => type === 'CacheHitServed').length, 49);
    assert.equal(analyser.runs.detect, 1);
  });

  it('releases the hold and charges nothing when an engine fails', async () => {
    const caller = await service.caller({ credits: 10 });
    analyser.broken = true;
    await assert.rejects(service.run(caller, {}), { name: 'AnalysisFailedError' });
    assert.equal(await remaining(caller), 10);
    assert.deepEqual(types(await service.history(caller)), ['CreditsHeld', 'HoldReleased']);
    analyser.broken = false;
    assert.ok((await service.run(caller, {})).ok);
  });

  it('fails everybody who waits for a request that fails, once', async () => {
    const caller = await service.caller({ credits: 1000 });
    analyser.broken = true;
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, () => service.run(caller, {})),
    );
    assert.ok(settled.every(({ status }) => status === 'rejected'));
    const holds = types(await service.history(caller)).filter((type) => type === 'CreditsHeld');
    assert.equal(holds.length, 1);
  });

  it('does not serve a cached part whose check was never paid for', async () => {
    const caller = await service.caller({ credits: 100 });
    const first = await service.run(caller, {});
    assert.ok(first.ok);
    const { hasher, clock } = service.ports;
    const of = {
      accountId: caller.accountId,
      source: hasher.keyedHash('text', 'one two three'),
      label: '',
      deep: false,
      uiLanguage: 'en',
      engineVersion: 'test-1',
    } as const;
    const key = partKey('ai', of);
    const paid = await service.ports.reportCache.get(key, clock.now());
    assert.ok(paid !== undefined);
    await service.ports.reportCache.put(key, { ...paid, checkId: checkId('chk_crashed0') });
    const again = await service.run(caller, {});
    assert.ok(again.ok);
    assert.equal(again.value.creditsUsed, 3);
  });

  it('refuses what is blank, too long or selects nothing, without an event', async () => {
    const caller = await service.caller({ credits: 100 });
    const nothing = { ai: false, grammar: false, plagiarism: false, deep: true };
    const codes: string[] = [];
    for (const request of [
      { text: ' \n ' },
      { text: '!!! ---' },
      { checks: nothing },
      { text: 'a'.repeat(400_001) },
      { text: '𝒂'.repeat(400_001) },
      { text: 'a '.repeat(150_000) },
    ]) {
      const outcome = await service.run(caller, request);
      assert.ok(!outcome.ok);
      codes.push(outcome.refusal.code);
    }
    assert.deepEqual(codes, [
      'empty',
      'empty',
      'no_checks',
      'text_too_long',
      'text_too_long',
      'too_many_words',
    ]);
    assert.deepEqual(types(await service.history(caller)), []);
  });

  describe('with an Idempotency-Key', () => {
    it('replays the stored response', async () => {
      const caller = await service.caller({ credits: 100 });
      const first = await service.run(caller, { checks: plagiarism }, 'k1');
      const again = await service.run(caller, { checks: plagiarism }, 'k1');
      assert.ok(first.ok && again.ok);
      assert.equal(again.value.replayed, true);
      assert.equal(again.value.reportJson, first.value.reportJson);
      assert.equal(await remaining(caller), 94);
    });

    it('refuses another body and a second request at the same time', async () => {
      const caller = await service.caller({ credits: 100 });
      const running = service.run(caller, {}, 'k1');
      const second = await service.run(caller, {}, 'k1');
      assert.ok(!second.ok && second.refusal.code === 'request_in_progress');
      await running;
      const other = await service.run(caller, { text: 'another text' }, 'k1');
      assert.ok(!other.ok && other.refusal.code === 'idempotency_mismatch');
    });

    it('frees the key when nothing came of the request', async () => {
      const caller = await service.caller({ credits: 100 });
      analyser.broken = true;
      await assert.rejects(service.run(caller, {}, 'k1'));
      analyser.broken = false;
      const retry = await service.run(caller, {}, 'k1');
      assert.ok(retry.ok && !retry.value.replayed);
      assert.equal(retry.value.creditsUsed, 3);
    });

    it('belongs to one account', async () => {
      const [one, two] = [
        await service.caller({ credits: 9 }),
        await service.caller({ credits: 9 }),
      ];
      await service.run(one, {}, 'k1');
      const other = await service.run(two, { text: 'another text' }, 'k1');
      assert.ok(other.ok && !other.value.replayed);
    });
  });
});
