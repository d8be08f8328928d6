import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { LedgerCommand } from '../../../domain/ledger/command.ts';
import { decide } from '../../../domain/ledger/decide.ts';
import {
  emptyLedger,
  evolve,
  type Ledger,
  type TimedLedgerEvent,
} from '../../../domain/ledger/ledger.ts';
import {
  decodeLedger,
  encodeLedger,
  ledgerFoldVersion,
  ledgerWeight,
} from '../../../domain/ledger/snapshot.ts';
import { credits } from '../../../domain/shared/credits.ts';
import { type CheckId, checkId } from '../../../domain/shared/ids.ts';
import { type Instant, instant } from '../../../domain/shared/instant.ts';
import {
  emptyMap,
  mapEntries,
  mapFrom,
  type PersistentMap,
} from '../../../domain/shared/persistent-map.ts';
import { type HistoryStep, historySteps, ledgerHistory } from '../../support/ledger-history.ts';
import {
  allowances,
  capped,
  holding,
  openedAccount,
  startMs,
} from '../../support/ledger-scenario.ts';
import { hasher } from '../../support/tally.ts';

describe('the written form of a ledger', () => {
  it('leads from any point of any history to the same ledger, the same events, the same answers', () => {
    fc.assert(
      fc.property(historySteps, fc.nat(), (script, where) => {
        const { commands, events } = ledgerHistory(script);
        const point = where % (events.length + 1);
        const whole = events.slice(0, point).reduce(evolve, emptyLedger);
        const restored = written(whole);
        assert.deepEqual(plain(restored), plain(whole));
        const tail = events.slice(point);
        assert.deepEqual(plain(tail.reduce(evolve, restored)), plain(tail.reduce(evolve, whole)));
        for (const { command, at } of commands) {
          if (!standsIn(command, events.slice(0, point))) continue;
          const context = { at, allowances };
          assert.deepEqual(decide(restored, command, context), decide(whole, command, context));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('has a version for every way to fold and to write: when this fails, raise `ledgerFoldVersion`', () => {
    const text = [...encodeLedger(fixedHistory().reduce(evolve, emptyLedger))].join('\n');
    assert.deepEqual(
      { version: ledgerFoldVersion, hash: hasher.sha256(text).slice(0, 16) },
      { version: 3, hash: 'e875f468c2d1a2a3' },
    );
  });

  it('refuses figures that do not agree with each other', () => {
    const { ledger } = openedAccount();
    const more = [...encodeLedger({ ...ledger, balance: credits(1001) })];
    assert.throws(() => decodeLedger(more), /grants hold 1000, balance is 1001/);
    const held = [...encodeLedger({ ...ledger, held: credits(1000) })];
    assert.throws(() => decodeLedger(held), /holds add up to 0, held is 1000/);
    const spendings = mapFrom([['key_00000one', { held: credits(5), debited: credits(0) }]]);
    const unexplained = [...encodeLedger({ ...ledger, keySpendings: spendings })];
    assert.throws(() => decodeLedger(unexplained), /key_00000one holds 5 that no hold explains/);
    const under = openedAccount().when({ ...holding('a', 7), cap: capped('one', 9) });
    const lost = [...encodeLedger({ ...under.ledger, keySpendings: emptyMap() })];
    assert.throws(() => decodeLedger(lost), /holds -7 that no hold explains/);
  });

  it('refuses what is no ledger at all', () => {
    for (const lines of [[], [''], ['null'], ['{}'], ['[]'], ['{"grants":1}']]) {
      assert.throws(() => decodeLedger(lines));
    }
  });

  it('writes some 40 bytes for each check of the last two days, in lines of bounded length', () => {
    const checks = 10_000;
    const ledger = busyLedger(checks);
    const lines = [...encodeLedger(ledger)];
    assert.equal(ledgerWeight(ledger), checks);
    assert.ok(lines.join('\n').length < 45 * checks);
    assert.ok(Math.max(...lines.map((line) => line.length)) < 45 * 4096);
    assert.deepEqual(plain(written(ledger)), plain(ledger));
  });
});

/** A refund hands over its debit as the log has it, so it is never asked of a ledger without that debit. */
function standsIn(command: LedgerCommand, events: readonly TimedLedgerEvent[]): boolean {
  if (command.type !== 'refund-debit') return true;
  const { debitId } = command.debit;
  return events.some(
    ({ event }) => event.type === 'CreditsDebited' && event.data.debitId === debitId,
  );
}

function written(ledger: Ledger): Ledger {
  return decodeLedger([...encodeLedger(ledger)].join('\n').split('\n'));
}

/** Maps of the same entries may differ inside, by what was removed from them before. */
function plain(ledger: Ledger) {
  const { holds, refunded, settled, keySpendings, ...figures } = ledger;
  return {
    ...figures,
    holds: sorted(holds),
    refunded: sorted(refunded),
    keySpendings: sorted(keySpendings),
    settled: {
      since: settled.since,
      current: sorted(settled.current),
      previous: sorted(settled.previous),
    },
  };
}

function sorted<Value>(map: PersistentMap<Value>) {
  const entries = [...mapEntries(map)];
  assert.equal(entries.length, map.size);
  return entries.sort(([left], [right]) => (left < right ? -1 : 1));
}

/** So many checks held and paid one after another. */
function busyLedger(checks: number): Ledger {
  let ledger = openedAccount('team').ledger;
  for (let number = 0; number < checks; number++) {
    const name = `chk_${hasher.sha256(String(number)).slice(0, 24)}`;
    const shared = { checkId: checkId(name), at: instant(startMs + number) };
    ledger = spend(ledger, shared);
  }
  return ledger;
}

function spend(ledger: Ledger, { checkId: check, at }: { checkId: CheckId; at: Instant }): Ledger {
  const nothing = credits(0);
  const commands: readonly LedgerCommand[] = [
    {
      type: 'hold-credits',
      checkId: check,
      amount: nothing,
      holdMs: 60_000,
      reuses: [],
      cap: null,
    },
    {
      type: 'settle-hold',
      checkId: check,
      lines: [],
      priceVersion: 1,
      wordCount: 0,
      reused: null,
    },
  ];
  return commands.reduce((state, command) => {
    const { events } = decide(state, command, { at, allowances });
    return events.reduce((fold, { event }) => evolve(fold, { event, occurredAt: at }), state);
  }, ledger);
}

/** Every kind of event, and every kind of settled check in both generations. */
function fixedHistory(): readonly TimedLedgerEvent[] {
  const step = (what: HistoryStep['what'], which: number, waitMs = 60_000): HistoryStep => {
    return { what, which, waitMs, amount: 50 };
  };
  return ledgerHistory([
    ...[step('hold', 1), step('settle', 1), step('hold', 2), step('release', 2), step('hit', 1)],
    ...[step('bonus', 3), step('refund', 1), step('plan', 1, 30 * 3_600_000), step('hold', 4)],
    ...[step('settle', 4), step('hold', 5), step('hit', 4), step('hold', 6, 20 * 60_000)],
  ]).events;
}
