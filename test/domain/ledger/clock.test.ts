import assert from 'node:assert/strict';
import { available } from '../../../domain/ledger/ledger.ts';
import { credits } from '../../../domain/shared/credits.ts';
import {
  bonus,
  dayMs,
  hold,
  minuteMs,
  openedAccount,
  settle,
  startMs,
} from '../../support/ledger-scenario.ts';

const hourMs = 60 * minuteMs;

describe('an account whose clock does not run evenly', () => {
  it('spends what was granted a moment after the command was given its time', () => {
    openedAccount('team')
      .when(hold('a', 5000))
      .when(bonus('b', 100), startMs + 10_000)
      .when(hold('b', 100), startMs + 5_000)
      .thenEvents('CreditsHeld')
      .thenAnswer({ status: 'done', available: credits(0) });
  });

  it('keeps spending when the clock steps back by an hour', () => {
    const account = openedAccount()
      .when(hold('a', 400), startMs - hourMs)
      .thenEvents('CreditsHeld')
      .when(settle('a', 400), startMs - hourMs + minuteMs)
      .thenEvents('CreditsDebited');
    assert.equal(available(account.ledger), 600);
  });

  it('says insufficient only when less is available than needed', () => {
    const answer = openedAccount()
      .when(bonus('b', 100), startMs + hourMs)
      .when(hold('a', 1101), startMs).answer;
    assert.ok(answer?.status === 'insufficient_credits');
    assert.ok(answer.available < answer.needed);
  });

  it('charges nothing for a check under way when the clock jumps ahead by 25 hours', () => {
    openedAccount()
      .when(hold('a', 400))
      .when(settle('a', 400), startMs + 25 * hourMs)
      .thenEvents('HoldReleased')
      .thenAnswer({ status: 'hold_missing' })
      .when(hold('b', 1000), startMs + minuteMs)
      .thenAnswer({ status: 'done' });
  });

  it('lives on in the next period when the clock comes back from 40 days ahead', () => {
    const account = openedAccount()
      .when({ type: 'roll-period' }, startMs + 40 * dayMs)
      .thenEvents('GrantExpired', 'PeriodStarted', 'CreditsGranted')
      .when(hold('a', 1000), startMs + minuteMs)
      .thenEvents('CreditsHeld')
      .when(settle('a', 1000), startMs + 2 * minuteMs);
    assert.equal(available(account.ledger), 0);
    account
      .when(hold('b', 1), startMs + 3 * minuteMs)
      .thenAnswer({ status: 'insufficient_credits', available: credits(0) });
  });
});
