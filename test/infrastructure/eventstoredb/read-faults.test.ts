import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EventStore,
  StoreUnavailableError,
  UnreadableEventError,
} from '../../../application/ports/event-store.ts';
import { openEventStoreDb } from '../../../infrastructure/eventstoredb/event-store.ts';
import { positionOf } from '../../../infrastructure/eventstoredb/wire-event.ts';
import {
  type EventStoreServer,
  startEventStoreServer,
} from '../../support/eventstore-server/start-server.ts';
import { openTcpGate, type TcpGate } from '../../support/eventstore-server/tcp-gate.ts';
import { collect, eventually, sampleEvents } from '../../support/sample-events.ts';

const timeoutMs = 300;

describe('EventStoreDB client: reads that fail', () => {
  let server: EventStoreServer;
  let gate: TcpGate;
  let store: EventStore;

  beforeEach(async () => {
    server = await startEventStoreServer();
    gate = await openTcpGate(server.port);
    const connectionString = `esdb://127.0.0.1:${gate.port}?tls=false`;
    store = openEventStoreDb({ connectionString, timeoutMs });
    for (let round = 0; round < 4; round += 1) {
      await openEventStoreDbAndAppend(round);
    }
  });
  afterEach(async () => {
    await store.close();
    await gate.close();
    await server.stop();
  });

  async function openEventStoreDbAndAppend(round: number): Promise<void> {
    const appended = await store.append('account-a', round * 10 - 1, sampleEvents(10));
    assert.ok(appended.ok);
  }

  for (const fault of ['silent', 'silent half way', 'reset half way'] as const) {
    it(`fails in bounded time when a read is ${fault}, and the next one works`, async () => {
      const reads = {
        stream: () => collect(store.readStream('account-a', 0)),
        log: () => collect(store.readAll(0, ['account-'])),
      };
      for (const read of Object.values(reads)) {
        server.faults.reads = [fault];
        await assert.rejects(read(), StoreUnavailableError);
        assert.equal((await read()).length, 40);
      }
    });
  }

  it('answers where the log ends, or fails, in bounded time', async () => {
    server.faults.reads = ['silent'];
    const start = performance.now();
    await assert.rejects(store.lastPosition(), StoreUnavailableError);
    assert.ok(performance.now() - start < 100 * timeoutMs);
    assert.equal(await store.lastPosition(), server.log.events.at(-1)?.position);
  });

  it('reads on over a new connection when the old one carries nothing any more', async () => {
    gate.silence();
    await assert.rejects(collect(store.readStream('account-a', 0)), StoreUnavailableError);
    assert.equal((await collect(store.readStream('account-a', 0))).length, 40);
  });

  it('lets a reader take its time', async () => {
    let read = 0;
    for await (const _ of store.readStream('account-a', 0)) {
      if (read === 0) await sleep(2 * timeoutMs);
      read += 1;
    }
    assert.equal(read, 40);
  });

  it('ends the call when its reader stops early', async () => {
    for await (const _ of store.readStream('account-a', 0)) break;
    await eventually('no call is open', () => server.openReads() === 0);
  });

  it('passes over the events of the server itself, and stops at what is no event of ours', async () => {
    server.log.append('$stats', 'any', [foreign('{}')]);
    server.log.append('note-n', 'any', [foreign('{}')]);
    assert.equal((await collect(store.readAll(0, ['account-']))).length, 40);
    for (const [text, contentType] of [
      ['{"amount":1}', 'application/json'],
      ['{"amount":', 'application/json'],
      ['[1]', 'application/json'],
      ['bytes', 'application/octet-stream'],
    ] as const) {
      const stream = `key-${randomUUID()}`;
      server.log.append(stream, 'any', [foreign(text, contentType)]);
      const expected = (error: unknown): boolean =>
        error instanceof UnreadableEventError &&
        error.place.stream === stream &&
        error.place.position === server.log.events.at(-1)?.position;
      await assert.rejects(collect(store.readStream(stream, 0)), expected);
      await assert.rejects(collect(store.readAll(0, [stream])), expected);
      assert.equal((await collect(store.readAll(0, ['account-']))).length, 40);
    }
  });

  it('refuses a position that a number cannot hold', () => {
    const largest = BigInt(Number.MAX_SAFE_INTEGER);
    assert.equal(positionOf({ position: { commit: largest } }), Number.MAX_SAFE_INTEGER);
    assert.throws(() => positionOf({ position: { commit: largest + 1n } }), /2\^53/);
    // Servers before 22.6 answer reads of a stream without positions: the largest 64-bit number.
    assert.throws(() => positionOf({ position: { commit: 2n ** 64n - 1n } }), /22\.6/);
    assert.throws(() => positionOf({ position: undefined }), /22\.6/);
  });
});

function foreign(text: string, contentType = 'application/json') {
  const data = Buffer.from(text);
  return { id: randomUUID(), type: 'Foreign', contentType, data, metadata: Buffer.from('{}') };
}
