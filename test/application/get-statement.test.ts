import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getStatement, type StatementQuery } from '../../application/ledger/get-statement.ts';
import type { ReadDocument, ReadModels } from '../../application/ports/read-models.ts';
import { statementRow } from '../../domain/ledger/statement.ts';
import { instant } from '../../domain/shared/instant.ts';
import { documentCodec } from '../../infrastructure/events/document-codec.ts';
import {
  check,
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
import { wholeStatement } from '../support/whole-statement.ts';

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

type Range = Partial<Record<'from' | 'to', number>> & Pick<StatementQuery, 'key' | 'check'>;

function asked(documents: readonly ReadDocument[], { from, to, ...filter }: Range = {}) {
  const readModels: ReadModels = {
    async query(_, { from: first = 0, limit }) {
      return documents.filter(({ revision }) => revision >= first).slice(0, limit);
    },
    get: async (_, id) => documents.find((document) => document.id === id),
    put: () => assert.fail('a statement writes nothing'),
    checkpoint: async () => 0,
    saveCheckpoint: async () => undefined,
    close: async () => undefined,
  };
  return getStatement(
    { readModels, documents: documentCodec, hasher },
    {
      accountId: someAccount,
      from: from === undefined ? null : instant(from),
      to: to === undefined ? null : instant(to),
      ...filter,
    },
  );
}

const statement = async (documents: readonly ReadDocument[], range: Range = {}) =>
  wholeStatement(await asked(documents, range));

describe('the statement of an account', () => {
  it('shows every movement, with the balance before and after', async () => {
    const shown = await statement(documentsOf([{ amount: 300, atMs: startMs + minuteMs }]));
    const { opening_balance, closing_balance, rows } = shown;
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
    assert.equal(shown.opening_balance, 1000);
    assert.equal(shown.closing_balance, 800);
    assert.equal(shown.rows.length, 4);
  });

  it('is empty, but not without a balance, where nothing happened', async () => {
    const documents = documentsOf([{ amount: 300, atMs: startMs + minuteMs }]);
    const late = await statement(documents, { from: startMs + 5 * minuteMs });
    assert.deepEqual([late.opening_balance, late.closing_balance], [700, 700]);
    const early = await statement(documents, { to: startMs - 1 });
    assert.deepEqual([early.closing_balance, early.rows.length], [0, 0]);
  });

  it('refuses an account that does not exist', async () => {
    const shown = await asked([]);
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
        const { opening_balance, closing_balance, rows, movements, totals } = shown;
        const moved = rows.reduce((sum, { amount }) => sum + amount, 0);
        assert.equal(opening_balance + moved, closing_balance);
        assert.deepEqual([movements, totals.net, totals.rows], [moved, moved, rows.length]);
        const { granted, debited, refunded, expired } = totals;
        assert.equal(granted - debited + refunded - expired, moved);
        const next = await statement(documents, { from: range.to + 1 });
        if (range.from <= range.to) assert.equal(next.opening_balance, closing_balance);
      }),
      { numRuns: 200 },
    );
  });

  it('shows one check, and tells the balance of all', async () => {
    const checks = [1, 2, 3].map((n) => ({ amount: n * 100, atMs: startMs + n * minuteMs }));
    const shown = await statement(documentsOf(checks), { check: check('c1') });
    assert.deepEqual(
      shown.rows.map(({ kind, amount }) => [kind, amount]),
      [
        ['hold', 0],
        ['debit', -200],
      ],
    );
    assert.deepEqual([shown.totals.debited, shown.totals.net], [200, -200]);
    assert.deepEqual([shown.opening_balance, shown.movements], [0, 400]);
    assert.deepEqual([shown.closing_balance, shown.movements_not_shown], [400, 600]);
  });

  it('reads more than a page, and only as far as it is consumed', async () => {
    const checks = Array.from({ length: 700 }, () => ({ amount: 1, atMs: startMs }));
    const documents = documentsOf(checks);
    const whole = await statement(documents);
    assert.equal(whole.rows.length, documents.length);
    assert.equal(whole.closing_balance, 300);
  });

  it('fails where a row is missing or was changed, instead of adding up to something', async () => {
    const documents = documentsOf([{ amount: 300, atMs: startMs }]);
    await assert.rejects(statement(documents.toSpliced(3, 1)), /lacks revision 3/);
    const forged = documents.map((document) =>
      document.body.kind === 'debit'
        ? { ...document, body: { ...document.body, amount: -100 } }
        : document,
    );
    await assert.rejects(statement(forged), /does not add up/);
  });
});
