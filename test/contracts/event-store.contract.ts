import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EventStore } from '../../application/ports/event-store.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import { collect, sampleEvent, sampleEvents } from '../support/sample-events.ts';

/** A log that several adapters can be opened on, as several processes do. */
export interface EventStoreFixture {
  open(): Promise<EventStore>;
  remove(): Promise<void>;
  /** Set where the store takes an id that its stream holds already, at the stream's end: the fold must know. */
  readonly takesKnownIds?: boolean;
}

export function describeEventStore(name: string, make: () => Promise<EventStoreFixture>): void {
  describe(`event store: ${name}`, () => {
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

    describe('appending and reading one stream', () => {
      it('gives back what was appended, in order', async () => {
        const [first, second, third] = [
          sampleEvent({ n: 1 }),
          sampleEvent({ n: 2 }),
          sampleEvent(),
        ];
        const appended = await store.append('account-a', -1, [first, second]);
        await store.append('account-a', 1, [third]);
        assert.ok(appended.ok);
        assert.equal(appended.lastRevision, 1);
        const read = await collect(store.readStream('account-a', 0));
        assert.deepEqual(
          read.map(({ stream, revision, position, ...event }) => event),
          [first, second, third],
        );
        assert.deepEqual(
          read.map((event) => event.revision),
          [0, 1, 2],
        );
        assert.deepEqual(
          read.slice(0, 2).map((event) => event.position),
          appended.positions,
        );
        assert.ok(read.every((event) => event.stream === 'account-a'));
      });

      it('reads from a revision on', async () => {
        await store.append('account-a', -1, sampleEvents(5));
        const read = await collect(store.readStream('account-a', 3));
        assert.deepEqual(
          read.map((event) => event.revision),
          [3, 4],
        );
      });

      it('reads a stream that does not exist as empty', async () => {
        assert.deepEqual(await collect(store.readStream('account-none', 0)), []);
      });

      it('reads a stream longer than a page', async () => {
        await store.append('account-a', -1, sampleEvents(1_234));
        const read = await collect(store.readStream('account-a', 0));
        assert.deepEqual(
          read.map((event) => event.data.number),
          Array.from({ length: 1_234 }, (_, number) => number),
        );
      });

      it('appends nothing when there is nothing to append', async () => {
        const before = await store.lastPosition();
        const result = await store.append('account-a', -1, []);
        assert.deepEqual(result, { ok: true, lastRevision: -1, positions: [] });
        assert.equal(await store.lastPosition(), before);
      });

      it('keeps any JSON object as it is', async () => {
        let revision = -1;
        await fc.assert(
          fc.asyncProperty(
            fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
            async (value) => {
              const data: JsonObject = JSON.parse(JSON.stringify(value));
              const result = await store.append('account-json', revision, [sampleEvent(data)]);
              assert.ok(result.ok);
              revision = result.lastRevision;
              const [read] = await collect(other.readStream('account-json', revision));
              // The chain rests on the order of members too.
              assert.equal(JSON.stringify(read?.data), JSON.stringify(data));
            },
          ),
          { numRuns: 50 },
        );
      });
    });

    describe('expected revision', () => {
      it('refuses an append behind the stream and says where the stream is', async () => {
        await store.append('account-a', -1, sampleEvents(3));
        const conflict = await store.append('account-a', 0, sampleEvents(1));
        assert.deepEqual(conflict, { ok: false, actualRevision: 2 });
        assert.equal((await collect(store.readStream('account-a', 0))).length, 3);
      });

      it('refuses an append ahead of the stream', async () => {
        const conflict = await store.append('account-a', 0, sampleEvents(1));
        assert.deepEqual(conflict, { ok: false, actualRevision: -1 });
        assert.deepEqual(await collect(store.readStream('account-a', 0)), []);
      });

      it('appends all events or none', async () => {
        await store.append('account-a', -1, [sampleEvent()]);
        const result = await store.append('account-a', -1, sampleEvents(3));
        assert.equal(result.ok, false);
        assert.equal((await collect(store.readStream('account-a', 0))).length, 1);
      });

      it('counts each stream by itself', async () => {
        await store.append('account-a', -1, sampleEvents(2));
        const result = await store.append('account-b', -1, sampleEvents(1));
        assert.equal(result.ok, true);
      });

      it('lets exactly one of twenty parallel writers win each round', async () => {
        for (let round = 0; round < 10; round += 1) {
          const results = await Promise.all(
            Array.from({ length: 20 }, (_, writer) =>
              (writer % 2 ? store : other).append('account-a', round - 1, [
                sampleEvent({ writer }),
              ]),
            ),
          );
          assert.equal(results.filter((result) => result.ok).length, 1, `round ${round}`);
        }
        assert.equal((await collect(store.readStream('account-a', 0))).length, 10);
      });

      it('holds all events of twenty parallel writers that try again, each once', async () => {
        const events = sampleEvents(20);
        await Promise.all(
          events.map(async (event, writer) => {
            const mine = writer % 2 ? store : other;
            let expected = -1;
            for (;;) {
              const result = await mine.append('account-a', expected, [event]);
              if (result.ok) return;
              expected = result.actualRevision;
            }
          }),
        );
        const read = await collect(store.readStream('account-a', 0));
        assert.deepEqual(
          read.map((event) => event.id).sort(),
          events.map((event) => event.id).sort(),
        );
        assert.deepEqual(
          read.map((event) => event.revision),
          Array.from({ length: 20 }, (_, revision) => revision),
        );
      });
    });

    describe('repeated appends', () => {
      it('answers the same events at the same revision as the first time', async () => {
        const events = sampleEvents(3);
        const first = await store.append('account-a', -1, events);
        await store.append('account-a', 2, sampleEvents(2));
        assert.deepEqual(await other.append('account-a', -1, events), first);
        assert.equal((await collect(store.readStream('account-a', 0))).length, 5);
      });

      it('holds an append once when it is sent twice at the same time', async () => {
        const events = sampleEvents(2);
        const results = await Promise.all([
          store.append('account-a', -1, events),
          store.append('account-a', -1, events),
          other.append('account-a', -1, events),
        ]);
        assert.ok(results.every((result) => result.ok));
        assert.equal((await collect(store.readStream('account-a', 0))).length, 2);
      });

      it('refuses events of the same ids with another content: somebody else was first', async () => {
        // Two processes that roll the same period at the same moment give its events the same ids.
        const event = sampleEvent();
        await store.append('account-a', -1, [event]);
        const metadata = { ...event.metadata, correlationId: 'request-2' };
        for (const theirs of [
          { ...event, metadata },
          { ...event, data: { n: 2 } },
        ]) {
          const conflict = { ok: false, actualRevision: 0 };
          assert.deepEqual(await other.append('account-a', -1, [theirs]), conflict);
        }
      });

      it('refuses when only some of the events are the same', async () => {
        const events = sampleEvents(2);
        await store.append('account-a', -1, events);
        const mixed = [...events.slice(0, 1), sampleEvent()];
        assert.deepEqual(await store.append('account-a', -1, mixed), {
          ok: false,
          actualRevision: 1,
        });
        const longer = [...events, sampleEvent()];
        assert.deepEqual(await store.append('account-a', -1, longer), {
          ok: false,
          actualRevision: 1,
        });
      });

      it('never holds one event id twice in a stream, and lets the neighbours of the fault through', async () => {
        const event = sampleEvent();
        await store.append('account-a', -1, [event]);
        const [good, again, alsoGood] = await Promise.allSettled([
          store.append('account-b', -1, sampleEvents(1)),
          store.append('account-a', 0, [event]),
          store.append('account-c', -1, sampleEvents(1)),
        ]);
        assert.ok(good.status === 'fulfilled' && good.value.ok);
        assert.ok(alsoGood.status === 'fulfilled' && alsoGood.value.ok);
        if (fixture.takesKnownIds === true) return;
        assert.ok(again.status === 'rejected' || !again.value.ok);
        assert.equal((await collect(store.readStream('account-a', 0))).length, 1);
      });
    });

    it('holds everything after it is closed and opened again', async () => {
      await store.append('account-a', -1, sampleEvents(3));
      await store.close();
      await other.close();
      store = await fixture.open();
      other = await fixture.open();
      assert.equal((await collect(store.readStream('account-a', 0))).length, 3);
      assert.equal((await store.append('account-a', 2, sampleEvents(1))).ok, true);
    });
  });
}
