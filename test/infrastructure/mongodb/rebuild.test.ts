import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EventStore } from '../../../application/ports/event-store.ts';
import type { RebuildableReadModels } from '../../../application/ports/rebuildable-read-models.ts';
import {
  type MongoConnection,
  mongoConnection,
} from '../../../infrastructure/mongodb/connection.ts';
import { readModels } from '../../../infrastructure/mongodb/read-models.ts';
import { viewStore } from '../../../infrastructure/mongodb/view-store.ts';
import { projectInline } from '../../../projections/project-inline.ts';
import { rebuild } from '../../../projections/rebuild.ts';
import { needsMongoDb, type TestDatabase, testDatabase } from '../../support/mongodb-server.ts';
import { openToyLog, projections, type ToyLog } from '../../support/toy-log.ts';
import { toySums } from '../../support/toy-projections.ts';

const models = projections.map(({ declaration }) => declaration);
// Rows as well are to be seen before an append is answered, so that one that was lost is missed.
const inline = projections.map((projection) => ({ ...projection, delivery: 'inline' as const }));

function openNode(url: string): RebuildableReadModels {
  const connection = mongoConnection({ url });
  return { ...readModels(viewStore(connection, models)), close: () => connection.close() };
}

describe('rebuilding on MongoDB while nodes write', () => {
  let log: ToyLog;
  let database: TestDatabase;
  let nodes: readonly [RebuildableReadModels, RebuildableReadModels, RebuildableReadModels];

  before(function () {
    needsMongoDb(this);
  });
  beforeEach(async () => {
    log = openToyLog();
    database = await testDatabase();
    nodes = [openNode(database.url), openNode(database.url), openNode(database.url)];
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
    await log.close();
  });
  const node = (place: number): RebuildableReadModels => nodes[place % 3] ?? nodes[0];

  /** Appends one event and folds it on a node; after that every node has to show it. */
  const add = async (stream: string, expected: number, place: number): Promise<void> => {
    const events = await log.append(stream, expected, 1);
    const ports = { eventStore: log.eventStore, readModels: node(place) };
    await projectInline(ports, inline, events);
    const shown = await node(place + 1).get('sums', `sum-of-${stream}`);
    assert.ok((shown?.revision ?? -1) >= expected + 1, `${stream} ${expected + 1} was not seen`);
    const [row] = events;
    assert.ok(row !== undefined && (await node(place + 2).get('rows', row.id)) !== undefined);
  };
  const rebuildOn = (place: number) =>
    rebuild({ eventStore: log.eventStore, readModels: node(place) }, projections, { swap: true });

  it('loses nothing, shows every event at once, and finds no difference', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (lengths, rebuilds) => {
          round += 1;
          const streams = lengths.map((length, index) => ({
            name: `toy-${round}-${index}`,
            length,
            place: index,
          }));
          const writing = streams.map(async ({ name, length, place }) => {
            for (let revision = 0; revision < length; revision += 1) {
              await add(name, revision - 1, place + revision);
            }
          });
          const rebuilding = (async () => {
            for (let place = 0; place < rebuilds; place += 1) {
              const { differences } = await rebuildOn(place);
              assert.deepEqual(differences, []);
            }
          })();
          await Promise.all([...writing, rebuilding]);
          for (const { name, length } of streams) {
            const sum = await node(0).get('sums', `sum-of-${name}`);
            assert.equal(sum?.body.total, length);
          }
        },
      ),
      { numRuns: 8 },
    );
    assert.equal((await rebuildOn(0)).total, 0);
  }).timeout(120_000);

  it('refuses what was folded onto a document from before a swap', async () => {
    await add('toy-a', -1, 0);
    const before = await node(0).get('sums', 'sum-of-toy-a');
    assert.ok(before);
    await rebuildOn(1);
    const folded = { ...before, revision: 1, body: { ...before.body, total: 999 } };
    assert.equal(await node(0).put('sums', folded, before), 'swapped');
    const again = await node(0).get('sums', 'sum-of-toy-a');
    assert.equal(again?.body.total, 1);
    assert.equal(await node(0).put('sums', { ...folded, body: { total: 2 } }, again), 'stored');
  });

  it('tells a writer whose document went where nobody looks any more', async () => {
    const connection = mongoConnection({ url: database.url });
    let meanwhile: (() => Promise<unknown>) | undefined;
    const interrupted: MongoConnection = {
      ...connection,
      async write(work) {
        const written = await connection.write(work);
        await meanwhile?.();
        return written;
      },
    };
    const writer = readModels(viewStore(interrupted, models));
    await writer.checkpoint('rows');
    meanwhile = () => {
      meanwhile = undefined;
      return rebuildOn(1);
    };
    const row = { id: 'row-1', revision: 0, position: 1, indexes: { stream: 'toy-a' }, body: {} };
    assert.equal(await writer.put('rows', row), 'swapped');
    assert.equal(await writer.put('rows', row), 'stored');
    assert.equal((await node(2).get('rows', 'row-1'))?.id, 'row-1');
    await connection.close();
  });

  it('puts right what is wrong, also where somebody goes on folding onto it', async () => {
    for (let round = 0; round < 8; round += 1) {
      const stream = `toy-${round}`;
      const [first] = await log.append(stream, -1, 1);
      assert.ok(first);
      // A fold with a fault made this document; the others go on from it.
      const faulty = { eventStore: log.eventStore, readModels: node(0) };
      await projectInline(faulty, [toySums(100)], [first]);
      const writing = (async () => {
        for (let revision = 1; revision < 10; revision += 1) {
          const events = await log.append(stream, revision - 1, 1);
          const ports = { eventStore: log.eventStore, readModels: node(revision) };
          await projectInline(ports, projections, events);
        }
      })();
      await Promise.all([writing, rebuildOn(round)]);
      const sum = await node(0).get('sums', `sum-of-${stream}`);
      assert.equal(sum?.body.total, 10, stream);
    }
  }).timeout(60_000);

  it('names what was changed, removed or put in behind our back, and puts it right', async () => {
    for (const stream of ['toy-a', 'toy-b', 'toy-c', 'toy-d']) {
      for (const revision of [0, 1, 2]) await add(stream, revision - 1, revision);
    }
    assert.equal((await rebuildOn(0)).total, 0);
    const connection = mongoConnection({ url: database.url });
    await connection.write(async (db) => {
      const names = await db.listCollections().toArray();
      for (const { name } of names.filter((found) => found.name.startsWith('view_sums'))) {
        const documents = db.collection<{ _id: string }>(name);
        const original = await documents.findOne({ _id: 'sum-of-toy-a' });
        if (original === null) continue;
        await documents.updateOne({ _id: 'sum-of-toy-b' }, { $set: { body: '{"total":7}' } });
        await documents.updateOne({ _id: 'sum-of-toy-c' }, { $set: { 'indexes.size': 'huge' } });
        await documents.insertOne({ ...original, _id: 'invented' });
        await documents.deleteOne({ _id: 'sum-of-toy-a' });
      }
    });
    await connection.close();
    const { total, differences } = await rebuildOn(1);
    assert.equal(total, 4);
    assert.deepEqual(
      differences
        .map(({ id, live, rebuilt }) => [id, live?.body.total, rebuilt?.body.total])
        .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
      [
        ['invented', 3, undefined],
        ['sum-of-toy-a', undefined, 3],
        ['sum-of-toy-b', 7, 3],
        ['sum-of-toy-c', 3, 3],
      ],
    );
    assert.equal((await rebuildOn(2)).total, 0);
  }).timeout(60_000);

  it('names what stands behind the end of a log that was cut off', async () => {
    for (const revision of [0, 1]) await add('toy-a', revision - 1, revision);
    await add('toy-b', -1, 2);
    const { eventStore } = log;
    const shorter: EventStore = {
      ...eventStore,
      lastPosition: async () => 2,
      async *readAll(after, prefixes) {
        for await (const event of eventStore.readAll(after, prefixes)) {
          if (event.position <= 2) yield event;
        }
      },
    };
    const ports = { eventStore: shorter, readModels: node(0) };
    const { differences } = await rebuild(ports, projections, { swap: false });
    const lost = differences.map(({ model, live, rebuilt }) => [model, live?.position, rebuilt]);
    assert.deepEqual(lost, [
      ['sums', 3, undefined],
      ['rows', 3, undefined],
    ]);
  });

  it('leaves a live side that works when the one who rebuilds dies in the middle', async () => {
    await add('toy-a', -1, 0);
    const connection = mongoConnection({ url: database.url });
    const dying = readModels(viewStore(connection, models));
    const shadow = await dying.openShadow();
    const frozen = shadow.finish({
      swap: true,
      async catchUp() {
        // From here on it gives no sign of life.
        await connection.close();
        await new Promise((resolve) => setTimeout(resolve, 200));
      },
    });
    await assert.rejects(frozen);
    const started = performance.now();
    await add('toy-a', 0, 1);
    assert.ok(performance.now() - started > 1_000, 'a dead freeze is waited for');
    assert.equal((await node(2).get('sums', 'sum-of-toy-a'))?.body.total, 2);
    assert.equal((await rebuildOn(2)).total, 0);
  }).timeout(60_000);
});
