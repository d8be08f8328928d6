import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EventStore,
  type EventSubscription,
  type SubscriptionHandlers,
  UnreadableEventError,
} from '../../../application/ports/event-store.ts';
import type { RecordedEvent } from '../../../domain/shared/event.ts';
import { openEventStoreDb } from '../../../infrastructure/eventstoredb/event-store.ts';
import {
  type EventStoreServer,
  startEventStoreServer,
} from '../../support/eventstore-server/start-server.ts';
import { openTcpGate, type TcpGate } from '../../support/eventstore-server/tcp-gate.ts';
import { eventually, sampleEvent, sampleEvents } from '../../support/sample-events.ts';

const timing = { heartbeatMs: 100, firstPauseMs: 20, longestPauseMs: 100 };

describe('EventStoreDB client: subscriptions under faults', () => {
  let server: EventStoreServer;
  let gate: TcpGate;
  let store: EventStore;
  let seen: RecordedEvent[];
  let positions: number[];
  let failures: unknown[];
  let subscription: EventSubscription | undefined;

  beforeEach(async () => {
    server = await startEventStoreServer();
    gate = await openTcpGate(server.port);
    const connectionString = `esdb://127.0.0.1:${gate.port}?tls=false`;
    store = openEventStoreDb({ connectionString, timeoutMs: 800, subscription: timing });
    [seen, positions, failures, subscription] = [[], [], [], undefined];
  });
  afterEach(async () => {
    await subscription?.close();
    await store.close();
    await gate.close();
    await server.stop();
  });

  function subscribe(handlers: Partial<SubscriptionHandlers> = {}): void {
    subscription = store.subscribe(0, ['account-'], {
      async onEvents(events) {
        seen.push(...events);
      },
      async onCaughtUp(position) {
        positions.push(position);
      },
      onReadFailure: (cause) => failures.push(cause),
      ...handlers,
    });
  }
  const append = async (count: number): Promise<void> => {
    const result = await store.append('account-a', server.log.stream('account-a').length - 1, [
      ...sampleEvents(count),
    ]);
    assert.ok(result.ok);
  };
  const revisions = (): number[] => seen.map(({ revision }) => revision);
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
  const end = (): number => server.log.events.at(-1)?.position ?? 0;

  it('goes on behind the last event when the connection is cut', async () => {
    subscribe();
    for (let round = 1; round <= 5; round += 1) {
      await append(10);
      await eventually('ten more', () => seen.length === round * 10);
      gate.cut();
      // Appends meet the cut too.
      await sleep(30);
    }
    assert.deepEqual(revisions(), upTo(50));
  });

  it('goes on when the server ends the subscription', async () => {
    subscribe();
    await append(3);
    await eventually('three', () => seen.length === 3);
    server.breakReads();
    await append(3);
    await eventually('six', () => seen.length === 6);
    assert.deepEqual(revisions(), upTo(6));
    assert.ok(failures.length > 0);
  });

  it('notices a subscription that brings nothing although the log goes on', async () => {
    subscribe();
    await append(3);
    await eventually('three', () => seen.length === 3);
    server.faults.subscriptionsSilent = true;
    await append(3);
    await eventually('a failure', () => failures.length > 0);
    server.faults.subscriptionsSilent = false;
    await eventually('six', () => seen.length === 6);
    assert.deepEqual(revisions(), upTo(6));
  });

  it('notices a connection that carries nothing any more', async () => {
    subscribe();
    await append(3);
    await eventually('three', () => seen.length === 3);
    gate.silence();
    await append(3).catch(() => append(3));
    await eventually('six', () => seen.length === 6);
    assert.deepEqual(revisions(), upTo(6));
  });

  it('gives every event once when the server sends it twice', async () => {
    server.faults.duplicates = true;
    await append(20);
    subscribe();
    await append(20);
    await eventually('forty', () => seen.length >= 40);
    await sleep(50);
    assert.deepEqual(revisions(), upTo(40));
  });

  it('says how far it has seen when live events match nothing, few or many', async () => {
    subscribe();
    await append(1);
    await eventually('the start', () => positions.at(-1) === end());
    for (const count of [1, 5, 100, 700]) {
      server.log.append(`note-${count}`, 'any', upTo(count).map(foreign));
      await eventually(`${count} foreign events`, () => positions.at(-1) === end());
    }
    assert.equal(server.subscriptions(), 1);
    assert.equal(seen.length, 1);
  });

  it('never says that it has seen what it has not delivered', async () => {
    const delivered: number[] = [];
    subscribe({
      async onEvents(events) {
        await sleep(1);
        delivered.push(...events.map(({ position }) => position));
      },
      async onCaughtUp(position) {
        const missing = server.log.events.filter(
          (event) =>
            event.stream.startsWith('account-') &&
            event.position <= position &&
            !delivered.includes(event.position),
        );
        assert.deepEqual(missing, []);
        positions.push(position);
      },
      onReadFailure: (cause) => failures.push(cause),
    });
    for (let round = 0; round < 30; round += 1) {
      server.log.append(`note-${round}`, 'any', upTo(40).map(foreign));
      await append(7);
    }
    await eventually('all', () => delivered.length === 210 && positions.at(-1) === end());
    assert.deepEqual(failures, []);
  });

  it('misses nothing when a server names the next record in its checkpoints', async () => {
    server.faults.checkpointsAhead = true;
    subscribe();
    await append(1);
    await eventually('the start', () => positions.at(-1) === end());
    // The checkpoint after 31 more records names the 32nd, which is ours.
    server.log.append('note-a', 'any', upTo(31).map(foreign));
    const ours = await store.append('account-a', 0, sampleEvents(1));
    server.breakReads();
    assert.ok(ours.ok);
    await eventually('two', () => seen.length === 2);
  });

  it('takes from the server only what its handler can follow', async () => {
    const { connectionString } = server;
    const direct = openEventStoreDb({ connectionString });
    for (let round = 0; round < 6; round += 1) {
      const events = upTo(250).map(() => sampleEvent({ filler: 'x'.repeat(1_000) }));
      await direct.append('account-a', round * 250 - 1, events);
    }
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let taken = 0;
    const following = direct.subscribe(0, ['account-'], {
      async onEvents(events) {
        taken += events.length;
        await released;
      },
    });
    await eventually('a first batch', () => taken > 0);
    await sleep(500);
    assert.ok(taken <= 250, `${taken} events in one batch`);
    const sent = server.eventsSent();
    assert.ok(sent < 900, `${sent} of 1500 events were sent`);
    release();
    await eventually('all of them', () => taken === 1_500);
    await following.close();
    await direct.close();
  }).timeout(20_000);

  it('stops at what is no event, says so, and tries again without haste', async () => {
    await append(2);
    server.log.append('account-b', 'any', [foreign()]);
    await append(1);
    const start = performance.now();
    subscribe();
    await eventually('five failures', () => failures.length >= 5);
    // Pauses of 20, 40, 80, 100, 100 ms, at least half of each.
    assert.ok(performance.now() - start > 100);
    assert.ok(failures.every((cause) => cause instanceof UnreadableEventError));
    assert.deepEqual(revisions(), [0, 1]);
  });

  it('gives a handler that fails the same events again, without haste', async () => {
    let calls = 0;
    await append(3);
    subscribe({
      async onEvents(events) {
        calls += 1;
        if (calls <= 5) throw new Error('not now');
        seen.push(...events);
      },
    });
    await sleep(100);
    assert.ok(calls <= 5, `${calls} calls within 100 ms`);
    await eventually('three', () => seen.length === 3);
    assert.deepEqual(revisions(), upTo(3));
    assert.deepEqual(failures, []);
  });

  it('waits for a server that is not there yet', async () => {
    await gate.close();
    subscribe();
    await eventually('two failures', () => failures.length >= 2);
  });

  it('closes at once while the server is silent', async () => {
    server.faults.reads = ['silent'];
    subscribe();
    await sleep(20);
    const start = performance.now();
    await subscription?.close();
    assert.ok(performance.now() - start < 400);
  });
});

function foreign() {
  const data = Buffer.from('{}');
  return {
    id: randomUUID(),
    type: 'Foreign',
    contentType: 'application/json',
    data,
    metadata: Buffer.from('{}'),
  };
}
