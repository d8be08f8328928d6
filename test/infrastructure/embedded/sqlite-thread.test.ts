import assert from 'node:assert/strict';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../application/ports/event-store.ts';
import { type SqliteThread, sqliteThread } from '../../../infrastructure/embedded/sqlite-thread.ts';
import { siblingModule } from '../../../infrastructure/system/start-worker.ts';

const entry = siblingModule('../../support/fragile-thread', import.meta.url);

describe('writer thread', () => {
  let thread: SqliteThread<number, number>;

  beforeEach(async () => {
    thread = sqliteThread({ entry, data: null });
    // A database that cannot be opened fails what was asked, and is tried again with the next.
    await assert.rejects(thread.send(1), /not open yet/);
  });
  afterEach(() => thread.close());

  it('says that it is not available while no thread can be started, and asks again', async () => {
    // Node throws at once for this address, as it does when the system has no thread to give.
    const nowhere = new URL('https://assay.example/thread.js');
    const none = sqliteThread<number, number>({ entry: nowhere, data: null });
    for (let round = 0; round < 2; round += 1) {
      await assert.rejects(none.send(1), StoreUnavailableError);
    }
    await none.close();
  });

  it('answers each of many requests with its own reply', async () => {
    const numbers = Array.from({ length: 5_000 }, (_, number) => number + 1_000);
    const replies = await Promise.all(numbers.map((number) => thread.send(number)));
    assert.deepEqual(
      replies,
      numbers.map((number) => number + 1),
    );
  });

  it('fails one request of a batch without the others', async () => {
    const [before, failed, after] = await Promise.allSettled([1, 13, 2].map(thread.send));
    assert.deepEqual(
      [before, after].map((result) => result?.status),
      ['fulfilled', 'fulfilled'],
    );
    assert.ok(failed?.status === 'rejected' && failed.reason instanceof OutcomeUnknownError);
  });

  it('calls what was under way unknown when it dies, and starts again', async () => {
    const pending = await Promise.allSettled([99, 1, 2].map(thread.send));
    for (const result of pending) {
      assert.ok(result.status === 'rejected' && result.reason instanceof OutcomeUnknownError);
    }
    await assert.rejects(thread.send(1), /not open yet/);
    assert.equal(await thread.send(1), 2);
  });

  it('answers what was sent before it is closed, and refuses what comes after', async () => {
    const early = thread.send(1);
    const closing = thread.close();
    await assert.rejects(thread.send(2), StoreUnavailableError);
    assert.equal(await early, 2);
    await closing;
  });
});
