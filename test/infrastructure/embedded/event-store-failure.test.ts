import assert from 'node:assert/strict';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { StoreUnavailableError } from '../../../application/ports/event-store.ts';
import { openEventStore } from '../../../infrastructure/embedded/event-store.ts';
import { collect, eventually, sampleEvent, sampleEvents } from '../../support/sample-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('embedded event store that cannot write', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let path: string;

  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder.path, 'events.db');
  });
  afterEach(() => folder.remove());

  it('refuses while another process holds the file, and goes on by itself afterwards', async () => {
    const store = openEventStore({ path, patienceMs: 50 });
    await store.append('account-a', -1, sampleEvents(1));
    const holder = new Database(path);
    holder.exec('BEGIN IMMEDIATE');
    const refused = await Promise.allSettled([
      store.append('account-a', 0, sampleEvents(1)),
      store.append('account-b', -1, sampleEvents(1)),
    ]);
    for (const result of refused) {
      assert.ok(result.status === 'rejected' && result.reason instanceof StoreUnavailableError);
    }
    assert.equal((await collect(store.readAll(0, ['']))).length, 1);
    holder.exec('ROLLBACK');
    holder.close();
    assert.equal((await store.append('account-a', 0, sampleEvents(1))).ok, true);
    await store.close();
  });

  it('waits for another process that holds the file for a moment', async () => {
    const store = openEventStore({ path });
    const holder = new Database(path);
    holder.exec('BEGIN IMMEDIATE');
    const append = store.append('account-a', -1, sampleEvents(1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    holder.exec('COMMIT');
    holder.close();
    assert.equal((await append).ok, true);
    await store.close();
  });

  it('acknowledges nothing on a full disk, loses nothing, and goes on once there is room', async () => {
    const full = openEventStore({ path, maxPages: 60 });
    let acknowledged = 0;
    const large = () => sampleEvent({ filler: 'x'.repeat(3_000) });
    await assert.rejects(async () => {
      for (;;) {
        const result = await full.append('account-a', acknowledged - 1, [large()]);
        assert.ok(result.ok);
        acknowledged += 1;
      }
    }, StoreUnavailableError);
    await assert.rejects(full.append('account-b', -1, [large()]), StoreUnavailableError);
    assert.equal((await collect(full.readAll(0, ['']))).length, acknowledged);
    await full.close();
    assert.ok(acknowledged > 10);
    const roomy = openEventStore({ path });
    assert.equal((await collect(roomy.readAll(0, ['']))).length, acknowledged);
    assert.equal((await roomy.append('account-a', acknowledged - 1, [large()])).ok, true);
    await roomy.close();
  });

  it('refuses what comes after it is closed', async () => {
    const store = openEventStore({ path });
    await store.close();
    await assert.rejects(store.append('account-a', -1, sampleEvents(1)), StoreUnavailableError);
  });

  it('answers what was under way when it is closed', async () => {
    const store = openEventStore({ path });
    const appends = Array.from({ length: 50 }, (_, stream) =>
      store.append(`account-${stream}`, -1, sampleEvents(1)),
    );
    await store.close();
    assert.ok((await Promise.all(appends)).every((result) => result.ok));
  });

  it('sees within a moment what another process appends', async () => {
    const store = openEventStore({ path });
    const other = openEventStore({ path });
    await other.append('account-a', -1, sampleEvents(1));
    let seen = 0;
    const subscription = store.subscribe(0, ['account-'], {
      onEvents: async (events) => {
        seen += events.length;
      },
    });
    await eventually('the first event', () => seen === 1);
    await other.append('account-a', 0, sampleEvents(1));
    const start = performance.now();
    await eventually('the second event', () => seen === 2);
    assert.ok(performance.now() - start < 30_000);
    await subscription.close();
    await store.close();
    await other.close();
  });
});
