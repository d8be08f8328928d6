import assert from 'node:assert/strict';
import type { LedgerCommand } from '../../../domain/ledger/command.ts';
import type { CountedDebit } from '../../../domain/ledger/events.ts';
import { credits } from '../../../domain/shared/credits.ts';
import { instant } from '../../../domain/shared/instant.ts';
import {
  bonus,
  capped,
  check,
  dayMs,
  hold,
  holding,
  minuteMs,
  note,
  openedAccount,
  type Scenario,
  settle,
  startMs,
} from '../../support/ledger-scenario.ts';

const cap = capped('one', 100);
const other = capped('two', 100);
const under = (name: string, amount: number, key = cap): LedgerCommand => ({
  ...holding(name, amount),
  cap: key,
});
const release = (name: string): LedgerCommand => ({
  type: 'release-hold',
  checkId: check(name),
  reason: 'failed',
});

/** The refund of the debit that the scenario's last command made. */
function refundOf({ events }: Scenario, countedUnder: CountedDebit | null): LedgerCommand {
  const debit = events.find(({ type }) => type === 'CreditsDebited');
  assert.ok(debit?.type === 'CreditsDebited');
  const { debitId, amount, perGrant } = debit.data;
  const facts = { debitId, amount, perGrant, debitedAt: instant(startMs) };
  return { type: 'refund-debit', debit: { ...facts, countedUnder }, noteId: note };
}

const inFirstPeriod = { keyId: cap.keyId, period: 1 };
/** The account was opened on the 31st of January. */
const nextPeriodMs = Date.UTC(2026, 1, 28, 12);

describe('a capped key', () => {
  it('holds up to its cap, and the event says under which', () => {
    const held = openedAccount().when(under('a', 100)).thenEvents('CreditsHeld');
    const [event] = held.events;
    assert.deepEqual(event?.type === 'CreditsHeld' && event.data.cap, cap);
    assert.equal(event?.version, 2);
  });

  it('is refused one credit more, however much the account has', () => {
    openedAccount()
      .when(under('a', 60))
      .when(under('b', 41))
      .thenEvents()
      .thenAnswer({
        status: 'key_cap_reached',
        ...cap,
        needed: credits(41),
        remaining: credits(40),
        resetsAt: instant(nextPeriodMs),
      })
      .when(under('b', 40))
      .thenEvents('CreditsHeld');
  });

  it('is refused by its cap before the account is asked', () => {
    openedAccount().when(under('a', 5_000)).thenAnswer({ status: 'key_cap_reached' });
    openedAccount()
      .when(hold('all', 1_000))
      .when(under('a', 50))
      .thenAnswer({ status: 'insufficient_credits' });
  });

  it('leaves other keys alone, capped or not', () => {
    openedAccount()
      .when(under('a', 100))
      .when(under('b', 100, other))
      .thenEvents('CreditsHeld')
      .when(hold('c', 800))
      .thenEvents('CreditsHeld');
  });

  it('gets back what was released, by hand or by time', () => {
    openedAccount()
      .when(under('a', 100))
      .when(release('a'))
      .when(under('b', 100))
      .thenEvents('CreditsHeld')
      .when(under('c', 100), startMs + 11 * minuteMs)
      .thenEvents('HoldReleased', 'CreditsHeld');
  });

  it('keeps what was debited, and gets a refund back', () => {
    const paid = openedAccount().when(under('a', 100)).when(settle('a', 100));
    paid.when(under('b', 1)).thenAnswer({ status: 'key_cap_reached', remaining: credits(0) });
    paid
      .when(refundOf(paid, inFirstPeriod))
      .thenEvents('CreditsRefunded')
      .when(under('b', 100))
      .thenEvents('CreditsHeld');
  });

  it('gets nothing back from a refund of what another key paid', () => {
    const paid = openedAccount().when(under('a', 100)).when(settle('a', 100));
    const both = paid.when(hold('b', 7)).when(settle('b', 7));
    both
      .when(refundOf(both, null))
      .when(under('c', 1))
      .thenAnswer({ status: 'key_cap_reached', remaining: credits(0) });
  });

  it('starts anew with each period of the account', () => {
    openedAccount()
      .when(under('a', 100))
      .when(settle('a', 100))
      .when(under('b', 100), nextPeriodMs - 1)
      .thenAnswer({ status: 'key_cap_reached' })
      .when(under('b', 100), nextPeriodMs)
      .thenEvents('GrantExpired', 'PeriodStarted', 'CreditsGranted', 'CreditsHeld');
  });

  it('starts anew when the plan changes, which begins a period', () => {
    openedAccount()
      .when(under('a', 100))
      .when(settle('a', 100))
      .when({ type: 'choose-plan', plan: 'team' })
      .when(under('b', 100))
      .thenEvents('CreditsHeld');
  });

  it('takes an open hold into the next period, so that no period debits more than the cap', () => {
    const before = nextPeriodMs - minuteMs;
    const turned = openedAccount()
      .when(bonus('more', 500))
      .when(under('a', 100), before)
      .when({ type: 'roll-period' }, nextPeriodMs)
      .thenEvents('GrantExpired', 'PeriodStarted', 'CreditsGranted');
    turned.when(under('b', 1), nextPeriodMs).thenAnswer({ status: 'key_cap_reached' });
    turned
      .when(settle('a', 100), nextPeriodMs)
      .when(under('b', 1), nextPeriodMs)
      .thenAnswer({ status: 'key_cap_reached' });
    turned
      .when(release('a'), nextPeriodMs)
      .when(under('b', 100), nextPeriodMs)
      .thenEvents('CreditsHeld');
  });

  it('gets nothing back in this period for a debit of an earlier one', () => {
    const paid = openedAccount().when(under('a', 100)).when(settle('a', 100));
    const later = nextPeriodMs + dayMs;
    paid
      .when(under('b', 60), later)
      .when(settle('b', 60), later)
      .when(refundOf(paid, inFirstPeriod), later)
      .thenEvents('CreditsRefunded')
      .when(under('c', 41), later)
      .thenAnswer({ status: 'key_cap_reached', remaining: credits(40) });
  });

  it('never holds the same check twice', () => {
    openedAccount().when(under('a', 100)).when(under('a', 100)).thenEvents().thenAnswer({
      status: 'done',
    });
  });

  it('is asked anew when a check that crashed comes again with another key', () => {
    openedAccount()
      .when(under('a', 80))
      .when(under('a', 80, other))
      .thenEvents('HoldReleased', 'CreditsHeld')
      .when(under('b', 100))
      .thenEvents('CreditsHeld')
      .when(under('a', 80))
      .thenEvents('HoldReleased')
      .thenAnswer({ status: 'key_cap_reached' });
    openedAccount()
      .when(hold('a', 80))
      .when(under('a', 80))
      .thenEvents('HoldReleased', 'CreditsHeld');
  });

  it('is served from the cache, and what it has paid for, at its cap', () => {
    const paid = openedAccount().when(under('a', 100)).when(settle('a', 100));
    const reused = { reuses: [check('a')], lines: [{ item: 'ai', amount: credits(100) }] } as const;
    paid
      .when({ type: 'serve-cache-hit', checkId: check('b'), reused })
      .thenEvents('CacheHitServed')
      .thenAnswer({ status: 'done' });
    paid.when(under('a', 100)).thenEvents().thenAnswer({ status: 'already_debited' });
  });

  it('cannot spend at all when it is capped below what it holds', () => {
    openedAccount()
      .when(under('a', 80))
      .when(under('b', 1, capped('one', 50)))
      .thenAnswer({ status: 'key_cap_reached', remaining: credits(0), needed: credits(1) });
  });
});
