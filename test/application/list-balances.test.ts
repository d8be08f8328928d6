import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  checkLedgerColumn,
  columnBlocks,
  extendLedgerColumn,
  type LedgerColumnPorts,
} from '../../application/ledger/ledger-column.ts';
import { listBalances } from '../../application/ledger/list-balances.ts';
import type { LedgerColumn } from '../../application/ports/ledger-column.ts';
import {
  available,
  emptyLedger,
  evolve,
  type TimedLedgerEvent,
} from '../../domain/ledger/ledger.ts';
import type { AppendableEvent, RecordedEvent } from '../../domain/shared/event.ts';
import { type Instant, instant } from '../../domain/shared/instant.ts';
import { openLedgerColumn } from '../../infrastructure/embedded/ledger-column.ts';
import { eventCodec } from '../../infrastructure/events/event-codec.ts';
import { type FlakyEventStore, flakyEventStore } from '../support/flaky-event-store.ts';
import { type HistoryStep, historySteps, ledgerHistory } from '../support/ledger-history.ts';
import { dayMs, startMs } from '../support/ledger-scenario.ts';
import { collect, sampleEvent } from '../support/sample-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What happened on each of some accounts, by account id. */
type Histories = ReadonlyMap<string, readonly TimedLedgerEvent[]>;

describe('the balances of all accounts', () => {
  const folder = temporaryFolder();
  let column: LedgerColumn;

  before(() => {
    column = openLedgerColumn({ path: `${folder.path}/column.db` });
  });
  after(async () => {
    await column.close();
    folder.remove();
  });
  beforeEach(() => column.clear());

  const portsOf = (eventStore: FlakyEventStore) => ({
    eventStore,
    codec: eventCodec,
    ledgerColumn: column,
  });

  it('are, now and at any past instant, what the events say', async () => {
    const scripts = fc.array(historySteps, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(scripts, fc.nat(60), async (all, days) => {
        await column.clear();
        const histories = historiesOf(all);
        const ports = portsOf(logOf(histories));
        const at = instant(startMs + days * dayMs);
        assert.deepEqual(await listed(ports, { at: null }), expected(histories, null));
        assert.deepEqual(await listed(ports, { at }), expected(histories, at));
      }),
      { numRuns: 150 },
    );
  });

  it('ask the log only for what follows an event, or for all of it', async () => {
    const eventStore = logOf(historiesOf([longScript(6000)]));
    const asked: number[] = [];
    const watched = {
      ...eventStore,
      readAll(after: number, prefixes: readonly string[]) {
        asked.push(after);
        return eventStore.readAll(after, prefixes);
      },
    };
    await extendLedgerColumn(portsOf(eventStore));
    const ends = (await collect(column.blocks())).map(({ position }) => position);
    await listBalances(portsOf(watched), { at: null });
    assert.ok(asked.length > 0);
    assert.deepEqual(
      asked.filter((after) => after !== 0 && !ends.includes(after)),
      [],
    );
  });

  it('are read from the column where there is one, and from the log behind it', async () => {
    const histories = historiesOf([longScript(6000), longScript(6000)]);
    const eventStore = logOf(histories);
    await extendLedgerColumn(portsOf(eventStore));
    const blocks = await collect(column.blocks());
    assert.ok(blocks.length > 1, String(blocks.length));
    const read: number[] = [];
    const watched = {
      ...eventStore,
      async *readAll(after: number, prefixes: readonly string[]) {
        for await (const event of eventStore.readAll(after, prefixes)) {
          read.push(event.position);
          yield event;
        }
      },
    };
    assert.deepEqual(await listed(portsOf(watched), { at: null }), expected(histories, null));
    // The last block is looked up in the log, whether it is of this log at all.
    const provenFrom = blocks.at(-1)?.afterPosition ?? 0;
    assert.ok(read.every((position) => position > provenFrom));
  });

  it('are made from a fresh column when the log is another', async () => {
    await extendLedgerColumn(portsOf(logOf(historiesOf([longScript(6000)]))));
    assert.notEqual(await column.last(), undefined);
    const histories = historiesOf([longScript(30)]);
    assert.deepEqual(
      await listed(portsOf(logOf(histories)), { at: null }),
      expected(histories, null),
    );
    const longer = historiesOf([longScript(20), longScript(6000)]);
    assert.deepEqual(await listed(portsOf(logOf(longer)), { at: null }), expected(longer, null));
  });

  it('are refused, with the place, when an event does not follow from those before it', async () => {
    const histories = historiesOf([longScript(9)]);
    const eventStore = logOf(histories);
    const forged = eventStore.log.findIndex(({ type }) => type === 'CreditsDebited');
    const event = eventStore.log[forged];
    assert.ok(event !== undefined);
    const data = { ...event.data, balanceAfter: 999_999 };
    const log = eventStore.log.with(forged, { ...event, data });
    const forgedStore = {
      ...eventStore,
      readAll: async function* () {
        yield* log;
      },
    };
    await assert.rejects(
      listBalances(portsOf(forgedStore), { at: null }),
      new RegExp(`acc_0000000000 revision ${event.revision}: it says balance 999999`),
    );
  });

  it('rest on a column that the audit can tell from the log', async () => {
    const eventStore = logOf(historiesOf([longScript(6000)]));
    const ports = portsOf(eventStore);
    assert.equal(await checkLedgerColumn(ports), null);
    await extendLedgerColumn(ports);
    assert.equal(await checkLedgerColumn(ports), null);
    const [first] = await collect(columnBlocks(ports));
    assert.ok(first !== undefined);
    await column.clear();
    const records = Uint8Array.from(first.records);
    records[24] = (records[24] ?? 0) ^ 1;
    await column.append({ ...first, records });
    const { afterPosition, position } = first;
    assert.deepEqual(await checkLedgerColumn(ports), { afterPosition, position });
  });
});

function historiesOf(scripts: readonly (readonly HistoryStep[])[]): Histories {
  return new Map(
    scripts.map((script, index) => [
      `acc_${String(index).padStart(10, '0')}`,
      ledgerHistory(script).events,
    ]),
  );
}

/** The events of all accounts, taken from each in turn, with an event of a key between them. */
function logOf(histories: Histories): FlakyEventStore {
  const eventStore = flakyEventStore();
  const longest = Math.max(...[...histories.values()].map(({ length }) => length));
  const revisions = new Map<string, number>();
  const log: RecordedEvent[] = [];
  for (let turn = 0; turn < longest; turn++) {
    for (const [account, events] of histories) {
      const timed = events[turn];
      if (timed === undefined) continue;
      const stream = `account-${account}`;
      const revision = (revisions.get(stream) ?? -1) + 1;
      revisions.set(stream, revision);
      log.push({ ...appendable(timed), stream, revision, position: 2 * (log.length + 1) });
    }
  }
  return {
    ...eventStore,
    log,
    readAll: async function* (after) {
      yield* log.filter(({ position }) => position > after);
    },
  };
}

function appendable({ event, occurredAt }: TimedLedgerEvent): AppendableEvent {
  const sample = sampleEvent();
  return { ...sample, ...event, metadata: { ...sample.metadata, occurredAt } };
}

/** Alternating holds and debits of other checks, of a credit or a few. */
function longScript(steps: number): readonly HistoryStep[] {
  return Array.from({ length: steps }, (_, index) => {
    const what =
      (['roll', 'plan', 'hold', 'settle', 'release', 'bonus'] as const)[index % 6] ?? 'roll';
    return { what, which: Math.floor(index / 6), waitMs: 60_000, amount: 5 + (index % 50) };
  });
}

/** The balances with each account's grants in the order of their ids. */
async function listed(ports: LedgerColumnPorts, options: { readonly at: Instant | null }) {
  const { accounts, totals } = await listBalances(ports, options);
  const ordered = accounts.map((account) => ({
    ...account,
    grants: account.grants.toSorted(byId),
  }));
  return { accounts: ordered, totals };
}

function byId(left: { readonly grant_id: string }, right: { readonly grant_id: string }): number {
  return left.grant_id < right.grant_id ? -1 : 1;
}

function expected(histories: Histories, at: Instant | null) {
  const accounts = [...histories].flatMap(([account_id, events]) => {
    const later = events.findIndex(({ occurredAt }) => at !== null && occurredAt > at);
    const last = (later < 0 ? events.length : later) - 1;
    if (last < 0) return [];
    const ledger = events.slice(0, last + 1).reduce(evolve, emptyLedger);
    const { balance, held } = ledger;
    const grants = ledger.grants
      .filter((grant) => grant.free > 0 || grant.held > 0)
      .map(({ grantId, free, held: inHolds, expired }) => ({
        grant_id: grantId,
        free,
        held: inHolds,
        expired,
      }));
    const figures = { balance, held, available: available(ledger), revision: last };
    return [{ account_id, ...figures, grants: grants.sort(byId) }];
  });
  const balance = accounts.reduce((sum, account) => sum + account.balance, 0);
  const held = accounts.reduce((sum, account) => sum + account.held, 0);
  return { accounts, totals: { balance, held, available: balance - held } };
}
