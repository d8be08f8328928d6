import assert from 'node:assert/strict';
import type { LedgerEvent } from '../../../domain/ledger/events.ts';
import {
  bonusCredits,
  emptyUsage,
  evolveUsage,
  nextDueAt,
  remainingCredits,
  type Usage,
} from '../../../domain/ledger/usage.ts';
import { debitId } from '../../../domain/shared/ids.ts';
import { instant } from '../../../domain/shared/instant.ts';
import {
  bonus,
  check,
  dayMs,
  hold,
  minuteMs,
  note,
  openedAccount,
  type Scenario,
  settle,
  startMs,
} from '../../support/ledger-scenario.ts';

/** An account and its usage, side by side. */
function follow(account: Scenario, usage: Usage = emptyUsage) {
  const folded = account.events.reduce(evolveUsage, usage);
  return {
    usage: folded,
    events: account.events,
    when: (command: Parameters<Scenario['when']>[0], atMs?: number) =>
      follow(account.when(command, atMs), folded),
  };
}

function refundOf(events: readonly LedgerEvent[], debitedAtMs: number) {
  const debit = events.find((event) => event.type === 'CreditsDebited');
  assert.ok(debit?.type === 'CreditsDebited');
  const { amount, perGrant } = debit.data;
  const debited = { debitId: debit.data.debitId, amount, perGrant };
  return {
    type: 'refund-debit',
    debit: { ...debited, debitedAt: instant(debitedAtMs), countedUnder: null },
    noteId: note,
  } as const;
}

function assertAddsUp(usage: Usage): void {
  const sum = usage.allowance + bonusCredits(usage) - usage.used - usage.held;
  assert.equal(sum, remainingCredits(usage));
}

describe('the usage of an account', () => {
  it('counts what is debited and takes off what is refunded in the period', () => {
    const debited = follow(openedAccount()).when(hold('a', 400)).when(settle('a', 400));
    assert.equal(debited.usage.used, 400);
    const refunded = debited.when(refundOf(debited.events, startMs));
    assert.equal(refunded.usage.used, 0);
    assert.equal(remainingCredits(refunded.usage), 1000);
    assertAddsUp(refunded.usage);
  });

  it('leaves the new period alone when a debit of the old one is refunded', () => {
    const debited = follow(openedAccount()).when(hold('a', 400)).when(settle('a', 400));
    const later = debited
      .when(hold('b', 300), startMs + 40 * dayMs)
      .when(settle('b', 300), startMs + 40 * dayMs)
      .when(refundOf(debited.events, startMs), startMs + 40 * dayMs);
    assert.equal(later.usage.used, 300);
    assert.equal(remainingCredits(later.usage), 700);
    assertAddsUp(later.usage);
  });

  it('adds up when the clock was set back between a debit, a new plan and the refund', () => {
    const debited = follow(openedAccount()).when(hold('a', 400)).when(settle('a', 400));
    const earlier = startMs - 60 * minuteMs;
    const after = debited
      .when({ type: 'choose-plan', plan: 'team' }, earlier)
      .when(hold('b', 500), earlier)
      .when(settle('b', 500), earlier)
      .when(refundOf(debited.events, startMs), earlier);
    assertAddsUp(after.usage);
    assert.equal(remainingCredits(after.usage), 4500);
    assert.equal(after.usage.used, 500);
  });

  it('shows a grant beside the allowance as bonus until it expires', () => {
    const granted = follow(openedAccount()).when(bonus('b', 50, startMs + dayMs));
    assert.equal(bonusCredits(granted.usage), 50);
    const expired = granted.when({ type: 'roll-period' }, startMs + dayMs);
    assert.equal(bonusCredits(expired.usage), 0);
    assert.equal(remainingCredits(expired.usage), 1000);
  });

  it('is due when the next hold, grant or period ends', () => {
    const opened = follow(openedAccount());
    assert.equal(nextDueAt(opened.usage), opened.usage.periodEnd);
    const granted = opened.when(bonus('b', 50, startMs + dayMs));
    assert.equal(nextDueAt(granted.usage), startMs + dayMs);
    const held = granted.when(hold('a', 10));
    assert.equal(nextDueAt(held.usage), startMs + 10 * minuteMs);
    const released = held.when({
      type: 'release-hold',
      checkId: check('a'),
      reason: 'failed',
    });
    assert.equal(nextDueAt(released.usage), startMs + dayMs);
  });

  it('does not move by what is held and given back', () => {
    const opened = follow(openedAccount());
    const held = opened.when(hold('a', 10));
    assert.deepEqual([held.usage.held, remainingCredits(held.usage)], [10, 990]);
    const expired = held.when({ type: 'roll-period' }, startMs + 11 * minuteMs);
    assert.deepEqual(expired.usage, opened.usage);
  });

  it('knows a refund of a debit it has never seen', () => {
    const { usage } = follow(openedAccount());
    const refund: LedgerEvent = {
      type: 'CreditsRefunded',
      version: 2,
      data: {
        debitId: debitId('deb_unknown00'),
        amount: usage.allowance,
        perGrant: [],
        forfeited: usage.allowance,
        debitedAt: instant(startMs),
        noteId: note,
        countedUnder: null,
        balanceAfter: usage.balance,
        heldAfter: usage.held,
      },
    };
    assertAddsUp(evolveUsage(usage, refund));
  });
});
