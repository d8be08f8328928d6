import assert from 'node:assert/strict';
import type { EventStore } from '../../application/ports/event-store.ts';
import type { ReadModels } from '../../application/ports/read-models.ts';
import type { RebuildableReadModels } from '../../application/ports/rebuildable-read-models.ts';
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
    const { differences } = await rebuild(ports(), projections, {
      swap: true,
      onProgress: ({ position, target }) => progress.push(position / target),
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
    const { differences } = await rebuild(ports(), projections, { swap: true });
    assert.deepEqual(
      differences.map(({ id, live, rebuilt }) => [id, live?.body.total, rebuilt?.body.total]),
      [
        ['sum-of-toy-a', 999, 6],
        ['invented', 6, undefined],
      ],
    );
    assert.equal(await total('toy-a'), 6);
    assert.equal(await readModels.get('sums', 'invented'), undefined);
    assert.equal((await rebuild(ports(), projections, { swap: true })).total, 0);
  });

  it('only looks when it is not to swap', async () => {
    await rebuild(ports(), projections, { swap: true });
    const right = [toySums(1), toyRows];
    const { total: differing } = await rebuild(ports(), right, { swap: false });
    assert.equal(differing, 3);
    assert.equal(await total('toy-a'), 6);
  });

  it('stops at an event that a fold does not know, and leaves the models as they are', async () => {
    await rebuild(ports(), projections, { swap: true });
    await eventStore.append('toy-d', -1, [sampleEvent({}, 'Multiplied')]);
    await assert.rejects(rebuild(ports(), projections, { swap: true }), /toy-d: Multiplied/);
    assert.equal(await total('toy-a'), 6);
  });

  it('goes on where it was stopped, and puts the same in place', async () => {
    const { readModels } = views;
    let saved = false;
    const dying: RebuildableReadModels = {
      ...readModels,
      async openShadow(start) {
        const shadow = await readModels.openShadow(start);
        const put: ReadModels['put'] = (...given) => {
          if (saved) throw new Error('killed');
          return shadow.models.put(...given);
        };
        const saveCheckpoint: ReadModels['saveCheckpoint'] = (...given) => {
          saved = true;
          return shadow.models.saveCheckpoint(...given);
        };
        return { ...shadow, models: { ...shadow.models, put, saveCheckpoint } };
      },
    };
    for (let n = 0; n < 600; n += 1) await add(`toy-n${n}`, -1, 1, 2);
    const options = { swap: true, resume: true };
    const killed = rebuild({ eventStore, readModels: dying }, projections, options);
    await assert.rejects(killed, /killed/);
    const starts: unknown[] = [];
    const onStart = (start: unknown) => starts.push(start);
    const { total: differing } = await rebuild(ports(), projections, { ...options, onStart });
    assert.deepEqual(starts, [{ position: 1_000, resumed: true }]);
    assert.equal(differing, 0);
    assert.equal(await total('toy-n599'), 3);
    await rebuild(ports(), projections, { ...options, onStart });
    assert.deepEqual(starts[1], { position: 0, resumed: false });
  });

  it('does not go on with what was filled from a log that is no more', async () => {
    const { readModels } = views;
    await rebuild(ports(), projections, { swap: true });
    const shadow = await readModels.openShadow({ from: 0, resume: true });
    for (const model of ['sums', 'rows']) await shadow.models.saveCheckpoint(model, 99);
    await shadow.leave();
    const starts: unknown[] = [];
    const onStart = (start: unknown) => starts.push(start);
    const { total: differing } = await rebuild(ports(), projections, {
      swap: true,
      resume: true,
      onStart,
    });
    assert.deepEqual(starts, [{ position: 0, resumed: false }]);
    assert.equal(differing, 0);
  });

  it('believes documents up to a position when told to, and no later ones', async () => {
    await rebuild(ports(), projections, { swap: true });
    const { readModels } = views;
    for (const stream of ['toy-a', 'toy-c']) {
      const document = await readModels.get('sums', `sum-of-${stream}`);
      assert.ok(document);
      const body = { ...document.body, total: 999 };
      await readModels.put('sums', { ...document, revision: 9, body });
    }
    // The last event of toy-a has position 3, that of toy-c position 9.
    const { differences } = await rebuild(ports(), projections, { swap: true, from: 6 });
    assert.deepEqual(
      differences.map(({ id }) => id),
      ['sum-of-toy-c'],
    );
    assert.deepEqual([await total('toy-a'), await total('toy-c')], [999, 6]);
    await add('toy-c', 2, 4);
    await rebuild(ports(), projections, { swap: true, from: 6 });
    assert.equal(await total('toy-c'), 10);
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
      const { total: differing } = await rebuild(ports(), projections, { swap: true });
      assert.equal(differing, 0, `round ${round}`);
    }
    writing = false;
    await writer;
    await runner.caughtUp();
    await runner.close();
    const rows = await views.readModels.query('rows', { index: 'stream', equals: 'toy-a' });
    assert.equal(rows.length, revision + 1);
    assert.equal((await rebuild(ports(), projections, { swap: true })).total, 0);
  });
});
