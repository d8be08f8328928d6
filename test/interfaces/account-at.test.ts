import assert from 'node:assert/strict';
import fc from 'fast-check';
import { commandHandler } from '../../application/handle-command.ts';
import { ledgerDecider } from '../../application/ledger/account-ledger.ts';
import { getUsage, type UsageRecord } from '../../application/ledger/get-usage.ts';
import { refundDebit } from '../../application/ledger/refund-debit.ts';
import { showAccountAt } from '../../application/ledger/show-account-at.ts';
import type { LedgerCommand } from '../../domain/ledger/command.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { available } from '../../domain/ledger/ledger.ts';
import { type AccountId, accountId, debitOf } from '../../domain/shared/ids.ts';
import { type Instant, instant } from '../../domain/shared/instant.ts';
import { type Core, openCore, supportPorts } from '../../interfaces/composition.ts';
import { readConfig } from '../../interfaces/config.ts';
import { projectInline } from '../../projections/project-inline.ts';
import {
  bonus,
  check,
  dayMs,
  hold,
  minuteMs,
  settle,
  startMs,
} from '../support/ledger-scenario.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const allowanceSettings = { ASSAY_ALLOWANCE_PRO: '1000', ASSAY_ALLOWANCE_TEAM: '5000' };

interface Step {
  readonly waitMs: number;
  readonly what: 'hold' | 'settle' | 'release' | 'bonus' | 'plan' | 'refund' | 'ask';
  readonly which: number;
  readonly amount: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  waitMs: fc.oneof(
    fc.integer({ min: 1, max: 15 * minuteMs }),
    fc.integer({ min: 1, max: 40 * dayMs }),
  ),
  what: fc.constantFrom('hold', 'settle', 'release', 'bonus', 'plan', 'refund', 'ask', 'ask'),
  which: fc.integer({ min: 0, max: 4 }),
  amount: fc.integer({ min: 1, max: 400 }),
});

describe('an account at a past instant', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let core: Core;
  let now: Instant = instant(startMs);
  let count = 0;

  before(async () => {
    folder = temporaryFolder();
    const config = readConfig({ ASSAY_DATA_DIR: folder.path, ...allowanceSettings });
    core = await openCore(config, (cause) => assert.fail(String(cause)));
  });
  after(async () => {
    await core.stores.close();
    folder.remove();
  });

  /** The ports of the service, on a clock that the test moves. */
  const onTestClock = () => {
    const ports = supportPorts(core);
    const ledger = commandHandler(ledgerDecider(ports.codec, core.allowances), {
      eventStore: ports.eventStore,
      hasher: ports.hasher,
      timers: { pause: async () => undefined, random: () => 0 },
      project: (events) => projectInline(ports, core.projections, events),
    });
    return { ...ports, ledger, clock: { now: () => now }, allowances: core.allowances };
  };

  type Ports = ReturnType<typeof onTestClock>;
  interface Answer {
    readonly at: Instant;
    readonly usage: UsageRecord;
    readonly left: number;
  }

  const answerNow = async (ports: Ports, account: AccountId): Promise<Answer> => {
    const asked = await getUsage(ports, { accountId: account });
    assert.ok(asked.ok);
    const ledger = await ports.ledger.current(accountStream(account));
    return { at: now, usage: asked.value, left: available(ledger) };
  };

  /** Lives through the steps; what the service answered whenever it was asked. */
  const live = async (ports: Ports, account: AccountId, steps: readonly Step[]) => {
    const answers: Answer[] = [];
    const handle = (command: LedgerCommand) =>
      ports.ledger.handle(accountStream(account), command, {
        at: now,
        correlationId: 'test',
        actor: { kind: 'system' },
      });
    await handle({ type: 'open-account', accountId: account, plan: 'pro' });
    const amounts = new Map<number, number>();
    for (const [index, one] of steps.entries()) {
      now = instant(now + one.waitMs);
      if (!amounts.has(one.which)) amounts.set(one.which, one.amount);
      const price = amounts.get(one.which) ?? 1;
      // A check has one name for good: nobody remembers it for longer than a while.
      const name = `${account.slice(-6)}x${one.which}d${Math.floor((now - startMs) / dayMs)}`;
      if (one.what === 'ask') answers.push(await answerNow(ports, account));
      else if (one.what === 'refund') {
        await refundDebit(ports, {
          accountId: account,
          debitId: debitOf(check(name)),
          reason: 'x',
          actor: { kind: 'support' },
        });
      } else await handle(commandFor(one, { name, price, grant: `${name}g${index}` }));
    }
    return answers;
  };

  const commandFor = (
    { what, which, amount }: Step,
    names: { readonly name: string; readonly price: number; readonly grant: string },
  ): LedgerCommand => {
    const { name, price, grant } = names;
    if (what === 'hold') return hold(name, price);
    if (what === 'settle') return settle(name, price);
    if (what === 'bonus') return bonus(grant, amount, now + amount * 60 * minuteMs);
    if (what === 'plan') return { type: 'choose-plan', plan: which % 2 === 0 ? 'pro' : 'team' };
    return { type: 'release-hold', checkId: check(name), reason: 'failed' };
  };

  const assertShown = async (ports: Ports, account: AccountId, { at, usage, left }: Answer) => {
    const shown = await showAccountAt(ports, { accountId: account, at });
    assert.ok(shown.ok);
    const { plan, credits, grants, holds, held } = shown.value;
    assert.deepEqual({ plan, credits }, usage);
    assert.equal(shown.value.available, left);
    assert.equal(
      grants.reduce((sum, { free }) => sum + free, 0),
      left,
    );
    assert.equal(
      holds.reduce((sum, { amount }) => sum + amount, 0),
      held,
    );
  };

  it('is what the service answered then, whoever asked and whatever came later', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const ports = onTestClock();
        count += 1;
        const account = accountId(`acc_${String(count).padStart(8, '0')}`);
        now = instant(startMs);
        const answers = await live(ports, account, steps);
        now = instant(now + 400 * dayMs);
        for (const answer of answers) await assertShown(ports, account, answer);
        const before = await showAccountAt(ports, { accountId: account, at: now });
        assert.ok(before.ok);
        await assertShown(ports, account, await answerNow(ports, account));
        const { left } = await answerNow(ports, account);
        assert.equal(before.value.available, left);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses an instant before the account, one to come, and an account that never was', async () => {
    const ports = onTestClock();
    const account = accountId('acc_refusals0');
    now = instant(startMs);
    await ports.ledger.handle(
      accountStream(account),
      { type: 'open-account', accountId: account, plan: 'pro' },
      { at: now, correlationId: 'test', actor: { kind: 'system' } },
    );
    for (const [at, id, code, why] of [
      [startMs - 1, account, 'not_found', /opened later/],
      [startMs + 1, account, 'bad_json', /still to come/],
      [startMs, accountId('acc_nobody00'), 'not_found', /no account/],
    ] as const) {
      const shown = await showAccountAt(ports, { accountId: id, at: instant(at) });
      assert.ok(!shown.ok && shown.refusal.code === code);
      assert.match(shown.refusal.detail, why);
    }
  });
});
