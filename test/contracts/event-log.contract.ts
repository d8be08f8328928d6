import assert from 'node:assert/strict';
import type { EventStore, SubscriptionHandlers } from '../../application/ports/event-store.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { collect, eventually, sampleEvents } from '../support/sample-events.ts';
import type { EventStoreFixture } from './event-store.contract.ts';

/** The part of the event store's contract that is about all streams together. */
export function describeEventLog(name: string, make: () => Promise<EventStoreFixture>): void {
  describe(`event log: ${name}`, () => {
    let fixture: EventStoreFixture;
    let store: EventStore;
    let other: EventStore;

    beforeEach(async () => {
      fixture = await make();
      store = await fixture.open();
      other = await fixture.open();
    });
    afterEach(async () => {
      await store.close();
      await other.close();
      await fixture.remove();
    });

    describe('the whole log', () => {
      it('reads all streams of some prefixes in log order, after a position', async () => {
        await store.append('account-a', -1, sampleEvents(2));
        await store.append('key-k', -1, sampleEvents(1));
        await store.append('note-n', -1, sampleEvents(1));
        await other.append('account-b', -1, sampleEvents(1));
        const read = await collect(store.readAll(0, ['account-', 'key-']));
        assert.deepEqual(
          read.map((event) => `${event.stream}@${event.revision}`),
          ['account-a@0', 'account-a@1', 'key-k@0', 'account-b@0'],
        );
        const [, second] = read;
        const rest = await collect(store.readAll(second?.position ?? 0, ['account-']));
        assert.deepEqual(
          rest.map((event) => event.stream),
          ['account-b'],
        );
      });

      it('reads nothing when no prefix is asked for, and everything for the empty one', async () => {
        await store.append('account-a', -1, sampleEvents(2));
        assert.deepEqual(await collect(store.readAll(0, [])), []);
        assert.equal((await collect(store.readAll(0, ['']))).length, 2);
      });

      it('finds a rare stream far into a long log', async () => {
        // In parts: a store may limit the size of one append.
        for (let round = 0; round < 5; round += 1) {
          await store.append('account-a', round * 1_000 - 1, sampleEvents(1_000));
        }
        await store.append('key-k', -1, sampleEvents(1));
        const read = await collect(store.readAll(0, ['key-']));
        assert.deepEqual(
          read.map((event) => event.stream),
          ['key-k'],
        );
      });

      it('takes a prefix literally', async () => {
        await store.append('account-a', -1, sampleEvents(1));
        for (const prefix of ['a%', 'a*', 'a_c', 'ACCOUNT-', "a'", '']) {
          const found = await collect(store.readAll(0, [prefix]));
          assert.equal(found.length, prefix === '' ? 1 : 0, JSON.stringify(prefix));
        }
      });

      it('knows the position of the last event, whoever appended it', async () => {
        const before = await store.lastPosition();
        const appended = await other.append('account-a', -1, sampleEvents(3));
        assert.ok(appended.ok && before < (appended.positions[0] ?? 0));
        assert.equal(await store.lastPosition(), appended.positions.at(-1));
      });
    });

    describe('under twenty parallel writers', () => {
      const write = (): Promise<unknown> =>
        Promise.all(
          Array.from({ length: 20 }, async (_, writer) => {
            const mine = writer % 2 ? store : other;
            for (let round = 0; round < 5; round += 1) {
              await mine.append(`account-${writer}`, round * 2 - 1, sampleEvents(2));
            }
          }),
        );

      it('has a place of its own for every event, in the order of the log', async () => {
        await write();
        const read = await collect(store.readAll(0, ['account-']));
        assert.equal(read.length, 200);
        assertOrdered(read);
        for (let writer = 0; writer < 20; writer += 1) {
          const places = read.filter(({ stream }) => stream === `account-${writer}`);
          const alone = await collect(other.readStream(`account-${writer}`, 0));
          assert.deepEqual(places, alone);
        }
      });

      it('delivers every event once to who follows it', async () => {
        const { handlers, seen } = recorder();
        const subscription = store.subscribe(0, ['account-'], handlers);
        await write();
        await eventually('200 events', () => seen.length >= 200);
        assert.equal(seen.length, 200);
        assertOrdered(seen);
        await subscription.close();
      });
    });

    describe('subscribing', () => {
      it('delivers what is there and what comes, own and of others, in order', async () => {
        await store.append('account-a', -1, sampleEvents(700));
        const { handlers, seen } = recorder();
        const subscription = store.subscribe(0, ['account-'], handlers);
        await eventually('700 events', () => seen.length === 700);
        await store.append('account-a', 699, sampleEvents(2));
        await other.append('account-b', -1, sampleEvents(2));
        await eventually('704 events', () => seen.length >= 704);
        const positions = seen.map((event) => event.position);
        assert.deepEqual(
          positions,
          [...positions].sort((left, right) => left - right),
        );
        await subscription.close();
      });

      it('starts after the position it is given', async () => {
        const appended = await store.append('account-a', -1, sampleEvents(5));
        assert.ok(appended.ok);
        const { handlers, seen } = recorder();
        const subscription = store.subscribe(appended.positions[2] ?? 0, ['account-'], handlers);
        await eventually('the last two', () => seen.length === 2);
        assert.deepEqual(
          seen.map((event) => event.revision),
          [3, 4],
        );
        await subscription.close();
      });

      it('reports how far it has seen when nothing matches', async () => {
        const appended = await store.append('note-n', -1, sampleEvents(5));
        assert.ok(appended.ok);
        const { handlers, caughtUp } = recorder();
        const subscription = store.subscribe(0, ['account-'], handlers);
        await eventually('caught up', () => caughtUp.at(-1) === appended.positions.at(-1));
        await subscription.close();
      });

      it('goes on from wherever another one was told it had come', async () => {
        await store.append('account-a', -1, sampleEvents(3));
        const { handlers, caughtUp } = recorder();
        const subscription = store.subscribe(0, ['account-'], handlers);
        let revision = 2;
        for (const foreign of [1, 40, 7]) {
          const appended = await other.append(`note-${foreign}`, -1, sampleEvents(foreign));
          assert.ok(appended.ok);
          const target = appended.positions.at(-1) ?? 0;
          await eventually('caught up', () => (caughtUp.at(-1) ?? 0) >= target);
          const from = caughtUp.at(-1) ?? 0;
          await store.append('account-a', revision, sampleEvents(2));
          const next = recorder();
          const successor = other.subscribe(from, ['account-'], next.handlers);
          await eventually('two events', () => next.seen.length === 2);
          assert.deepEqual(
            next.seen.map((event) => event.revision),
            [revision + 1, revision + 2],
          );
          revision += 2;
          await successor.close();
        }
        await subscription.close();
      });

      it('waits for a handler before it delivers more', async () => {
        let running = 0;
        let overlaps = 0;
        let seen = 0;
        const subscription = store.subscribe(0, ['account-'], {
          async onEvents(events) {
            running += 1;
            if (running > 1) overlaps += 1;
            await new Promise((resolve) => setTimeout(resolve, 10));
            seen += events.length;
            running -= 1;
          },
        });
        for (let round = 0; round < 10; round += 1) {
          await store.append('account-a', round - 1, sampleEvents(1));
        }
        await eventually('ten events', () => seen === 10);
        assert.equal(overlaps, 0);
        await subscription.close();
      });

      it('delivers again what a handler failed to take', async () => {
        let failures = 2;
        const { handlers, seen } = recorder();
        const subscription = store.subscribe(0, ['account-'], {
          async onEvents(events) {
            if (failures-- > 0) throw new Error('not now');
            await handlers.onEvents(events);
          },
        });
        await store.append('account-a', -1, sampleEvents(1));
        await eventually('the event', () => seen.length === 1);
        await subscription.close();
      });

      it('delivers nothing after it is closed', async () => {
        const { handlers, seen } = recorder();
        const subscription = store.subscribe(0, ['account-'], handlers);
        await subscription.close();
        await store.append('account-a', -1, sampleEvents(1));
        await new Promise((resolve) => setTimeout(resolve, 120));
        assert.deepEqual(seen, []);
      });
    });
  });
}

function assertOrdered(events: readonly RecordedEvent[]): void {
  for (const [index, { position }] of events.entries()) {
    assert.ok(position > (events[index - 1]?.position ?? 0), `event ${index} is out of order`);
  }
}

function recorder(): {
  handlers: SubscriptionHandlers;
  seen: RecordedEvent[];
  caughtUp: number[];
} {
  const seen: RecordedEvent[] = [];
  const caughtUp: number[] = [];
  const handlers: SubscriptionHandlers = {
    async onEvents(events) {
      seen.push(...events);
    },
    async onCaughtUp(position) {
      caughtUp.push(position);
    },
  };
  return { handlers, seen, caughtUp };
}
