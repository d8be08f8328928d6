import assert from 'node:assert/strict';
import fc from 'fast-check';
import { debitMemory } from '../../../application/ledger/debit-memory.ts';
import { auditEvent, newlyAudited } from '../../../domain/ledger/audit.ts';
import type { LedgerCommand } from '../../../domain/ledger/command.ts';
import { decide } from '../../../domain/ledger/decide.ts';
import {
  available,
  emptyLedger,
  evolve,
  type TimedLedgerEvent,
} from '../../../domain/ledger/ledger.ts';
import {
  bonusCredits,
  emptyUsage,
  evolveUsage,
  nextDueAt,
  remainingCredits,
} from '../../../domain/ledger/usage.ts';
import { credits } from '../../../domain/shared/credits.ts';
import { instant } from '../../../domain/shared/instant.ts';
import {
  allowances,
  bonus,
  check,
  dayMs,
  hold,
  note,
  settle,
  someAccount,
  startMs,
} from '../../support/ledger-scenario.ts';
import { hasher } from '../../support/tally.ts';

interface Step {
  readonly waitMs: number;
  readonly what: 'hold' | 'settle' | 'release' | 'bonus' | 'plan' | 'roll' | 'refund' | 'hit';
  readonly which: number;
  readonly amount: number;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    waitMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 15 * 60_000 }),
      fc.integer({ min: 0, max: 40 * dayMs }),
      // Clocks are set back, and commands that had to wait carry an earlier time.
      fc.integer({ min: -2 * 3_600_000, max: 0 }),
      fc.integer({ min: -40 * dayMs, max: 0 }),
    ),
    what: fc.constantFrom(
      'hold',
      'hold',
      'settle',
      'settle',
      'release',
      'bonus',
      'plan',
      'roll',
      'refund',
      'hit',
    ),
    which: fc.integer({ min: 0, max: 6 }),
    amount: fc.integer({ min: 1, max: 600 }),
  }),
  { maxLength: 60 },
);

/** Carries out random commands and answers every event with its time. */
function run(script: readonly Step[]): readonly TimedLedgerEvent[] {
  let ledger = emptyLedger;
  const history: TimedLedgerEvent[] = [];
  const amounts = new Map<number, number>();
  let at = startMs;
  const apply = (command: LedgerCommand): void => {
    const time = instant(at);
    for (const { event } of decide(ledger, command, { at: time, allowances }).events) {
      ledger = evolve(ledger, { event, occurredAt: time });
      history.push({ event, occurredAt: time });
    }
    assert.ok(available(ledger) >= 0);
  };
  apply({ type: 'open-account', accountId: someAccount, plan: 'pro' });
  for (const [index, { waitMs, what, which, amount }] of script.entries()) {
    at += waitMs;
    const name = String(which);
    if (what === 'hold' && !amounts.has(which)) {
      amounts.set(which, amount);
      apply(hold(name, amount));
    } else if (what === 'hold') apply(hold(name, amounts.get(which) ?? 1));
    else if (what === 'settle') apply(settle(name, amounts.get(which) ?? 1));
    else if (what === 'release')
      apply({ type: 'release-hold', checkId: check(name), reason: 'failed' });
    else if (what === 'bonus') apply(bonus(`b${index}`, amount, at + amount * 3_600_000));
    else if (what === 'plan')
      apply({ type: 'choose-plan', plan: which % 2 === 0 ? 'pro' : 'team' });
    else if (what === 'roll') apply({ type: 'roll-period' });
    else if (what === 'hit') {
      const reused = { reuses: [check(name)], lines: [] };
      apply({ type: 'serve-cache-hit', checkId: check(`h${index}`), reused });
    } else {
      const debit = history.find(
        ({ event }) => event.type === 'CreditsDebited' && event.data.checkId === check(name),
      );
      if (debit?.event.type !== 'CreditsDebited') continue;
      const { debitId, amount: debited, perGrant } = debit.event.data;
      apply({
        type: 'refund-debit',
        debit: {
          ...{ debitId, amount: debited, perGrant },
          ...{ debitedAt: debit.occurredAt, countedUnder: null },
        },
        noteId: note,
      });
    }
  }
  return history;
}

describe('any history of an account', () => {
  it('passes the audit: replay explains every figure in every event', () => {
    fc.assert(
      fc.property(steps, (script) => {
        let audited = newlyAudited;
        const debits = debitMemory(hasher.sha256);
        for (const timed of run(script)) {
          const { next, fault } = auditEvent(audited, timed, debits);
          assert.equal(fault, null);
          audited = next;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('shows allowance + bonus - used - open holds = remaining at every event', () => {
    fc.assert(
      fc.property(steps, (script) => {
        let usage = emptyUsage;
        let ledger = emptyLedger;
        for (const timed of run(script)) {
          usage = evolveUsage(usage, timed.event);
          ledger = evolve(ledger, timed);
          const identity = usage.allowance + bonusCredits(usage) - usage.used - usage.held;
          assert.equal(identity, remainingCredits(usage));
          assert.equal(remainingCredits(usage), available(ledger));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('has nothing due before the usage record says so', () => {
    fc.assert(
      fc.property(steps, (script) => {
        const history = run(script);
        const usage = history.reduce((fold, { event }) => evolveUsage(fold, event), emptyUsage);
        const ledger = history.reduce(evolve, emptyLedger);
        const before = instant(nextDueAt(usage) - 1);
        const last = history.at(-1)?.occurredAt ?? instant(0);
        if (before < last) return;
        const early = decide(ledger, { type: 'roll-period' }, { at: before, allowances });
        assert.equal(early.events.length, 0);
        const due = decide(ledger, { type: 'roll-period' }, { at: nextDueAt(usage), allowances });
        assert.ok(due.events.length > 0);
      }),
      { numRuns: 300 },
    );
  });

  it('gives every event of a stream an id key of its own', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), (rounds) => {
        let ledger = emptyLedger;
        const keys = new Set<string>();
        let count = 0;
        const apply = (command: LedgerCommand, atMs: number): void => {
          const at = instant(atMs);
          for (const { event, idKey } of decide(ledger, command, { at, allowances }).events) {
            ledger = evolve(ledger, { event, occurredAt: at });
            keys.add(idKey);
            count += 1;
          }
        };
        apply({ type: 'open-account', accountId: someAccount, plan: 'pro' }, startMs);
        for (let round = 0; round < rounds; round++) {
          apply(hold('same', 10), startMs + round * dayMs);
          apply(
            { type: 'release-hold', checkId: check('same'), reason: 'failed' },
            startMs + round * dayMs,
          );
          apply(
            { type: 'choose-plan', plan: round % 2 === 0 ? 'team' : 'pro' },
            startMs + round * dayMs + 1,
          );
        }
        assert.equal(keys.size, count);
      }),
    );
  });

  it('notices a forged amount', () => {
    const history = run([
      { waitMs: 0, what: 'hold', which: 1, amount: 50 },
      { waitMs: 0, what: 'settle', which: 1, amount: 50 },
    ]);
    let audited = newlyAudited;
    const debits = debitMemory(hasher.sha256);
    const faults: (string | null)[] = [];
    for (const timed of history) {
      const { event } = timed;
      const forged: TimedLedgerEvent =
        event.type === 'CreditsDebited'
          ? { ...timed, event: { ...event, data: { ...event.data, amount: credits(40) } } }
          : timed;
      const { next, fault } = auditEvent(audited, forged, debits);
      audited = next;
      faults.push(fault);
    }
    assert.notEqual(faults.at(-1), null);
  });
});
