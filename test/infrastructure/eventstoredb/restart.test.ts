import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { EventStore } from '../../../application/ports/event-store.ts';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../application/ports/event-store.ts';
import type { RecordedEvent } from '../../../domain/shared/event.ts';
import { openEventStoreDb } from '../../../infrastructure/eventstoredb/event-store.ts';
import {
  type EventStoreProcess,
  startEventStoreProcess,
} from '../../support/eventstore-server/eventstore-process.ts';
import { collect, eventually, sampleEvents } from '../../support/sample-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('EventStoreDB client and a server that goes away', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let server: EventStoreProcess;
  let store: EventStore;

  beforeEach(async () => {
    folder = temporaryFolder();
    server = await startEventStoreProcess({ file: join(folder.path, 'log') });
    const { connectionString } = server;
    const subscription = { heartbeatMs: 200, longestPauseMs: 500 };
    store = openEventStoreDb({ connectionString, timeoutMs: 1_000, subscription });
  });
  afterEach(async () => {
    await store.close();
    await server.kill();
    folder.remove();
  });

  it('says that nothing was appended while nobody listens, and goes on when somebody does', async () => {
    const seen: RecordedEvent[] = [];
    const subscription = store.subscribe(0, ['account-'], {
      async onEvents(events) {
        seen.push(...events);
      },
    });
    await store.append('account-a', -1, sampleEvents(3));
    await eventually('three events', () => seen.length === 3);
    await server.kill();
    const first = store.append('account-a', 2, sampleEvents(1));
    await assert.rejects(first, /cannot append|may have happened/);
    await assert.rejects(store.append('account-a', 2, sampleEvents(1)), StoreUnavailableError);
    await assert.rejects(collect(store.readStream('account-a', 0)), StoreUnavailableError);
    await assert.rejects(store.lastPosition(), StoreUnavailableError);
    await server.restart();
    const more = sampleEvents(2);
    const appended = await untilItWorks(() => store.append('account-a', 2, more));
    assert.deepEqual(appended.ok && appended.lastRevision, 4);
    await eventually('five events', () => seen.length === 5);
    assert.deepEqual(
      seen.map((event) => event.id),
      (await collect(store.readStream('account-a', 0))).map((event) => event.id),
    );
    await subscription.close();
  });
});

async function untilItWorks<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      const known = error instanceof StoreUnavailableError || error instanceof OutcomeUnknownError;
      if (!known || attempts === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
