import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnreadableEventError } from '../../../application/ports/event-store.ts';
import type { RecordedEvent } from '../../../domain/shared/event.ts';
import {
  type FollowedLog,
  followedLog,
  foreignEvents,
  ourEvent,
} from '../../support/eventstore-server/followed-log.ts';
import { eventually, sampleEvent } from '../../support/sample-events.ts';

const timing = { heartbeatMs: 100, firstPauseMs: 20, longestPauseMs: 100 };
/** Slow enough to tell pauses from work. */
const unhurried = { heartbeatMs: 1_000, firstPauseMs: 200, longestPauseMs: 1_000 };

describe('EventStoreDB client: how far a subscription has come', () => {
  let log: FollowedLog;

  beforeEach(async () => {
    log = await followedLog(timing);
  });
  afterEach(() => log.close());

  it('says how far it has seen when live events match nothing, few or many', async () => {
    log.subscribe();
    await log.append(1);
    await eventually('the start', () => log.positions.at(-1) === log.end());
    for (const count of [1, 5, 100, 700]) {
      log.server.log.append(`note-${count}`, 'any', foreignEvents(count));
      await eventually(`${count} foreign events`, () => log.positions.at(-1) === log.end());
    }
    assert.equal(log.server.subscriptions(), 1);
    assert.equal(log.seen.length, 1);
  });

  it('never says that it has seen what it has not delivered', async () => {
    const delivered: number[] = [];
    log.subscribe({
      async onEvents(events) {
        await sleep(1);
        delivered.push(...events.map(({ position }) => position));
      },
      async onCaughtUp(position) {
        const missing = log.server.log.events.filter(
          (event) =>
            event.stream.startsWith('account-') &&
            event.position <= position &&
            !delivered.includes(event.position),
        );
        assert.deepEqual(missing, []);
        log.positions.push(position);
      },
    });
    for (let round = 0; round < 30; round += 1) {
      log.server.log.append(`note-${round}`, 'any', foreignEvents(40));
      await log.append(7);
    }
    await eventually('all', () => delivered.length === 210 && log.positions.at(-1) === log.end());
    assert.deepEqual(log.failures, []);
  });

  it('misses nothing when a server names the next record in its checkpoints', async () => {
    log.server.faults.checkpointsAhead = true;
    log.subscribe();
    await eventually('the start', () => log.positions.at(-1) === log.end());
    // The checkpoint after 32 more records names the 33rd, which is ours.
    log.server.log.append('note-a', 'any', foreignEvents(32));
    log.server.log.append('account-a', -1, [ourEvent()]);
    await eventually('ours', () => log.seen.length === 1);
  });

  it('needs no second look where checkpoints say how far it has come', async () => {
    const patient = log.open({ ...timing, heartbeatMs: 60_000 });
    log.server.log.append('note-a', 'any', foreignEvents(5));
    log.subscribe({}, patient);
    await eventually('the start', () => log.positions.at(-1) === log.end());
    log.server.log.append('note-a', 'any', foreignEvents(96));
    const second = log.server.log.events.at(-33)?.position ?? 0;
    await eventually('two checkpoints', () => (log.positions.at(-1) ?? 0) >= second);
  });

  it('takes from the server only what its handler can follow', async () => {
    const direct = log.open(timing);
    for (let round = 0; round < 6; round += 1) {
      const events = upTo(250).map(() => sampleEvent({ filler: 'x'.repeat(1_000) }));
      await direct.append('account-a', round * 250 - 1, events);
    }
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let taken = 0;
    const onEvents = async (events: readonly unknown[]): Promise<void> => {
      taken += events.length;
      await released;
    };
    log.subscribe({ onEvents }, direct);
    await eventually('a first batch', () => taken > 0);
    await sleep(500);
    assert.ok(taken <= 250, `${taken} events in one batch`);
    const sent = log.server.eventsSent();
    assert.ok(sent < 900, `${sent} of 1500 events were sent`);
    release();
    await eventually('all of them', () => taken === 1_500);
  }).timeout(20_000);

  it('stops at what is no event, says so, and tries again without haste', async () => {
    await log.append(2);
    log.server.log.append('account-b', 'any', foreignEvents(1));
    await log.append(1);
    log.subscribe({}, log.open(unhurried));
    await sleep(1_000);
    // Pauses of 200, 400, 800 ms, at least half of each.
    assert.ok(
      log.failures.length >= 1 && log.failures.length <= 4,
      `${log.failures.length} failures`,
    );
    assert.ok(log.failures.every((cause) => cause instanceof UnreadableEventError));
    assert.deepEqual(log.revisions(), [0, 1]);
  });

  it('gives a handler that fails the same events again, without haste', async () => {
    let calls = 0;
    await log.append(1);
    log.server.log.append('note-a', 'any', foreignEvents(40));
    await log.append(2);
    log.server.log.append('note-a', 'any', foreignEvents(100));
    const onEvents = async (events: readonly RecordedEvent[]): Promise<void> => {
      calls += 1;
      // Meanwhile checkpoints and the end of the log gather behind the events that are not taken.
      if (calls === 1) await sleep(200);
      else if (calls <= 4) throw new Error('not now');
      log.seen.push(...events);
    };
    const start = performance.now();
    log.subscribe({ onEvents }, log.open(unhurried));
    await eventually('three', () => log.seen.length === 3);
    assert.ok(performance.now() - start > 600, 'pauses of 200, 400, 800 ms, at least half of each');
    assert.deepEqual(log.revisions(), upTo(3));
    assert.deepEqual(log.failures, []);
  });
});

const upTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
