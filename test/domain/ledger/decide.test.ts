import assert from 'node:assert/strict';
import { available } from '../../../domain/ledger/ledger.ts';
import { credits } from '../../../domain/shared/credits.ts';
import { debitId } from '../../../domain/shared/ids.ts';
import { instant } from '../../../domain/shared/instant.ts';
import {
  bonus,
  check,
  dayMs,
  grant,
  hold,
  holding,
  minuteMs,
  note,
  openedAccount,
  scenario,
  settle,
  someAccount,
  startMs,
} from '../../support/ledger-scenario.ts';

describe('deciding on an account', () => {
  it('opens with a period and its allowance', () => {
    openedAccount()
      .thenEvents('AccountOpened', 'PeriodStarted', 'CreditsGranted')
      .thenAnswer({ status: 'done', available: credits(1000) });
  });

  it('opens on the free plan without credits', () => {
    openedAccount('free').thenEvents('AccountOpened', 'PeriodStarted');
  });

  it('refuses to open twice', () => {
    openedAccount()
      .when({ type: 'open-account', accountId: someAccount, plan: 'pro' })
      .thenEvents()
      .thenAnswer({ status: 'account_exists' });
  });

  it('refuses every other command before it is opened', () => {
    scenario().when(hold('a', 1)).thenEvents().thenAnswer({ status: 'no_account' });
  });

  describe('holds', () => {
    it('sets credits aside and takes them off what is available', () => {
      openedAccount()
        .when(hold('a', 400))
        .thenEvents('CreditsHeld')
        .thenAnswer({ status: 'done', available: credits(600), balance: credits(1000) });
    });

    it('takes the last credit', () => {
      openedAccount()
        .when(hold('a', 1000))
        .thenAnswer({ status: 'done', available: credits(0) });
    });

    it('refuses one credit more than available', () => {
      openedAccount()
        .when(hold('a', 400))
        .when(hold('b', 601))
        .thenEvents()
        .thenAnswer({
          status: 'insufficient_credits',
          needed: credits(601),
          available: credits(600),
        });
    });

    it('refuses on the free plan even with bonus credits', () => {
      openedAccount('free')
        .when(bonus('b', 50))
        .when(hold('a', 1))
        .thenEvents()
        .thenAnswer({ status: 'plan_required', plan: 'free' });
    });

    it('takes the same hold once', () => {
      openedAccount().when(hold('a', 400)).when(hold('a', 400)).thenEvents();
    });

    it('comes back when its time is over, without anybody asking', () => {
      openedAccount()
        .when(hold('a', 1000))
        .when(hold('b', 1000), startMs + 11 * minuteMs)
        .thenEvents('HoldReleased', 'CreditsHeld');
    });

    it('refuses a debit after the hold expired', () => {
      openedAccount()
        .when(hold('a', 400))
        .when(settle('a', 400), startMs + 11 * minuteMs)
        .thenEvents('HoldReleased')
        .thenAnswer({ status: 'hold_missing' });
    });

    it('gives a released hold back and lets the same check try again', () => {
      const again = openedAccount()
        .when(hold('a', 400))
        .when({ type: 'release-hold', checkId: check('a'), reason: 'failed' })
        .thenEvents('HoldReleased')
        .when(hold('a', 400))
        .thenEvents('CreditsHeld');
      const [event] = again.events;
      assert.equal(event?.type === 'CreditsHeld' && event.data.attempt, 2);
    });

    it('refuses to build on a cached part whose check was never paid for', () => {
      openedAccount()
        .when({ ...holding('b', 10), reuses: [check('a')] })
        .thenEvents()
        .thenAnswer({ status: 'reuse_unpaid', unpaid: [check('a')] });
    });
  });

  describe('debits', () => {
    it('turns a hold into a debit of the same amount', () => {
      openedAccount()
        .when(hold('a', 400))
        .when(settle('a', 400))
        .thenEvents('CreditsDebited')
        .thenAnswer({ status: 'done', available: credits(600), balance: credits(600) });
    });

    it('debits a check once, however often it is asked to', () => {
      openedAccount()
        .when(hold('a', 400))
        .when(settle('a', 400))
        .when(settle('a', 400))
        .thenEvents()
        .thenAnswer({ status: 'already_debited', amount: credits(400), available: credits(600) })
        .when(hold('a', 400))
        .thenEvents()
        .thenAnswer({ status: 'already_debited' });
    });

    it('remembers a debited check for a day and more', () => {
      let account = openedAccount('team').when(hold('a', 1)).when(settle('a', 1));
      for (let hour = 1; hour <= 24; hour++) {
        const at = startMs + hour * 60 * minuteMs - 1;
        account = account.when(hold(`x${hour}`, 1), at).when(settle(`x${hour}`, 1), at);
      }
      account.when(hold('a', 1), startMs + dayMs - 1).thenAnswer({ status: 'already_debited' });
    });

    it('throws on a debit that differs from its hold', () => {
      assert.throws(() => openedAccount().when(hold('a', 400)).when(settle('a', 399)), /differs/);
    });

    it('refuses a debit without a hold', () => {
      openedAccount().when(settle('a', 1)).thenEvents().thenAnswer({ status: 'hold_missing' });
    });
  });

  describe('refunds', () => {
    const debited = () => openedAccount().when(hold('a', 400)).when(settle('a', 400));
    const refund = {
      type: 'refund-debit',
      debit: {
        debitId: debitId('deb_0000000a'),
        amount: credits(400),
        perGrant: [
          { grantId: debited().ledger.grants[0]?.grantId ?? grant('x'), amount: credits(400) },
        ],
        debitedAt: instant(startMs),
        countedUnder: null,
      },
      noteId: note,
    } as const;

    it('gives a debit back to its grants', () => {
      const account = debited().when(refund).thenEvents('CreditsRefunded');
      assert.equal(available(account.ledger), 1000);
      assert.equal(account.ledger.grants[0]?.free, 1000);
    });

    it('gives it back once', () => {
      debited()
        .when(refund)
        .when(refund)
        .thenEvents()
        .thenAnswer({ status: 'already_refunded', amount: credits(400) });
    });

    it('forfeits what belongs to an expired grant', () => {
      const account = debited().when(refund, Date.UTC(2026, 2, 15));
      assert.equal(available(account.ledger), 1000);
    });
  });

  describe('cache hits', () => {
    const reused = { reuses: [check('a')], lines: [{ item: 'ai', amount: credits(400) }] } as const;

    it('records one that costs nothing', () => {
      openedAccount()
        .when(hold('a', 400))
        .when(settle('a', 400))
        .when({ type: 'serve-cache-hit', checkId: check('b'), reused })
        .thenEvents('CacheHitServed')
        .thenAnswer({ status: 'done', available: credits(600) });
    });

    it('refuses to serve what was held but not paid', () => {
      openedAccount()
        .when(hold('a', 400))
        .when({ type: 'serve-cache-hit', checkId: check('b'), reused })
        .thenEvents()
        .thenAnswer({ status: 'reuse_unpaid' });
    });
  });
});
