import assert from 'node:assert/strict';
import type { EventStore } from '../../application/ports/event-store.ts';
import { openEventStore } from '../../infrastructure/embedded/event-store.ts';
import { openViews, type Views } from '../../infrastructure/embedded/views.ts';
import { projectInline } from '../../projections/project-inline.ts';
import { rebuild } from '../../projections/rebuild.ts';
import { startProjections } from '../../projections/runner.ts';
import { collect, sampleEvent } from '../support/sample-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { toyRows, toySums } from '../support/toy-projections.ts';

const projections = [toySums(), toyRows];
const models = projections.map(({ declaration }) => declaration);

describe('rebuild', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let eventStore: EventStore;
  let views: Views;

  beforeEach(async () => {
    folder = temporaryFolder();
    eventStore = openEventStore({ path: `${folder.path}/events.db` });
    views = openViews({ path: `${folder.path}/views.db`, models });
    for (const stream of ['toy-a', 'toy-b', 'toy-c']) await add(stream, -1, 1, 2, 3);
  });
  afterEach(async () => {
    await eventStore.close();
    await views.close();
    folder.remove();
  });

  const add = (stream: string, expected: number, ...amounts: number[]) =>
    eventStore.append(
      stream,
      expected,
      amounts.map((amount) => sampleEvent({ amount }, 'Added')),
    );
  const ports = () => ({ eventStore, readModels: views.readModels });
  const total = async (stream: string) =>
    (await views.readModels.get('sums', `sum-of-${stream}`))?.body.total;

  it('finds no difference where nothing is wrong, and reports its progress', async () => {
    const progress: number[] = [];
    const differences = await rebuild(ports(), projections, {
      swap: true,
      onProgress: (position, target) => progress.push(position / target),
    });
    assert.deepEqual(differences, []);
    assert.equal(progress.at(-1), 1);
    assert.equal(await total('toy-a'), 6);
  });

  it('names what is wrong, missing or too much, and puts it right', async () => {
    await rebuild(ports(), projections, { swap: false });
    const { readModels } = views;
    const wrong = await readModels.get('sums', 'sum-of-toy-a');
    assert.ok(wrong);
    await readModels.put('sums', { ...wrong, revision: 9, body: { ...wrong.body, total: 999 } });
    await readModels.put('sums', { ...wrong, id: 'invented', indexes: { stream: 'toy-z' } });
    const differences = await rebuild(ports(), projections, { swap: true });
    assert.deepEqual(
      differences.map(({ id, live, rebuilt }) => [id, live?.body.total, rebuilt?.body.total]),
      [
        ['sum-of-toy-a', 999, 6],
        ['invented', 6, undefined],
      ],
    );
    assert.equal(await total('toy-a'), 6);
    assert.equal(await readModels.get('sums', 'invented'), undefined);
    assert.deepEqual(await rebuild(ports(), projections, { swap: true }), []);
  });

  it('only looks when it is not to swap', async () => {
    await rebuild(ports(), projections, { swap: true });
    const right = [toySums(1), toyRows];
    const differences = await rebuild(ports(), right, { swap: false });
    assert.equal(differences.length, 3);
    assert.equal(await total('toy-a'), 6);
  });

  it('stops at an event that a fold does not know, and leaves the models as they are', async () => {
    await rebuild(ports(), projections, { swap: true });
    await eventStore.append('toy-d', -1, [sampleEvent({}, 'Multiplied')]);
    await assert.rejects(rebuild(ports(), projections, { swap: true }), /toy-d: Multiplied/);
    assert.equal(await total('toy-a'), 6);
  });

  it('finds no difference and loses nothing while others write all the time', async () => {
    const runner = await startProjections({ ...ports(), projections });
    let writing = true;
    let revision = 2;
    const writer = (async () => {
      while (writing) {
        const result = await add('toy-a', revision, 1);
        assert.ok(result.ok);
        const events = await collect(eventStore.readStream('toy-a', revision + 1));
        await projectInline(ports(), projections, events);
        revision = result.lastRevision;
        assert.equal(await total('toy-a'), 6 + revision - 2);
      }
    })();
    for (let round = 0; round < 4; round += 1) {
      assert.deepEqual(await rebuild(ports(), projections, { swap: true }), [], `round ${round}`);
    }
    writing = false;
    await writer;
    await runner.caughtUp();
    await runner.close();
    const rows = await views.readModels.query('rows', { index: 'stream', equals: 'toy-a' });
    assert.equal(rows.length, revision + 1);
    assert.deepEqual(await rebuild(ports(), projections, { swap: true }), []);
  });
});
