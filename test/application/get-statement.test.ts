import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getStatement } from '../../application/ledger/get-statement.ts';
import type { ReadDocument } from '../../application/ports/read-models.ts';
import { statementRow } from '../../domain/ledger/statement.ts';
import { instant } from '../../domain/shared/instant.ts';
import { documentCodec } from '../../infrastructure/events/document-codec.ts';
import {
  hold,
  minuteMs,
  openedAccount,
  type Scenario,
  settle,
  someAccount,
  startMs,
} from '../support/ledger-scenario.ts';
import { sampleEvent } from '../support/sample-events.ts';
import { hasher } from '../support/tally.ts';

/** The statement documents of an account that lived through the given checks, each at its own time. */
function documentsOf(checks: readonly { readonly amount: number; readonly atMs: number }[]) {
  const documents: ReadDocument[] = [];
  const add = (account: Scenario, atMs: number): Scenario => {
    for (const event of account.events) {
      const { id, metadata } = sampleEvent();
      const revision = documents.length;
      const place = { stream: `account-${someAccount}`, revision, position: revision + 1 };
      const occurred = { ...metadata, occurredAt: instant(atMs) };
      const recorded = { id, ...event, metadata: occurred, ...place };
      const body = statementRow(event, recorded, hasher.sha256);
      documents.push({ id, revision, position: revision + 1, indexes: {}, body });
    }
    return account;
  };
  let account = add(openedAccount(), startMs);
  for (const [index, { amount, atMs }] of checks.entries()) {
    account = add(account.when(hold(`c${index}`, amount), atMs), atMs);
    account = add(account.when(settle(`c${index}`, amount), atMs), atMs);
  }
  return documents;
}

function statement(
  documents: readonly ReadDocument[],
  range: { readonly from?: number; readonly to?: number } = {},
) {
  const readModels = {
    query: async () => documents,
    get: async () => undefined,
    put: () => assert.fail('a statement writes nothing'),
    checkpoint: async () => 0,
    saveCheckpoint: async () => undefined,
    close: async () => undefined,
  };
  return getStatement(
    { readModels, documents: documentCodec },
    {
      accountId: someAccount,
      from: range.from === undefined ? null : instant(range.from),
      to: range.to === undefined ? null : instant(range.to),
    },
  );
}

describe('the statement of an account', () => {
  it('shows every movement, with the balance before and after', async () => {
    const shown = await statement(documentsOf([{ amount: 300, atMs: startMs + minuteMs }]));
    assert.ok(shown.ok);
    const { opening_balance, closing_balance, rows } = shown.value;
    assert.deepEqual([opening_balance, closing_balance], [0, 700]);
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['opened', 'period', 'grant', 'hold', 'debit'],
    );
  });

  it('shows a part of it, both ends inclusive', async () => {
    const checks = [1, 2, 3].map((n) => ({ amount: 100, atMs: startMs + n * minuteMs }));
    const from = startMs + minuteMs;
    const shown = await statement(documentsOf(checks), { from, to: from + minuteMs });
    assert.ok(shown.ok);
    assert.equal(shown.value.opening_balance, 1000);
    assert.equal(shown.value.closing_balance, 800);
    assert.equal(shown.value.rows.length, 4);
  });

  it('is empty, but not without a balance, where nothing happened', async () => {
    const documents = documentsOf([{ amount: 300, atMs: startMs + minuteMs }]);
    const late = await statement(documents, { from: startMs + 5 * minuteMs });
    assert.ok(late.ok);
    assert.deepEqual([late.value.opening_balance, late.value.closing_balance], [700, 700]);
    const early = await statement(documents, { to: startMs - 1 });
    assert.ok(early.ok);
    assert.deepEqual([early.value.closing_balance, early.value.rows.length], [0, 0]);
  });

  it('refuses an account that does not exist', async () => {
    const shown = await statement([]);
    assert.ok(!shown.ok && shown.refusal.code === 'not_found');
  });

  it('adds up for any range, also when the clock ran backwards', async () => {
    const minutes = fc.integer({ min: -120, max: 120 });
    const checks = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 90 }), at: minutes }), {
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(checks, minutes, minutes, async (made, from, to) => {
        const documents = documentsOf(
          made.map(({ amount, at }) => ({ amount, atMs: startMs + at * minuteMs })),
        );
        const range = { from: startMs + from * minuteMs, to: startMs + to * minuteMs };
        const shown = await statement(documents, range);
        assert.ok(shown.ok);
        const { opening_balance, closing_balance, rows } = shown.value;
        const moved = rows.reduce((sum, { amount }) => sum + amount, 0);
        assert.equal(opening_balance + moved, closing_balance);
        const next = await statement(documents, { from: range.to + 1 });
        assert.ok(next.ok);
        if (range.from <= range.to) assert.equal(next.value.opening_balance, closing_balance);
      }),
      { numRuns: 200 },
    );
  });
});
