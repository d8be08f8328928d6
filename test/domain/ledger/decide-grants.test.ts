import assert from 'node:assert/strict';
import { available } from '../../../domain/ledger/ledger.ts';
import {
  bonus,
  check,
  dayMs,
  grant,
  hold,
  minuteMs,
  openedAccount,
  settle,
  startMs,
} from '../../support/ledger-scenario.ts';

describe('deciding on the grants and periods of an account', () => {
  describe('grants', () => {
    it('burns the allowance first, then the bonus that expires first', () => {
      const account = openedAccount()
        .when(bonus('late', 100, startMs + 20 * dayMs))
        .when(bonus('soon', 100, startMs + 10 * dayMs))
        .when(bonus('never', 100))
        .when(hold('a', 1150));
      const [held] = account.events;
      assert.deepEqual(
        held?.type === 'CreditsHeld' &&
          held.data.perGrant.map(({ grantId, amount }) => [grantId, amount]),
        [
          ['grt_allowance-pro-0', 1000],
          [grant('soon'), 100],
          [grant('late'), 50],
        ],
      );
    });

    it('ends a grant at its expiry with what was left', () => {
      const account = openedAccount()
        .when(bonus('b', 100, startMs + dayMs))
        .when({ type: 'roll-period' }, startMs + dayMs)
        .thenEvents('GrantExpired');
      assert.equal(available(account.ledger), 1000);
    });

    it('lets a hold outlive its grant, and its release forfeit the credits', () => {
      const late = startMs + dayMs - 5 * minuteMs;
      const account = openedAccount()
        .when(bonus('b', 100, startMs + dayMs))
        .when(hold('a', 1100), late)
        .when({ type: 'release-hold', checkId: check('a'), reason: 'failed' }, startMs + dayMs)
        .thenEvents('GrantExpired', 'HoldReleased');
      assert.equal(available(account.ledger), 1000);
      const released = account.events[1];
      assert.equal(released?.type === 'HoldReleased' && released.data.forfeited, 100);
    });
  });

  describe('periods', () => {
    it('starts a new one with a fresh allowance, and the rest of the old one expires', () => {
      const account = openedAccount()
        .when(hold('a', 400))
        .when(settle('a', 400))
        .when({ type: 'roll-period' }, Date.UTC(2026, 1, 28, 12))
        .thenEvents('GrantExpired', 'PeriodStarted', 'CreditsGranted');
      assert.equal(available(account.ledger), 1000);
      assert.equal(account.ledger.period?.end, Date.UTC(2026, 2, 31, 12));
    });

    it('skips the months nobody used', () => {
      openedAccount()
        .when({ type: 'roll-period' }, Date.UTC(2027, 0, 31, 12))
        .thenEvents('GrantExpired', 'PeriodStarted', 'CreditsGranted');
    });

    it('emits nothing while the period runs', () => {
      openedAccount()
        .when({ type: 'roll-period' }, startMs + dayMs)
        .thenEvents();
    });

    it('begins anew with another plan, and stays with the same one', () => {
      const account = openedAccount()
        .when(hold('a', 400))
        .when(settle('a', 400))
        .when({ type: 'choose-plan', plan: 'team' }, startMs + dayMs)
        .thenEvents('GrantExpired', 'PlanChosen', 'PeriodStarted', 'CreditsGranted');
      assert.equal(available(account.ledger), 5000);
      account.when({ type: 'choose-plan', plan: 'team' }, startMs + dayMs).thenEvents();
    });
  });
});
