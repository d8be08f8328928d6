import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RebuildableReadModels } from '../../application/ports/rebuildable-read-models.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { applyEvents } from '../../projections/apply-events.ts';
import { catchUp } from '../../projections/catch-up.ts';
import { projectInline } from '../../projections/project-inline.ts';
import { openToyLog, projections, type ToyLog } from '../support/toy-log.ts';
import { toySums } from '../support/toy-projections.ts';

describe('projections', () => {
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

  describe('inline', () => {
    it('show an event as soon as it is projected', async () => {
      const events = await append('toy-a', -1, 1, 2);
      await projectInline({ eventStore, readModels }, projections, events);
      assert.equal(await total('toy-a'), 3);
      assert.deepEqual(await readModels.query('rows', { index: 'stream', equals: 'toy-a' }), []);
      const more = await append('toy-a', 1, 4);
      await projectInline({ eventStore, readModels }, projections, more);
      assert.equal(await total('toy-a'), 7);
    });

    it('read from the stream what was never projected', async () => {
      await append('toy-a', -1, 1, 2, 3);
      const late = await append('toy-a', 2, 4);
      await projectInline({ eventStore, readModels }, projections, late);
      const document = await readModels.get('sums', 'sum-of-toy-a');
      assert.deepEqual(document?.body, { name: 'sum-of-toy-a', total: 10, seen: [0, 1, 2, 3] });
      assert.equal(document?.revision, 3);
      assert.equal(document?.position, late.at(-1)?.position);
    });

    it('read from the stream what another process appended between the events at hand', async () => {
      const first = await append('toy-a', -1, 1);
      await append('toy-a', 0, 10, 100);
      const last = await append('toy-a', 2, 1_000);
      await projectInline({ eventStore, readModels }, projections, [...first, ...last]);
      assert.equal(await total('toy-a'), 1_111);
    });

    it('take an event once that comes twice at once', async () => {
      const events = await append('toy-a', -1, 1, 2);
      await projectInline({ eventStore, readModels }, projections, [...events, ...events]);
      assert.equal(await total('toy-a'), 3);
    });

    it('leave streams of other prefixes alone', async () => {
      const events = await append('note-a', -1, 1);
      await projectInline({ eventStore, readModels }, projections, events);
      assert.equal(await total('note-a'), undefined);
    });

    it('come out right when many project the same stream at once', async () => {
      const events = await append('toy-a', -1, ...Array.from({ length: 40 }, (_, index) => index));
      const other = log.openViews('views.db');
      await Promise.all(
        events.map((event, place) => {
          const mine = place % 2 ? readModels : other.readModels;
          return projectInline({ eventStore, readModels: mine }, projections, [event]);
        }),
      );
      assert.equal(await total('toy-a'), 780);
      await other.close();
    });
  });

  it('give the same documents for any delivery with repeats and gaps', async () => {
    const events = [
      ...(await append('toy-a', -1, 1, 2, 3, 4, 5)),
      ...(await append('toy-b', -1, 10, 20, 30)),
    ];
    const slices = fc.array(fc.tuple(fc.nat(events.length), fc.nat(events.length)), {
      maxLength: 6,
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(slices, async (cuts) => {
        run += 1;
        const fresh = log.openViews(`views-${run}.db`);
        const ports = { eventStore, readModels: fresh.readModels };
        for (const [from, to] of cuts) {
          const part = events.slice(Math.min(from, to), Math.max(from, to));
          for (const projection of projections) await applyEvents(ports, projection, part);
        }
        await catchUp(ports, projections);
        const a = await fresh.readModels.get('sums', 'sum-of-toy-a');
        const b = await fresh.readModels.get('sums', 'sum-of-toy-b');
        const rows = await fresh.readModels.query('rows', { index: 'stream', equals: 'toy-a' });
        await fresh.close();
        assert.deepEqual(a?.body, { name: 'sum-of-toy-a', total: 15, seen: [0, 1, 2, 3, 4] });
        assert.deepEqual(b?.body, { name: 'sum-of-toy-b', total: 60, seen: [0, 1, 2] });
        assert.deepEqual(
          rows.map(({ id }) => id).sort(),
          events
            .slice(0, 5)
            .map(({ id }) => id)
            .sort(),
        );
      }),
      { numRuns: 12 },
    );
  });

  describe('catching up', () => {
    it('goes on from the checkpoint to the end of the log', async () => {
      await append('toy-a', -1, ...Array.from({ length: 1_100 }, () => 1));
      const seen: number[] = [];
      await catchUp({ eventStore, readModels }, projections, {
        onProgress: ({ position }) => seen.push(position),
      });
      assert.equal(await total('toy-a'), 1_100);
      assert.deepEqual(seen, [1_000, 1_100, 1_100]);
      assert.equal(await readModels.checkpoint('sums'), 1_100);
      await append('toy-a', 1_099, 1);
      await catchUp({ eventStore, readModels }, projections);
      assert.equal(await total('toy-a'), 1_101);
    });

    it('moves the checkpoint on when nothing matches', async () => {
      await append('note-a', -1, 1, 2);
      await catchUp({ eventStore, readModels }, projections);
      assert.equal(await readModels.checkpoint('rows'), 2);
    });

    it('stops exactly at the target', async () => {
      await append('toy-a', -1, 1, 2, 3);
      await catchUp({ eventStore, readModels }, projections, { target: 2 });
      assert.equal(await total('toy-a'), 3);
    });
  });

  for (const answer of ['swapped', 'superseded'] as const) {
    it(`fold again when a document was ${answer} in the meantime`, async () => {
      const events = await append('toy-a', -1, 1, 2);
      const refused = new Set<string>();
      const racing: RebuildableReadModels = {
        ...readModels,
        put: async (model, document) => {
          if (refused.has(model)) return readModels.put(model, document);
          refused.add(model);
          // Somebody else was faster, but did not come as far.
          const behind = { ...document, revision: 0, body: { ...document.body, total: 1 } };
          if (model === 'sums') await readModels.put(model, behind);
          return model === 'rows' ? 'swapped' : answer;
        },
      };
      for (const projection of projections) {
        await applyEvents({ eventStore, readModels: racing }, projection, events);
      }
      assert.equal(await total('toy-a'), 3);
      const rows = await readModels.query('rows', { index: 'stream', equals: 'toy-a' });
      assert.equal(rows.length, 2);
    });
  }

  it('hold nothing of a stream whose events make no document', async () => {
    const silent = {
      ...toySums(),
      kind: 'stream' as const,
      fold: (): undefined => undefined,
    };
    const events: RecordedEvent[] = await append('toy-a', -1, 1);
    await applyEvents({ eventStore, readModels }, silent, events);
    assert.equal(await total('toy-a'), undefined);
  });
});
