import assert from 'node:assert/strict';
import { type StatementRow, statementRow } from '../../../domain/ledger/statement.ts';
import type { RecordedEvent } from '../../../domain/shared/event.ts';
import { chainHash } from '../../../domain/shared/hash-chain.ts';
import {
  bonus,
  check,
  dayMs,
  hold,
  note,
  openedAccount,
  type Scenario,
  settle,
  startMs,
} from '../../support/ledger-scenario.ts';
import { sampleEvent } from '../../support/sample-events.ts';
import { hasher } from '../../support/tally.ts';

/** The rows of what just happened. */
function rowsOf({ events }: Scenario): readonly StatementRow[] {
  return events.map((event, revision) => {
    const place = { stream: 'account-a', revision, position: revision + 1 };
    const recorded: RecordedEvent = { ...sampleEvent(), ...event, ...place };
    return statementRow(event, recorded, hasher.sha256);
  });
}

describe('a row of the statement', () => {
  it('carries the identity, the time and the hash of its event', () => {
    const [event] = openedAccount().events;
    assert.ok(event);
    const recorded = { ...sampleEvent(), ...event, stream: 'account-a', revision: 7, position: 9 };
    const row = statementRow(event, recorded, hasher.sha256);
    assert.equal(row.event_id, recorded.id);
    assert.equal(row.revision, 7);
    assert.equal(row.at, recorded.metadata.occurredAt);
    assert.equal(row.hash, chainHash(recorded, hasher.sha256));
  });

  it('names the key that acted, and nobody for the system', () => {
    const [event] = openedAccount().events;
    assert.ok(event);
    const place = { stream: 'account-a', revision: 0, position: 1 };
    const recorded: RecordedEvent = { ...sampleEvent(), ...event, ...place };
    assert.equal(statementRow(event, recorded, hasher.sha256).credential_id, null);
    const actor = { kind: 'key', id: 'key_00000000' } as const;
    const byKey = { ...recorded, metadata: { ...recorded.metadata, actor } };
    assert.equal(statementRow(event, byKey, hasher.sha256).credential_id, 'key_00000000');
  });

  it('shows a hold as no movement of the balance', () => {
    const [row] = rowsOf(openedAccount().when(hold('a', 400)));
    assert.deepEqual(
      [row?.kind, row?.amount, row?.held, row?.balance, row?.open_holds, row?.available],
      ['hold', 0, 400, 1000, 400, 600],
    );
    assert.equal(row?.check_id, check('a'));
  });

  it('shows a debit with its lines, and the hold it ends', () => {
    const [row] = rowsOf(openedAccount().when(hold('a', 400)).when(settle('a', 400)));
    assert.deepEqual([row?.kind, row?.amount, row?.held, row?.balance], ['debit', -400, -400, 600]);
    assert.deepEqual(row?.lines, [{ item: 'ai', amount: 400 }]);
    assert.equal(row?.debit_id, 'deb_0000000a');
  });

  it('shows what a release forfeits', () => {
    const released = openedAccount()
      .when(bonus('b', 100, startMs + dayMs))
      .when(hold('a', 1100), startMs + dayMs - 60_000)
      .when({ type: 'release-hold', checkId: check('a'), reason: 'failed' }, startMs + dayMs);
    const [expiry, release] = rowsOf(released);
    assert.deepEqual([expiry?.kind, expiry?.amount], ['expiry', -0]);
    assert.deepEqual([release?.kind, release?.amount, release?.held], ['release', -100, -1100]);
    assert.equal(release?.detail, 'failed');
  });

  it('adds up to the balance over a whole life', () => {
    let account = openedAccount();
    const rows = [...rowsOf(account)];
    const next = (command: Parameters<Scenario['when']>[0], atMs?: number): void => {
      account = account.when(command, atMs);
      rows.push(...rowsOf(account));
    };
    next(bonus('b', 50, startMs + dayMs));
    next(hold('a', 400));
    next(settle('a', 400));
    next({ type: 'choose-plan', plan: 'team' });
    next(hold('c', 10), startMs + dayMs);
    next({ type: 'roll-period' }, startMs + 40 * dayMs);
    const [debit] = openedAccount().when(hold('a', 400)).when(settle('a', 400)).events;
    assert.ok(debit?.type === 'CreditsDebited');
    const { debitId, amount, perGrant } = debit.data;
    const refunded = {
      debitId,
      amount,
      perGrant,
      debitedAt: account.ledger.anchor ?? assert.fail(),
      countedUnder: null,
    };
    next({ type: 'refund-debit', debit: refunded, noteId: note }, startMs + 41 * dayMs);
    assert.equal(
      rows.reduce((sum, row) => sum + row.amount, 0),
      account.ledger.balance,
    );
    assert.equal(rows.at(-1)?.note_id, note);
    assert.ok(rows.slice(1).every((row) => row.available === row.balance - row.open_holds));
  });
});
