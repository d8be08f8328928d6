import assert from 'node:assert/strict';
import { debitMemory } from '../../../application/ledger/debit-memory.ts';
import { auditEvent, newlyAudited } from '../../../domain/ledger/audit.ts';
import type { LedgerEvent } from '../../../domain/ledger/events.ts';
import { credits } from '../../../domain/shared/credits.ts';
import { instant } from '../../../domain/shared/instant.ts';
import {
  bonus,
  capped,
  dayMs,
  grant,
  holding,
  note,
  openedAccount,
  settle,
  startMs,
} from '../../support/ledger-scenario.ts';
import { hasher } from '../../support/tally.ts';

const at = instant(startMs);

const cap = capped('key', 1_200);

/** 1,000 of the allowance and 300 of a bonus; under a capped key, a debit of 1,100 that takes from both, and its refund. */
function history(): LedgerEvent[] {
  const opened = openedAccount();
  const granted = opened.when(bonus('extra', 300, startMs + 90 * dayMs));
  const held = granted.when({ ...holding('one', 1_100), cap });
  const settled = held.when(settle('one', 1_100));
  const debit = settled.events.find(({ type }) => type === 'CreditsDebited');
  assert.ok(debit?.type === 'CreditsDebited');
  const { debitId, amount, perGrant } = debit.data;
  const refunded = settled.when({
    type: 'refund-debit',
    debit: {
      debitId,
      amount,
      perGrant,
      debitedAt: at,
      countedUnder: { keyId: cap.keyId, period: 1 },
    },
    noteId: note,
  });
  const steps = [opened, granted, held, settled, refunded];
  return steps.flatMap(({ events }) => [...events]);
}

/** The first fault, and the place of its event. */
function firstFault(events: readonly LedgerEvent[]): readonly [number, string] | null {
  let ledger = newlyAudited;
  const debits = debitMemory(hasher.sha256);
  for (const [place, event] of events.entries()) {
    const { next, fault } = auditEvent(ledger, { event, occurredAt: at }, debits);
    if (fault !== null) return [place, fault];
    ledger = next;
  }
  return null;
}

/** The history with some of the data of one of its events replaced. */
function forged(type: LedgerEvent['type'], change: object): LedgerEvent[] {
  return history().map((event) => {
    if (event.type !== type) return event;
    // What was read of a log may hold anything: the shape is right, the figures are not.
    return Object.assign({}, event, { data: { ...event.data, ...change } });
  });
}

const allowance = 'grt_allowance-pro-0';
const split = (fromAllowance: number, fromBonus: number) => [
  { grantId: allowance, amount: credits(fromAllowance) },
  { grantId: grant('extra'), amount: credits(fromBonus) },
];

describe('the audit of an account', () => {
  it('finds nothing in a history as it was decided', () => {
    assert.equal(firstFault(history()), null);
    assert.deepEqual(
      history().map(({ type }) => type),
      [
        'AccountOpened',
        'PeriodStarted',
        'CreditsGranted',
        'CreditsGranted',
        'CreditsHeld',
        'CreditsDebited',
        'CreditsRefunded',
      ],
    );
  });

  for (const [what, events, place, fault] of [
    [
      'a hold of more than a grant has',
      forged('CreditsHeld', { perGrant: split(1_001, 99) }),
      4,
      /has 1000 left, 1001 is taken/,
    ],
    [
      'a hold on a grant that is not there',
      forged('CreditsHeld', { perGrant: [{ grantId: grant('none'), amount: 1_100 }] }),
      4,
      /no grant to take from/,
    ],
    [
      'a hold that names a grant twice',
      forged('CreditsHeld', {
        perGrant: [...split(900, 100), { grantId: allowance, amount: 100 }],
      }),
      4,
      /named twice/,
    ],
    [
      'a debit that is split otherwise than its hold',
      forged('CreditsDebited', { perGrant: split(900, 200) }),
      5,
      /split otherwise/,
    ],
    ['a debit of another amount', forged('CreditsDebited', { amount: 1_000 }), 5, /hold of 1100/],
    ['a debit of another hold', forged('CreditsDebited', { holdExpiresAt: at }), 5, /another end/],
    [
      'a refund to other grants',
      forged('CreditsRefunded', { perGrant: split(800, 300) }),
      6,
      /differs from its debit/,
    ],
    [
      'a hold beyond the cap of its key',
      forged('CreditsHeld', { cap: capped('key', 1_099) }),
      4,
      /may spend 1099 more of its 1099, the hold takes 1100/,
    ],
    [
      'a hold under a key that its refund does not know',
      forged('CreditsHeld', { cap: null }),
      6,
      /differs from its debit/,
    ],
    ['a refund to no cap', forged('CreditsRefunded', { countedUnder: null }), 6, /differs/],
    [
      'a refund to the cap in another period',
      forged('CreditsRefunded', { countedUnder: { keyId: cap.keyId, period: 2 } }),
      6,
      /differs/,
    ],
    ['a refund of another time', forged('CreditsRefunded', { debitedAt: 5 }), 6, /differs/],
    [
      'a refund that keeps back what it must give',
      forged('CreditsRefunded', { forfeited: 100, balanceAfter: 1_200 }),
      6,
      /0 belongs to grants that are gone, not 100/,
    ],
    [
      'a refund of something that is no debit',
      forged('CreditsRefunded', { debitId: 'deb_00000000' }),
      6,
      /without its debit/,
    ],
    ['a second refund', [...history(), ...history().slice(-1)], 7, /balance|twice/],
    ['a second grant of one name', [...history(), ...history().slice(2, 3)], 7, /made twice/],
    ['a second debit', [...history(), ...history().slice(5, 6)], 7, /no open hold/],
    ['an account opened twice', [...history(), ...history().slice(0, 1)], 7, /opened twice/],
    ['a balance that is not the sum', forged('CreditsHeld', { heldAfter: 1 }), 4, /open holds 1/],
  ] as const) {
    it(`names ${what}`, () => {
      const found = firstFault(events);
      assert.equal(found?.[0], place);
      assert.match(found?.[1] ?? '', fault);
    });
  }
});
