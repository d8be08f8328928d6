import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AppendTooLargeError,
  type EventStore,
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../application/ports/event-store.ts';
import { openEventStoreDb } from '../../../infrastructure/eventstoredb/event-store.ts';
import {
  type EventStoreServer,
  startEventStoreServer,
} from '../../support/eventstore-server/start-server.ts';
import { openTcpGate, type TcpGate } from '../../support/eventstore-server/tcp-gate.ts';
import { collect, sampleEvent, sampleEvents } from '../../support/sample-events.ts';

const timeoutMs = 300;

describe('EventStoreDB client: appends that fail', () => {
  let server: EventStoreServer;
  let gate: TcpGate;
  let store: EventStore;
  const open = (limitMs = timeoutMs): EventStore =>
    openEventStoreDb({
      connectionString: `esdb://127.0.0.1:${gate.port}?tls=false`,
      timeoutMs: limitMs,
    });
  const length = (): number => server.log.stream('account-a').length;

  beforeEach(async () => {
    server = await startEventStoreServer();
    gate = await openTcpGate(server.port);
    store = open();
    await store.append('account-a', -1, sampleEvents(1));
  });
  afterEach(async () => {
    await store.close();
    await gate.close();
    await server.stop();
  });

  for (const fault of ['silent before applying', 'reset before applying'] as const) {
    it(`leaves the outcome open when the answer is ${fault}, and the next try works`, async () => {
      const events = sampleEvents(2);
      server.faults.appends = [fault];
      await assert.rejects(store.append('account-a', 0, events), OutcomeUnknownError);
      assert.equal(length(), 1);
      const again = await store.append('account-a', 0, events);
      assert.equal(again.ok && again.lastRevision, 2);
    });
  }

  for (const fault of [
    'silent after applying',
    'reset after applying',
    'late after time-out',
  ] as const) {
    it(`leaves the outcome open when the answer is ${fault}, and a repeat changes nothing`, async () => {
      const events = sampleEvents(2);
      server.faults.appends = [fault];
      await assert.rejects(store.append('account-a', 0, events), OutcomeUnknownError);
      await sleep(2 * server.faults.slowMs);
      const [, ...added] = await collect(store.readStream('account-a', 0));
      const again = await store.append('account-a', 0, events);
      assert.deepEqual(
        again.ok && again.positions,
        added.map(({ position }) => position),
      );
      assert.equal(length(), 3);
    });
  }

  it('waits for a slow answer', async () => {
    server.faults.appends = ['slow'];
    assert.equal((await store.append('account-a', 0, sampleEvents(1))).ok, true);
  });

  it('does not mind an answer that comes after everything is closed', async () => {
    server.faults.verySlowMs = 2 * timeoutMs;
    server.faults.appends = Array.from({ length: 5 }, () => 'very slow' as const);
    const late = Array.from({ length: 5 }, (_, number) =>
      store.append(`account-late-${number}`, -1, sampleEvents(1)),
    );
    const outcomes = Promise.allSettled(late);
    await store.close();
    assert.ok((await outcomes).every(({ status }) => status === 'rejected'));
    // An answer that nobody waits for would end the process, which the test runner reports.
    await sleep(2 * timeoutMs);
  });

  it('keeps what one connection waits for when another one breaks', async () => {
    const other = openEventStoreDb({ connectionString: server.connectionString, timeoutMs });
    server.faults.appends = ['slow', 'reset before applying'];
    const waiting = other.append('account-b', -1, sampleEvents(1));
    await sleep(10);
    await assert.rejects(store.append('account-a', 0, sampleEvents(1)), OutcomeUnknownError);
    assert.equal((await waiting).ok, true);
    assert.equal(server.calls.get('batchAppend'), undefined);
    await other.close();
  });

  it('says that nothing was appended when nobody listens', async () => {
    await gate.close();
    await assert.rejects(
      store.append('account-a', 0, sampleEvents(1)),
      (error) => error instanceof OutcomeUnknownError || error instanceof StoreUnavailableError,
    );
    await assert.rejects(store.append('account-a', 0, sampleEvents(1)), StoreUnavailableError);
    assert.equal(length(), 1);
  });

  it('goes on over a new connection when the old one carries nothing any more', async () => {
    gate.silence();
    const events = sampleEvents(1);
    await assert.rejects(store.append('account-a', 0, events), OutcomeUnknownError);
    assert.equal((await store.append('account-a', 0, events)).ok, true);
  });

  it('goes on when a connection is cut under a hundred appends', async () => {
    server.faults.appends = Array.from({ length: 100 }, () => 'slow' as const);
    const appends = Array.from({ length: 100 }, (_, number) =>
      store.append(`account-${number}`, -1, sampleEvents(1)),
    );
    await sleep(15);
    gate.cut();
    const outcomes = await Promise.allSettled(appends);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof OutcomeUnknownError);
    }
    assert.ok(outcomes.some(({ status }) => status === 'rejected'));
    assert.equal((await store.append('account-a', 0, sampleEvents(1))).ok, true);
  });

  it('takes hundreds of appends at once on a fresh connection', async () => {
    const fresh = openEventStoreDb({ connectionString: server.connectionString });
    const results = await Promise.all(
      Array.from({ length: 300 }, (_, number) =>
        fresh.append(`account-many-${number}`, -1, sampleEvents(1)),
      ),
    );
    assert.ok(results.every(({ ok }) => ok));
    await fresh.close();
  }).timeout(20_000);

  it('says that an append is too large, and that nothing was written', async () => {
    // A busy machine takes its time over so many bytes, and this is not about time.
    await store.close();
    store = open(20_000);
    await store.append('account-a', 0, sampleEvents(1));
    const before = gate.connections();
    const large = [sampleEvent({ filler: 'x'.repeat(600_000) })];
    const both = [...large, ...large.map((event) => ({ ...event, id: sampleEvent().id }))];
    await assert.rejects(store.append('account-a', 1, both), AppendTooLargeError);
    assert.equal((await store.append('account-a', 1, large)).ok, true);
    assert.equal(gate.connections(), before);
  });

  it('leaves the outcome open when the places of several events cannot be read back', async () => {
    server.faults.reads = ['silent'];
    await assert.rejects(store.append('account-a', 0, sampleEvents(2)), OutcomeUnknownError);
    assert.equal(length(), 3);
  });
});
