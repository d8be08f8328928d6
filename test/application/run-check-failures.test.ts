import assert from 'node:assert/strict';
import type { Caller } from '../../application/access/authenticate.ts';
import {
  type IdempotentCheckPorts,
  runIdempotently,
} from '../../application/checks/run-idempotently.ts';
import { AnalysisFailedError } from '../../application/ports/analyser.ts';
import { OutcomeUnknownError, StoreUnavailableError } from '../../application/ports/event-store.ts';
import type { CheckSelection } from '../../domain/checks/request.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';
import { type WordCountAnalyser, wordCountAnalyser } from '../support/word-count-analyser.ts';

const plagiarism = { ai: false, grammar: false, plagiarism: true, deep: false };

describe('checking a text while something fails', () => {
  let service: CheckService;
  let analyser: WordCountAnalyser;
  beforeEach(async () => {
    analyser = wordCountAnalyser();
    service = await openCheckService(analyser);
  });
  afterEach(() => service.close());

  const run = (
    caller: Caller,
    changes: Partial<IdempotentCheckPorts>,
    request: {
      readonly key?: string;
      readonly checks?: CheckSelection;
      readonly store?: boolean;
    } = {},
  ) =>
    runIdempotently(
      { ...service.ports, ...changes },
      {
        caller,
        correlationId: 'a-request',
        route: '/v1/analyze',
        idempotencyKey: request.key ?? null,
        request: {
          source: { kind: 'text', text: 'one two three' },
          checks: request.checks ?? plagiarism,
          uiLanguage: 'en',
          store: request.store ?? false,
        },
      },
    );
  const debits = async (caller: Caller) =>
    (await service.history(caller)).filter(({ type }) => type === 'CreditsDebited').length;
  const later = (ms: number): Partial<IdempotentCheckPorts> => {
    const { clock } = service.ports;
    return { clock: { now: (): Instant => addMs(clock.now(), ms) } };
  };

  it('answers what is paid for although the response cannot be kept, and never charges it again', async () => {
    const caller = await service.caller({ credits: 100 });
    const { idempotency } = service.ports;
    const forgetful = {
      ...idempotency,
      complete: () => Promise.reject(new StoreUnavailableError('the disk is full')),
    };
    const first = await run(caller, { idempotency: forgetful }, { key: 'k1' });
    assert.ok(first.ok);
    const running = await run(caller, {}, { key: 'k1' });
    assert.ok(!running.ok && running.refusal.code === 'request_in_progress');
    const again = await run(caller, later(200_000), { key: 'k1' });
    assert.ok(again.ok);
    assert.equal(again.value.creditsUsed, 6);
    assert.equal(await debits(caller), 1);
  });

  it('says again what a check cost when its parts come from the cache that it filled itself', async () => {
    const caller = await service.caller({ credits: 100 });
    const { idempotency } = service.ports;
    const cutOff = {
      ...idempotency,
      complete: () => Promise.reject(new StoreUnavailableError('the disk is full')),
    };
    const request = { key: 'k1', checks: { ...plagiarism, plagiarism: false, ai: true } };
    const first = await run(caller, { idempotency: cutOff }, request);
    const second = await run(caller, later(200_000), request);
    assert.ok(first.ok && second.ok);
    assert.deepEqual(
      [first.value.creditsUsed, second.value.creditsUsed, second.value.creditsRemaining],
      [3, 3, 97],
    );
    assert.equal(JSON.parse(second.value.reportJson).credits.used, 3);
    assert.equal(await debits(caller), 1);
  });

  it('refuses as it should although the claim cannot be given up', async () => {
    const caller = await service.caller({ credits: 1 });
    const { idempotency } = service.ports;
    const stuck = {
      ...idempotency,
      abandon: () => Promise.reject(new StoreUnavailableError('the disk is full')),
    };
    const outcome = await run(caller, { idempotency: stuck }, { key: 'k1' });
    assert.ok(!outcome.ok && outcome.refusal.code === 'insufficient_credits');
  });

  it('charges once under one key when nobody knows whether the debit was written', async () => {
    const caller = await service.caller({ credits: 100 });
    const { ledger } = service.ports;
    const silent: typeof ledger = {
      ...ledger,
      async handle(stream, command, context) {
        const answer = await ledger.handle(stream, command, context);
        if (command.type === 'settle-hold') throw new OutcomeUnknownError('the answer is lost');
        return answer;
      },
    };
    await assert.rejects(run(caller, { ledger: silent }, { key: 'k1' }), OutcomeUnknownError);
    assert.equal(await debits(caller), 1);
    const again = await run(caller, {}, { key: 'k1' });
    assert.ok(again.ok);
    assert.equal(again.value.creditsUsed, 6);
    assert.equal(await debits(caller), 1);
  });

  it('does not let a late caller free the key of the one who took over', async () => {
    const caller = await service.caller({ credits: 100 });
    const [first, second] = [gate(), gate()];
    const gated = (by: Gate): WordCountAnalyser => ({
      ...analyser,
      async compare(...given) {
        await by.pass();
        return analyser.compare(...given);
      },
    });
    const late = run(caller, { analyser: gated(first) }, { key: 'k1' });
    await first.reached;
    const next = { analyser: gated(second), ...later(200_000) };
    const takingOver = run(caller, next, { key: 'k1' });
    await second.reached;
    first.open(new AnalysisFailedError('too slow'));
    await assert.rejects(late);
    const third = await run(caller, later(200_000), { key: 'k1' });
    assert.ok(!third.ok && third.refusal.code === 'request_in_progress');
    second.open();
    await takingOver.catch(() => undefined);
    assert.ok((await debits(caller)) <= 1);
  });

  it('keeps the fingerprints of a text only when all of its checks succeeded', async () => {
    const caller = await service.caller({ credits: 100 });
    const stored: string[] = [];
    const library = {
      ...service.ports.library,
      store: async (_: unknown, { id }: { readonly id: string }) => void stored.push(id),
    };
    const all = { ai: true, grammar: false, plagiarism: true, deep: false };
    const half = { ...analyser };
    half.detect = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new AnalysisFailedError('the worker is gone');
    };
    const request = { checks: all, store: true };
    await assert.rejects(run(caller, { analyser: half, library }, request));
    assert.deepEqual(stored, []);
    assert.ok((await run(caller, { library }, request)).ok);
    assert.equal(stored.length, 1);
  });

  it('charges nothing when the fingerprints cannot be kept', async () => {
    const caller = await service.caller({ credits: 100 });
    const library = {
      ...service.ports.library,
      store: () => Promise.reject(new StoreUnavailableError('the disk is full')),
    };
    await assert.rejects(run(caller, { library }, { store: true }), StoreUnavailableError);
    assert.equal(await debits(caller), 0);
    assert.deepEqual(
      (await service.history(caller)).slice(-2).map(({ type }) => type),
      ['CreditsHeld', 'HoldReleased'],
    );
  });

  it('charges nothing when the check takes longer than its hold', async () => {
    const caller = await service.caller({ credits: 100 });
    let offset = 0;
    const { clock } = service.ports;
    const jumping = { now: (): Instant => addMs(clock.now(), offset) };
    const slow = { ...analyser };
    slow.compare = async (...given) => {
      offset = 11 * 60_000;
      return analyser.compare(...given);
    };
    await assert.rejects(run(caller, { clock: jumping, analyser: slow }), /nothing was charged/);
    assert.equal(await debits(caller), 0);
    const again = await run(caller, { clock: jumping });
    assert.ok(again.ok);
    assert.equal(again.value.creditsRemaining, 94);
  });

  it('gives credits that came while the text was being prepared to the check', async () => {
    const caller = await service.caller({ credits: 1 });
    const slow = { ...analyser };
    slow.prepare = async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await service.giveCredits(caller, 5);
      return analyser.prepare(...given);
    };
    assert.ok((await run(caller, { analyser: slow })).ok);
    const history = await service.history(caller);
    const times = history.map(({ metadata }) => metadata.occurredAt);
    assert.deepEqual(
      times,
      [...times].sort((left, right) => left - right),
    );
  });
});

/** Where somebody waits until the test lets him pass, or stops him with an error. */
interface Gate {
  readonly reached: Promise<void>;
  pass(): Promise<void>;
  open(error?: Error): void;
}

function gate(): Gate {
  let arrive: () => void = () => undefined;
  let open: (error?: Error) => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const opened = new Promise<void>((resolve, reject) => {
    open = (error) => (error === undefined ? resolve() : reject(error));
  });
  return {
    reached,
    open,
    async pass() {
      arrive();
      await opened;
    },
  };
}
