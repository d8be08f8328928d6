import assert from 'node:assert/strict';
import type { EventStore } from '../../application/ports/event-store.ts';
import type { RebuildableReadModels } from '../../application/ports/rebuildable-read-models.ts';
import type { Projection } from '../../projections/projection.ts';
import { rebuild } from '../../projections/rebuild.ts';
import { startProjections } from '../../projections/runner.ts';
import { eventually, sampleEvent } from '../support/sample-events.ts';
import { openToyLog, projections, type ToyLog } from '../support/toy-log.ts';
import { toyRows } from '../support/toy-projections.ts';

describe('the runner of projections', () => {
  let log: ToyLog;
  let eventStore: ToyLog['eventStore'];
  let readModels: ToyLog['readModels'];
  let append: ToyLog['append'];
  let total: ToyLog['total'];

  beforeEach(() => {
    log = openToyLog();
    ({ eventStore, readModels, append, total } = log);
  });
  afterEach(() => log.close());

  it('catches up, then follows, and remembers how far it came', async () => {
    await append('toy-a', -1, 1, 2);
    const runner = await startProjections({ eventStore, readModels, projections });
    await runner.caughtUp();
    assert.equal(await total('toy-a'), 3);
    await append('toy-a', 1, 4);
    await runner.caughtUp();
    assert.equal(await total('toy-a'), 7);
    assert.equal(runner.lag(), 0);
    await runner.close();
    const rows = await readModels.query('rows', { index: 'stream', equals: 'toy-a' });
    assert.equal(rows.length, 3);
    assert.equal(await readModels.checkpoint('rows'), 3);
  });

  it('goes a long way in few steps', async () => {
    for (let at = -1; at < 2_999; at += 1_000) {
      await append('toy-a', at, ...Array.from({ length: 1_000 }, () => 1));
    }
    let steps = 0;
    const counted: RebuildableReadModels = {
      ...readModels,
      async saveCheckpoint(model, position) {
        if (model === 'rows') steps += 1;
        await readModels.saveCheckpoint(model, position);
      },
    };
    const runner = await startProjections({ eventStore, readModels: counted, projections });
    await runner.caughtUp();
    assert.equal(await total('toy-a'), 3_000);
    assert.ok(steps <= 5, `${steps} steps`);
    await runner.close();
  });

  it('refuses a log that ends before what the models hold, until they are made anew', async () => {
    await append('toy-a', -1, 1, 2);
    await readModels.saveCheckpoint('rows', 3);
    const start = () => startProjections({ eventStore, readModels, projections });
    await assert.rejects(start(), /up to position 3, and the log ends at 2: .*assay rebuild/);
    await rebuild({ eventStore, readModels }, projections, { swap: true });
    const runner = await start();
    await runner.caughtUp();
    assert.equal(await total('toy-a'), 3);
    await runner.close();
  });

  it('stops the fold that meets an unknown event, and no other', async () => {
    const stopped: string[] = [];
    const runner = await startProjections({
      eventStore,
      readModels,
      projections,
      onStopped: (name, cause) => stopped.push(`${name}: ${cause.message}`),
    });
    await append('toy-a', -1, 1);
    await runner.caughtUp();
    await eventStore.append('toy-b', -1, [sampleEvent({ amount: 1 }, 'Multiplied')]);
    await eventually('the stop', () => stopped.length === 1);
    await append('toy-a', 0, 1);
    await runner.caughtUp();
    assert.deepEqual(stopped, ['sums: toy-b: Multiplied']);
    assert.deepEqual([...runner.stopped().keys()], ['sums']);
    assert.equal(await total('toy-a'), 1);
    const rows = await readModels.query('rows', { index: 'stream', equals: 'toy-a' });
    assert.equal(rows.length, 2);
    assert.ok((await readModels.checkpoint('sums')) < (await readModels.checkpoint('rows')));
    assert.ok(runner.lag() >= 1);
    await runner.close();
  });

  it('stops the fold that cannot read its document, and no other', async () => {
    const stopped: string[] = [];
    const [sums] = projections;
    assert.ok(sums?.kind === 'stream');
    const picky: Projection = {
      ...sums,
      fold(document, ...given) {
        if (document !== undefined) throw new Error('the document has another shape');
        return sums.fold(document, ...given);
      },
    };
    const runner = await startProjections({
      eventStore,
      readModels,
      projections: [picky, toyRows],
      onStopped: (name, cause) => stopped.push(`${name}: ${cause.message}`),
    });
    await append('toy-a', -1, 1);
    await runner.caughtUp();
    await append('toy-a', 0, 2);
    await eventually('the stop', () => stopped.length === 1);
    await append('toy-b', -1, 3);
    await runner.caughtUp();
    assert.deepEqual(stopped, ['sums: the document has another shape']);
    const rows = await readModels.query('rows', { index: 'stream', equals: 'toy-b' });
    assert.equal(rows.length, 1);
    await runner.close();
  });

  it('survives a store that fails for a while, and says so', async () => {
    const delays: unknown[] = [];
    let failures = 2;
    const flaky: RebuildableReadModels = {
      ...readModels,
      put: async (model, document) => {
        if (failures-- > 0) throw new Error('not now');
        return readModels.put(model, document);
      },
    };
    const runner = await startProjections({
      eventStore,
      readModels: flaky,
      projections,
      onDelayed: (cause) => delays.push(cause),
    });
    await append('toy-a', -1, 1);
    await runner.caughtUp();
    assert.equal(await total('toy-a'), 1);
    assert.ok(delays.length >= 1);
    assert.equal(runner.stopped().size, 0);
    await runner.close();
  });

  it('stops what would have to read something that is no event, says so, and lets others go on', async () => {
    const stopped: string[] = [];
    const other = rowsOfOthers();
    await append('toy-a', -1, 1, 2, 3);
    await append('other-b', -1, 4);
    log.breakEvent(2);
    const runner = await startProjections({
      eventStore,
      readModels,
      projections: [toyRows, other],
      onStopped: (name, cause) => stopped.push(`${name}: ${cause.message}`),
    });
    await runner.caughtUp();
    await append('other-b', 0, 5);
    await append('toy-c', -1, 6);
    await runner.caughtUp();
    assert.equal(stopped.length, 1);
    assert.match(stopped[0] ?? '', /^rows: toy-a revision 1 \(position 2, id .*audit/);
    assert.deepEqual([...runner.stopped().keys()], ['rows']);
    const others = await readModels.query('sums', { index: 'stream', equals: 'other-b' });
    assert.equal(others.length, 2);
    const behind = await readModels.query('rows', { index: 'stream', equals: 'toy-c' });
    assert.equal(behind.length, 0);
    assert.equal(await readModels.checkpoint('rows'), 1);
    await runner.close();
  });

  it('lets others go on also when what is no event is the first thing it meets', async () => {
    await append('toy-a', -1, 1);
    log.breakEvent(1);
    const runner = await startProjections({
      eventStore,
      readModels,
      projections: [toyRows, rowsOfOthers()],
    });
    await eventually('the fold is stopped', () => runner.stopped().size === 1);
    await append('other-b', -1, 5);
    await runner.caughtUp();
    const others = await readModels.query('sums', { index: 'stream', equals: 'other-b' });
    assert.equal(others.length, 1);
    await runner.close();
  });

  it('says that the log cannot be read, and goes on when it can', async () => {
    const delays: unknown[] = [];
    let failures = 1;
    const failing: EventStore = {
      ...eventStore,
      subscribe(position, prefixes, handlers) {
        if (failures-- > 0) handlers.onReadFailure?.(new Error('the store is away'));
        return eventStore.subscribe(position, prefixes, handlers);
      },
    };
    const runner = await startProjections({
      eventStore: failing,
      readModels,
      projections,
      onDelayed: (cause) => delays.push(cause),
    });
    await append('toy-a', -1, 1);
    await runner.caughtUp();
    assert.equal(delays.length, 1);
    assert.equal(runner.stopped().size, 0);
    await runner.close();
  });
});

/** Rows of the streams that the toy rows leave out, kept as if they were the sums. */
function rowsOfOthers(): Projection {
  const rows = toyRows;
  assert.ok(rows.kind === 'row');
  return {
    ...rows,
    declaration: { ...rows.declaration, name: 'sums' },
    prefix: 'other-',
    row: (event) => ({ ...rows.row(event), indexes: { stream: event.stream } }),
  };
}
