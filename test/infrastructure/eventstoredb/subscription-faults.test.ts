import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import { type FollowedLog, followedLog } from '../../support/eventstore-server/followed-log.ts';
import { eventually, sampleEvents } from '../../support/sample-events.ts';

const timing = { heartbeatMs: 100, firstPauseMs: 20, longestPauseMs: 100 };

describe('EventStoreDB client: a subscription under faults', () => {
  let log: FollowedLog;

  beforeEach(async () => {
    log = await followedLog(timing);
  });
  afterEach(() => log.close());

  it('goes on behind the last event when the connection is cut', async () => {
    const writer = log.open(timing);
    log.subscribe();
    for (let round = 0; round < 5; round += 1) {
      await writer.append('account-a', round * 10 - 1, sampleEvents(10));
      await eventually('ten more', () => log.seen.length === (round + 1) * 10);
      log.gate.cut();
    }
    assert.deepEqual(log.revisions(), upTo(50));
  });

  it('goes on when the server ends the subscription', async () => {
    log.subscribe();
    await log.append(3);
    await eventually('three', () => log.seen.length === 3);
    log.server.breakReads();
    await log.append(3);
    await eventually('six', () => log.seen.length === 6);
    assert.deepEqual(log.revisions(), upTo(6));
    assert.ok(log.failures.length > 0);
  });

  it('notices a subscription that brings nothing although the log goes on', async () => {
    log.subscribe();
    await log.append(3);
    await eventually('three', () => log.seen.length === 3);
    log.server.faults.subscriptionsSilent = true;
    await log.append(3);
    await eventually('a failure', () => log.failures.length > 0);
    log.server.faults.subscriptionsSilent = false;
    await eventually('six', () => log.seen.length === 6);
    assert.deepEqual(log.revisions(), upTo(6));
  });

  it('notices a connection that carries nothing any more', async () => {
    log.subscribe();
    await log.append(3);
    await eventually('three', () => log.seen.length === 3);
    log.gate.silence();
    await log.open(timing).append('account-a', 2, sampleEvents(3));
    await eventually('six', () => log.seen.length === 6);
    assert.deepEqual(log.revisions(), upTo(6));
  });

  it('gives every event once when the server sends it twice', async () => {
    log.server.faults.duplicates = true;
    await log.append(20);
    log.subscribe();
    await log.append(20);
    await eventually('forty', () => log.seen.length >= 40);
    await sleep(50);
    assert.deepEqual(log.revisions(), upTo(40));
  });

  it('waits for a server that is not there yet', async () => {
    await log.gate.close();
    log.subscribe();
    await eventually('two failures', () => log.failures.length >= 2);
  });

  it('closes at once while the server is silent', async () => {
    log.server.faults.reads = ['silent'];
    const patient = log.open({ ...timing, heartbeatMs: 120_000 });
    const subscription = log.subscribe({}, patient);
    await sleep(20);
    const start = performance.now();
    await subscription.close();
    assert.ok(performance.now() - start < 60_000, 'closing waits for no sign of life');
  });
});

const upTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
