import assert from 'node:assert/strict';
import { commandHandler } from '../../application/handle-command.ts';
import type { Snapshot, Snapshots } from '../../application/ports/snapshots.ts';
import type { SnapshotForm } from '../../application/snapshots.ts';
import { openSnapshots } from '../../infrastructure/embedded/snapshots.ts';
import { type FlakyEventStore, flakyEventStore } from '../support/flaky-event-store.ts';
import {
  draw,
  hasher,
  isChained,
  someContext,
  type Tally,
  tallyDecider,
} from '../support/tally.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const stream = 'tally-1';

const tallyForm: SnapshotForm<Tally> = {
  version: 3,
  encode: ({ names }) => [JSON.stringify({ tickets: names.length }), JSON.stringify(names)],
  decode([, names = 'null']) {
    const parsed: unknown = JSON.parse(names);
    if (!Array.isArray(parsed)) throw new RangeError('expected names');
    return { names: parsed.map(String) };
  },
  weight: ({ names }) => names.length,
};

describe('snapshots of a stream', () => {
  const folder = temporaryFolder();
  let snapshots: Snapshots;
  let eventStore: FlakyEventStore;

  before(() => {
    snapshots = openSnapshots({ path: `${folder.path}/snapshots.db` });
  });
  after(async () => {
    await snapshots.close();
    folder.remove();
  });
  beforeEach(async () => {
    await snapshots.clear();
    eventStore = flakyEventStore();
  });

  /** A process of its own: it has everything still to load. */
  function open(form: SnapshotForm<Tally> = tallyForm, store: Snapshots = snapshots) {
    const decider = { ...tallyDecider, snapshot: form };
    const timers = { pause: () => new Promise<void>(setImmediate), random: () => 0.5 };
    const project = async (): Promise<void> => undefined;
    const counted = { ...eventStore, readStream: reading };
    return commandHandler(decider, {
      ...{ hasher, timers, project, snapshots: store },
      eventStore: counted,
    });
  }

  let revisionsRead: number[] = [];
  async function* reading(name: string, from: number) {
    for await (const event of eventStore.readStream(name, from)) {
      revisionsRead.push(event.revision);
      yield event;
    }
  }

  async function drawMany(count: number, from = 0): Promise<void> {
    const handler = open();
    const names = Array.from({ length: count }, (_, index) => `n${from + index}`);
    await Promise.all(names.map((name) => handler.handle(stream, draw(name), someContext)));
    await settled();
  }

  /** Until the snapshot that may be on its way is there. */
  async function settled(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    // The writer thread does one thing after another.
    await snapshots.remove('nothing', '');
  }

  async function storedSnapshot(): Promise<Snapshot> {
    const found = await snapshots.get(stream);
    assert.ok(found !== undefined);
    return found;
  }

  async function replace(changes: Partial<Snapshot>): Promise<void> {
    const found = await storedSnapshot();
    await snapshots.clear();
    await snapshots.put(stream, { ...found, ...changes });
  }

  async function loaded(form?: SnapshotForm<Tally>): Promise<number> {
    revisionsRead = [];
    const { names } = await open(form).current(stream);
    await settled();
    return names.length;
  }

  it('are taken once a stream is long enough, and then only the tail is read', async () => {
    await drawMany(499);
    assert.equal(await snapshots.get(stream), undefined);
    await drawMany(1, 499);
    assert.equal((await storedSnapshot()).revision, 499);
    await drawMany(20, 500);
    assert.equal(await loaded(), 520);
    assert.equal(revisionsRead.length, 1 + 20);
    assert.equal(Math.min(...revisionsRead), 499);
  });

  it('are taken after a long load as well', async () => {
    await drawMany(800);
    await snapshots.clear();
    assert.equal(await loaded(), 800);
    assert.equal(revisionsRead.length, 800);
    assert.equal((await storedSnapshot()).revision, 799);
  });

  it('continue the chain of hashes where they end', async () => {
    await drawMany(500);
    await drawMany(3, 500);
    assert.ok(isChained(eventStore.log));
    assert.equal(eventStore.log.length, 503);
  });

  it('are ignored and replaced when another version of the fold made them', async () => {
    await drawMany(600);
    assert.equal(await loaded({ ...tallyForm, version: 4 }), 600);
    assert.equal(revisionsRead.length, 600);
    assert.equal((await storedSnapshot()).foldVersion, 4);
  });

  const forgeries: readonly (readonly [string, Partial<Snapshot>])[] = [
    ['another state', { state: '{"tickets":1}\n["n0"]' }],
    ['a state that is not text of ours', { state: '\u0000' }],
    ['another revision', { revision: 500 }],
    ['a revision that the log does not have', { revision: 70_000 }],
    ['another hash', { lastHash: '0'.repeat(64) }],
    ['another seal', { seal: '0'.repeat(64) }],
  ];
  for (const [what, changes] of forgeries) {
    it(`are ignored and replaced when somebody gave them ${what}`, async () => {
      await drawMany(600);
      const honest = await storedSnapshot();
      await replace(changes);
      assert.equal(await loaded(), 600);
      assert.equal(revisionsRead.filter((revision) => revision === 0).length, 1);
      assert.deepEqual(await storedSnapshot(), honest);
    });
  }

  it('of another stream are not believed', async () => {
    await drawMany(600);
    const found = await storedSnapshot();
    await snapshots.put('tally-2', found);
    const { names } = await open().current('tally-2');
    assert.equal(names.length, 0);
  });

  it('of a log that is gone are not believed', async () => {
    await drawMany(600);
    eventStore = flakyEventStore();
    await drawMany(550, 1000);
    assert.equal(await loaded(), 550);
    assert.ok(isChained(eventStore.log));
    assert.equal((await storedSnapshot()).revision, 549);
  });

  it('that cannot be decoded are ignored', async () => {
    await drawMany(600);
    const broken = {
      ...tallyForm,
      decode: () => {
        throw new RangeError('no');
      },
    };
    assert.equal(await loaded(broken), 600);
  });

  it('are done without when their store fails', async () => {
    const fail = () => Promise.reject(new Error('the store is down'));
    const failing = { ...snapshots, get: fail, put: fail, remove: fail };
    const handler = open(tallyForm, failing);
    const names = Array.from({ length: 1200 }, (_, index) => `n${index}`);
    await Promise.all(names.map((name) => handler.handle(stream, draw(name), someContext)));
    await settled();
    const again = open(tallyForm, failing);
    assert.equal((await again.current(stream)).names.length, 1200);
  });

  it('are taken more seldom the larger they are', async () => {
    const encoded: number[] = [];
    const heavy: SnapshotForm<Tally> = {
      ...tallyForm,
      weight: () => 16_000,
      encode(tally) {
        encoded.push(tally.names.length);
        return tallyForm.encode(tally);
      },
    };
    const handler = open(heavy);
    let drawn = 0;
    const drawMore = async (count: number): Promise<void> => {
      const names = Array.from({ length: count }, (_, index) => `n${drawn + index}`);
      drawn += count;
      await Promise.all(names.map((name) => handler.handle(stream, draw(name), someContext)));
      await settled();
    };
    await drawMore(1999);
    assert.deepEqual(encoded, []);
    await drawMore(1);
    assert.deepEqual(encoded, [2000]);
    await drawMore(1999);
    assert.deepEqual(encoded, [2000]);
    await drawMore(1);
    assert.deepEqual(encoded, [2000, 4000]);
  });
});
