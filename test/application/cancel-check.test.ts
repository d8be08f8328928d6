import assert from 'node:assert/strict';
import {
  CheckCancelledError,
  type CheckStep,
  type CheckWatch,
} from '../../application/checks/check-watch.ts';
import { estimateCheck } from '../../application/checks/estimate-check.ts';
import { runIdempotently } from '../../application/checks/run-idempotently.ts';
import { getUsage } from '../../application/ledger/get-usage.ts';
import type { CheckRequest } from '../../domain/checks/request.ts';
import { supportPorts } from '../../interfaces/composition.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';
import { type WordCountAnalyser, wordCountAnalyser } from '../support/word-count-analyser.ts';

const all = { ai: true, grammar: true, plagiarism: true, deep: false };

function request(text: string, checks: CheckRequest['checks'] = all): CheckRequest {
  return { source: { kind: 'text', text }, checks, uiLanguage: 'en', store: false };
}

function watchOf(cancelled: AbortSignal, steps: CheckStep[] = []): CheckWatch {
  return { cancelled, onStep: (step) => steps.push(step) };
}

describe('a check that is watched', () => {
  let analyser: WordCountAnalyser;
  let service: CheckService;
  let release: () => void;
  let held: Promise<void>;

  beforeEach(async () => {
    const engines = wordCountAnalyser();
    held = new Promise((resolve) => {
      release = resolve;
    });
    analyser = {
      ...engines,
      runs: engines.runs,
      async detect(...work) {
        await held;
        return engines.detect(...work);
      },
    };
    service = await openCheckService(analyser);
  });
  afterEach(async () => {
    release();
    await service.close();
  });

  const run = (caller: Awaited<ReturnType<CheckService['caller']>>, watch: CheckWatch) =>
    runIdempotently(service.ports, {
      caller,
      request: request('one two three'),
      correlationId: 'a-call',
      idempotencyKey: null,
      route: '/mcp/check_all',
      watch,
    });

  it('gives its hold back when it is taken back, and is charged nothing', async () => {
    const caller = await service.caller({ credits: 100 });
    const cancel = new AbortController();
    const steps: CheckStep[] = [];
    const check = run(caller, watchOf(cancel.signal, steps));
    while (steps.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    cancel.abort();
    await assert.rejects(check, CheckCancelledError);
    const types = (await service.history(caller)).map(({ type }) => type);
    assert.deepEqual(types.slice(-2), ['CreditsHeld', 'HoldReleased']);
    const [last] = (await service.history(caller)).slice(-1);
    assert.match(JSON.stringify(last?.data), /"reason":"cancelled"/);
    const usage = await getUsage(supportPorts(service.core), caller);
    assert.ok(usage.ok && usage.value.credits.remaining === 100);
  });

  it('holds nothing when it was taken back before', async () => {
    const caller = await service.caller({ credits: 100 });
    const before = (await service.history(caller)).length;
    await assert.rejects(run(caller, watchOf(AbortSignal.abort())), CheckCancelledError);
    assert.equal((await service.history(caller)).length, before);
  });

  it('does not take others with it who wait for the same report', async () => {
    const caller = await service.caller({ credits: 100 });
    const cancel = new AbortController();
    const steps: CheckStep[] = [];
    const first = run(caller, watchOf(cancel.signal, steps));
    while (steps.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const second = run(caller, watchOf(new AbortController().signal));
    const third = new AbortController();
    const waiting = run(caller, watchOf(third.signal));
    third.abort();
    await assert.rejects(waiting, CheckCancelledError);
    cancel.abort();
    await assert.rejects(first, CheckCancelledError);
    release();
    const outcome = await second;
    assert.ok(outcome.ok);
    // 3 words: AI 3, grammar 1, plagiarism 6.
    assert.equal(outcome.value.creditsUsed, 10);
  });

  it('tells of each step in its order', async () => {
    const caller = await service.caller({ credits: 100 });
    const steps: CheckStep[] = [];
    release();
    const outcome = await run(caller, watchOf(new AbortController().signal, steps));
    assert.ok(outcome.ok);
    assert.deepEqual(
      steps,
      [1, 2, 3, 4].map((done) => ({ done, total: 5 })),
    );
  });
});

describe('an estimate', () => {
  let service: CheckService;
  let analyser: WordCountAnalyser;

  beforeEach(async () => {
    analyser = wordCountAnalyser();
    service = await openCheckService(analyser);
  });
  afterEach(() => service.close());

  const estimate = (caller: Awaited<ReturnType<CheckService['caller']>>, asked: CheckRequest) =>
    estimateCheck({ ...supportPorts(service.core), ...service.ports }, { caller, request: asked });

  it('names what the check then costs, and runs nothing', async () => {
    const caller = await service.caller({ credits: 100 });
    const before = (await service.history(caller)).length;
    const estimated = await estimate(caller, request('one two three four'));
    assert.ok(estimated.ok);
    assert.equal(estimated.value.words, 4);
    assert.equal(estimated.value.available, 100);
    assert.deepEqual(analyser.runs, { detect: 0, grammar: 0, compare: 0 });
    assert.equal((await service.history(caller)).length, before);
    const checked = await service.run(caller, { text: 'one two three four', checks: all });
    assert.ok(checked.ok);
    assert.equal(checked.value.creditsUsed, estimated.value.price);
  });

  it('leaves out what an identical request paid for, plagiarism never', async () => {
    const caller = await service.caller({ credits: 1000 });
    await service.run(caller, { text: 'one two three', checks: all });
    const estimated = await estimate(caller, request('one two three'));
    assert.ok(estimated.ok);
    const { lines, price } = estimated.value;
    assert.deepEqual(
      lines.map(({ item, cached }) => [item, cached]),
      [
        ['ai', true],
        ['grammar', true],
        ['plagiarism', false],
      ],
    );
    assert.equal(price, 6);
    const checked = await service.run(caller, { text: 'one two three', checks: all });
    assert.ok(checked.ok && checked.value.creditsUsed === price);
    const deep = await estimate(caller, request('one two three', { ...all, deep: true }));
    assert.ok(deep.ok && deep.value.price === 3 + 1500 + 6);
  });

  it('refuses what the check would refuse before its hold', async () => {
    const caller = await service.caller({ credits: 0 });
    for (const [text, code] of [
      [' ', 'empty'],
      ['\u2026', 'empty'],
      ['a'.repeat(400_001), 'text_too_long'],
    ] as const) {
      const outcome = await estimate(caller, request(text));
      assert.ok(!outcome.ok && outcome.refusal.code === code);
    }
    assert.ok((await estimate(caller, request('one'))).ok);
  });
});
