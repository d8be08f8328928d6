import assert from 'node:assert/strict';
import type { RebuildableReadModels } from '../../application/ports/rebuildable-read-models.ts';
import { sampleDocument } from '../support/sample-documents.ts';
import type { ReadModelsFixture } from './read-models.contract.ts';

/** The part of the read models' contract that is about rebuilding them. */
export function describeRebuildableReadModels(
  name: string,
  make: () => Promise<ReadModelsFixture>,
): void {
  describe(`rebuildable read models: ${name}`, () => {
    let fixture: ReadModelsFixture;
    let models: RebuildableReadModels;
    let other: RebuildableReadModels;

    beforeEach(async () => {
      fixture = await make();
      models = await fixture.open();
      other = await fixture.open();
    });
    afterEach(async () => {
      await models.close();
      await other.close();
      await fixture.remove();
    });

    describe('a shadow', () => {
      it('starts empty and leaves the live side alone until it is swapped in', async () => {
        await models.put('sample', sampleDocument());
        await models.saveCheckpoint('sample', 5);
        const shadow = await models.openShadow();
        assert.equal(await shadow.models.get('sample', 'sample-1'), undefined);
        assert.equal(await shadow.models.checkpoint('sample'), 0);
        await shadow.models.put('sample', sampleDocument({ id: 'fresh' }));
        assert.equal(await models.get('sample', 'fresh'), undefined);
        await shadow.models.saveCheckpoint('sample', 4);
        const finished = await shadow.finish({ swap: true, catchUp: async () => undefined });
        const { total, differences } = finished;
        assert.equal(total, 2);
        const byId = [...differences].sort((left, right) => (left.id < right.id ? -1 : 1));
        assert.deepEqual(
          byId.map(({ model, id, live, rebuilt }) => [model, id, live?.id, rebuilt?.id]),
          [
            ['sample', 'fresh', undefined, 'fresh'],
            ['sample', 'sample-1', 'sample-1', undefined],
          ],
        );
        for (const reader of [models, other]) {
          assert.equal(await reader.get('sample', 'sample-1'), undefined);
          assert.equal((await reader.get('sample', 'fresh'))?.id, 'fresh');
          assert.equal(await reader.checkpoint('sample'), 4);
          const found = await reader.query('sample', { index: 'owner', equals: 'ann' });
          assert.equal(found.length, 1);
        }
        assert.equal(await other.put('sample', sampleDocument({ id: 'later' })), 'stored');
      });

      it('finds documents that differ in anything', async () => {
        const pairs = [
          [{ id: 'same' }, { id: 'same' }],
          [{ id: 'body' }, { id: 'body', body: { text: 'other' } }],
          [{ id: 'revision' }, { id: 'revision', revision: 1 }],
          [{ id: 'position' }, { id: 'position', position: 2 }],
          [{ id: 'index' }, { id: 'index', indexes: { owner: 'ann', at: 101 } }],
          [{ id: 'gone' }, { id: 'gone', indexes: { owner: 'ann' } }],
        ];
        const shadow = await models.openShadow();
        for (const [live, rebuilt] of pairs) {
          await models.put('sample', sampleDocument(live));
          await shadow.models.put('sample', sampleDocument(rebuilt));
        }
        const { differences } = await shadow.finish({
          swap: false,
          catchUp: async () => undefined,
        });
        assert.deepEqual(differences.map(({ id }) => id).sort(), [
          'body',
          'gone',
          'index',
          'position',
          'revision',
        ]);
        assert.deepEqual((await models.get('sample', 'body'))?.body, { text: 'first' });
      });

      it('keeps every other writer out while both sides catch up', async () => {
        const shadow = await models.openShadow();
        const writes: Promise<string>[] = [];
        const settled: string[] = [];
        const { differences } = await shadow.finish({
          swap: true,
          async catchUp(side) {
            const late = [models, other].map((writer, place) =>
              writer.put('sample', sampleDocument({ id: `late-${place}` })),
            );
            for (const write of late) void write.then((result) => settled.push(result));
            writes.push(...late);
            await new Promise((resolve) => setTimeout(resolve, 150));
            assert.deepEqual(settled, []);
            await side.put('sample', sampleDocument({ id: 'caught-up' }));
            assert.equal((await side.get('sample', 'caught-up'))?.id, 'caught-up');
            const found = await side.query('sample', { index: 'owner', equals: 'ann' });
            assert.equal(found.length, 1);
          },
        });
        assert.deepEqual(differences, []);
        // They were folded before the swap, perhaps onto what the rebuild has corrected.
        assert.deepEqual(await Promise.all(writes), ['swapped', 'swapped', 'swapped', 'swapped']);
        assert.equal(await models.put('sample', sampleDocument({ id: 'late-0' })), 'stored');
      });

      it('lets writers go on when it fails to catch up', async () => {
        await models.put('sample', sampleDocument());
        const shadow = await models.openShadow();
        const failing = shadow.finish({
          swap: true,
          async catchUp(side) {
            await side.put('sample', sampleDocument({ id: 'half' }));
            throw new Error('the log is gone');
          },
        });
        await assert.rejects(failing, /the log is gone/);
        assert.equal(await models.get('sample', 'half'), undefined);
        assert.equal((await models.get('sample', 'sample-1'))?.id, 'sample-1');
        assert.equal(await other.put('sample', sampleDocument({ revision: 1 })), 'stored');
      });

      it('can be discarded, and another one opened', async () => {
        const first = await models.openShadow();
        await first.models.put('sample', sampleDocument({ id: 'dropped' }));
        await first.discard();
        const second = await models.openShadow();
        const { differences } = await second.finish({
          swap: true,
          catchUp: async () => undefined,
        });
        assert.deepEqual(differences, []);
      });

      it('that was left is gone on with, by whoever asks for it', async () => {
        const first = await models.openShadow({ from: 0, resume: true });
        assert.equal(first.resumed, false);
        await first.models.put('sample', sampleDocument({ id: 'kept' }));
        await first.models.saveCheckpoint('sample', 7);
        await first.leave();
        const second = await other.openShadow({ from: 0, resume: true });
        assert.equal(second.resumed, true);
        assert.equal((await second.models.get('sample', 'kept'))?.id, 'kept');
        assert.equal(await second.models.checkpoint('sample'), 7);
        await assert.rejects(first.models.put('sample', sampleDocument()));
        await second.finish({ swap: true, catchUp: async () => undefined });
        assert.equal((await models.get('sample', 'kept'))?.id, 'kept');
        assert.equal(await models.checkpoint('sample'), 7);
        const third = await models.openShadow({ from: 0, resume: true });
        assert.equal(third.resumed, false);
        await third.discard();
      });

      it('begins anew when that is asked for, or the one that was left began elsewhere', async () => {
        for (const start of [undefined, { from: 0, resume: false }, { from: 3, resume: true }]) {
          const left = await models.openShadow();
          await left.models.put('sample', sampleDocument({ id: 'stale' }));
          await left.models.saveCheckpoint('sample', 7);
          await left.leave();
          const shadow = await models.openShadow(start);
          assert.equal(shadow.resumed, false);
          assert.equal(await shadow.models.get('sample', 'stale'), undefined);
          assert.equal(await shadow.models.checkpoint('sample'), 0);
          await shadow.discard();
        }
      });

      it('may begin with the older of the live documents', async () => {
        await models.put('sample', sampleDocument({ id: 'old', position: 3 }));
        await models.put('sample', sampleDocument({ id: 'new', position: 4 }));
        await models.saveCheckpoint('sample', 4);
        const shadow = await models.openShadow({ from: 3, resume: false });
        assert.equal((await shadow.models.get('sample', 'old'))?.position, 3);
        assert.equal(await shadow.models.get('sample', 'new'), undefined);
        assert.equal(await shadow.models.checkpoint('sample'), 3);
        const found = await shadow.models.query('sample', { index: 'owner', equals: 'ann' });
        assert.equal(found.length, 1);
        await shadow.discard();
        const beyond = await models.openShadow({ from: 9, resume: false });
        assert.equal(await beyond.models.checkpoint('sample'), 4);
        const { differences } = await beyond.finish({
          swap: true,
          catchUp: async () => undefined,
        });
        assert.deepEqual(differences, []);
      });

      it('tells how many documents differ, also beyond those it names', async () => {
        const shadow = await models.openShadow();
        const ids = Array.from({ length: 1_100 }, (_, n) => `d${n}`);
        await Promise.all(ids.map((id) => shadow.models.put('sample', sampleDocument({ id }))));
        const { total, differences } = await shadow.finish({
          swap: false,
          catchUp: async () => undefined,
        });
        assert.deepEqual([total, differences.length], [1_100, 1_000]);
      });

      it('is void once another rebuild has begun', async () => {
        const first = await models.openShadow();
        const second = await other.openShadow();
        await assert.rejects(first.models.put('sample', sampleDocument()), /another rebuild/);
        await assert.rejects(first.finish({ swap: true, catchUp: async () => undefined }));
        await second.finish({ swap: true, catchUp: async () => undefined });
        assert.equal(await models.put('sample', sampleDocument()), 'stored');
      });
    });
  });
}
