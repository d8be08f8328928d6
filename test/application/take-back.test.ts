import assert from 'node:assert/strict';
import type { Caller } from '../../application/access/authenticate.ts';
import {
  type IdempotentCheckPorts,
  runIdempotently,
} from '../../application/checks/run-idempotently.ts';
import { OutcomeUnknownError, StoreUnavailableError } from '../../application/ports/event-store.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { available } from '../../domain/ledger/ledger.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';

describe('a check without a key whose debit is in doubt', () => {
  let service: CheckService;
  beforeEach(async () => {
    service = await openCheckService();
  });
  afterEach(() => service.close());

  const run = (caller: Caller, changes: Partial<IdempotentCheckPorts>) =>
    runIdempotently(
      { ...service.ports, ...changes },
      {
        caller,
        correlationId: 'a-request',
        route: '/v1/detect',
        idempotencyKey: null,
        request: {
          source: { kind: 'text', text: 'one two three' },
          checks: { ai: true, grammar: false, plagiarism: false, deep: false },
          uiLanguage: 'en',
          store: false,
        },
      },
    );
  const types = async (caller: Caller) => (await service.history(caller)).map(({ type }) => type);
  const debits = async (caller: Caller) =>
    (await types(caller)).filter((type) => type === 'CreditsDebited').length;

  it('is refunded when it turns out to be in the log, however long the log was away', async () => {
    const caller = await service.caller({ credits: 100 });
    const { ledger } = service.ports;
    let outages = 3;
    const silent: typeof ledger = {
      ...ledger,
      async handle(stream, command, context) {
        const { type } = command;
        if (type === 'release-hold' && outages-- > 0) throw new StoreUnavailableError('gone');
        const answer = await ledger.handle(stream, command, context);
        if (type === 'settle-hold') throw new OutcomeUnknownError('the answer is lost');
        return answer;
      },
    };
    const timers = { pause: () => Promise.resolve(), random: () => 0 };
    await assert.rejects(run(caller, { ledger: silent, timers }), OutcomeUnknownError);
    await until(async () => (await types(caller)).includes('CreditsRefunded'));
    assert.equal(await debits(caller), 1);
    const account = await ledger.current(accountStream(caller.accountId));
    assert.equal(available(account), 100);
  });

  it('gives its hold back when the debit was lost on its way', async () => {
    const caller = await service.caller({ credits: 100 });
    const { ledger } = service.ports;
    const lossy: typeof ledger = {
      ...ledger,
      handle(stream, command, context) {
        if (command.type === 'settle-hold') throw new OutcomeUnknownError('lost on the way');
        return ledger.handle(stream, command, context);
      },
    };
    await assert.rejects(run(caller, { ledger: lossy }), OutcomeUnknownError);
    await until(async () => (await types(caller)).includes('HoldReleased'));
    assert.equal(await debits(caller), 0);
  });
});

/** What is done behind an answer shows in the log a little later. */
async function until(look: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 200; looks++) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail('nothing came of it');
}
