import assert from 'node:assert/strict';
import type { LedgerCommand } from '../../../domain/ledger/command.ts';
import { decide } from '../../../domain/ledger/decide.ts';
import { emptyLedger, evolve } from '../../../domain/ledger/ledger.ts';
import { credits } from '../../../domain/shared/credits.ts';
import { instant } from '../../../domain/shared/instant.ts';
import {
  allowances,
  bonus,
  check,
  hold,
  holding,
  minuteMs,
  openedAccount,
  settle,
  someAccount,
  startMs,
} from '../../support/ledger-scenario.ts';

const paid = () => openedAccount().when(hold('paid', 100)).when(settle('paid', 100));
const reused = {
  reuses: [check('paid')],
  lines: [{ item: 'ai', amount: credits(100) }],
} as const;
const hit: LedgerCommand = { type: 'serve-cache-hit', checkId: check('x'), reused };
const partlyReused = (amount: number): LedgerCommand => ({
  type: 'settle-hold',
  checkId: check('x'),
  lines: [{ item: 'grammar', amount: credits(amount) }],
  priceVersion: 1,
  wordCount: amount,
  reused,
});

describe('a command that is given again', () => {
  it('grants the same grant once', () => {
    paid().when(bonus('b', 50)).when(bonus('b', 50)).thenEvents().thenAnswer({ status: 'done' });
  });

  it('records one cache hit of a check that was served before and then charged for a part', () => {
    paid()
      .when(hit)
      .thenEvents('CacheHitServed')
      .when(hold('x', 30))
      .when(partlyReused(30))
      .thenEvents('CreditsDebited');
  });

  it('records a cache hit of a check whose own hold came to nothing', () => {
    paid()
      .when(hold('x', 100))
      .when({ type: 'release-hold', checkId: check('x'), reason: 'failed' })
      .when(hit)
      .thenEvents('CacheHitServed')
      .when(hit)
      .thenEvents();
  });

  it('says what a check cost when it is served what it paid for itself', () => {
    paid()
      .when({ type: 'serve-cache-hit', checkId: check('paid'), reused })
      .thenEvents()
      .thenAnswer({ status: 'already_debited', amount: credits(100), available: credits(900) });
  });

  it('counts the holds of a check on across a cache hit', () => {
    const account = paid()
      .when(hold('x', 100))
      .when({ type: 'release-hold', checkId: check('x'), reason: 'failed' })
      .when(hit)
      .when(hold('x', 100));
    const [held] = account.events;
    assert.equal(held?.type === 'CreditsHeld' && held.data.attempt, 2);
  });

  it('replaces the hold that a crashed try of the same check left at another price', () => {
    const account = openedAccount()
      .when(hold('x', 400))
      .when(hold('x', 700))
      .thenEvents('HoldReleased', 'CreditsHeld')
      .thenAnswer({ status: 'done', available: credits(300) });
    account.when(settle('x', 700)).thenEvents('CreditsDebited');
  });

  it('gives that hold back when the new price is too high', () => {
    openedAccount()
      .when(hold('x', 400))
      .when(hold('x', 1001))
      .thenEvents('HoldReleased')
      .thenAnswer({ status: 'insufficient_credits', available: credits(1000) });
  });

  it('gives every event an id key of its own, whatever happens within one millisecond', () => {
    let ledger = emptyLedger;
    const keys: string[] = [];
    const at = instant(startMs);
    const apply = (command: LedgerCommand): void => {
      for (const { event, idKey } of decide(ledger, command, { at, allowances }).events) {
        ledger = evolve(ledger, { event, occurredAt: at });
        keys.push(idKey);
      }
    };
    apply({ type: 'open-account', accountId: someAccount, plan: 'pro' });
    for (const plan of ['team', 'pro', 'free', 'pro', 'team', 'pro'] as const) {
      apply({ type: 'choose-plan', plan });
      apply(holding('x', 10));
      apply({ type: 'release-hold', checkId: check('x'), reason: 'failed' });
    }
    apply(hold('paid', 5));
    apply(settle('paid', 5));
    apply(hit);
    apply(hold('x', 30));
    apply(partlyReused(30));
    assert.deepEqual([...new Set(keys)], keys);
    const ids = ledger.grants.map(({ grantId }) => grantId);
    assert.deepEqual([...new Set(ids)], ids);
  });

  it('is answered as before once the hold has become a debit', () => {
    paid()
      .when(hit, startMs + minuteMs)
      .when({ ...hold('paid', 100) }, startMs + minuteMs)
      .thenEvents()
      .thenAnswer({ status: 'already_debited', amount: credits(100) });
  });
});
