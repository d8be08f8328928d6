import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ReadModels } from '../../application/ports/read-models.ts';
import type { RebuildableReadModels } from '../../application/ports/rebuildable-read-models.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import { sampleDocument } from '../support/sample-documents.ts';

/** Read models, holding `sampleModel`, that several adapters can be opened on. */
export interface ReadModelsFixture {
  open(): Promise<RebuildableReadModels>;
  remove(): Promise<void>;
}

export function describeReadModels(name: string, make: () => Promise<ReadModelsFixture>): void {
  describe(`read models: ${name}`, () => {
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

    describe('documents', () => {
      it('gives back a document as it was put, to everybody', async () => {
        const document = sampleDocument({ body: { text: 'a', list: [1, null, { b: true }] } });
        assert.equal(await models.put('sample', document), 'stored');
        assert.deepEqual(await models.get('sample', 'sample-1'), document);
        assert.deepEqual(await other.get('sample', 'sample-1'), document);
      });

      it('knows nothing of an id that was never put', async () => {
        assert.equal(await models.get('sample', 'sample-9'), undefined);
      });

      it('replaces a document by a newer one only', async () => {
        await models.put('sample', sampleDocument({ revision: 4, body: { text: 'newer' } }));
        const stale = sampleDocument({ revision: 3, body: { text: 'older' } });
        assert.equal(await other.put('sample', stale), 'superseded');
        const same = sampleDocument({ revision: 4, body: { text: 'again' } });
        assert.equal(await models.put('sample', same), 'superseded');
        assert.deepEqual((await models.get('sample', 'sample-1'))?.body, { text: 'newer' });
        const newer = sampleDocument({ revision: 9, indexes: { owner: 'bob', at: 7 } });
        assert.equal(await models.put('sample', newer), 'stored');
        assert.deepEqual(await models.get('sample', 'sample-1'), newer);
      });

      it('ends with the newest of documents put in any order at once', async () => {
        await Promise.all(
          [3, 0, 7, 2, 6, 1, 5, 4].map((revision) =>
            (revision % 2 ? models : other).put('sample', sampleDocument({ revision })),
          ),
        );
        assert.equal((await models.get('sample', 'sample-1'))?.revision, 7);
      });

      it('keeps any JSON object as it is', async () => {
        let revision = 0;
        await fc.assert(
          fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (value) => {
            const body: JsonObject = JSON.parse(JSON.stringify(value));
            revision += 1;
            await models.put('sample', sampleDocument({ revision, body }));
            assert.deepEqual((await other.get('sample', 'sample-1'))?.body, body);
          }),
          { numRuns: 30 },
        );
      });

      it('refuses a model or an index that was not declared', async () => {
        await assert.rejects(models.get('unheard-of', 'a'), /unheard-of/);
        const document = sampleDocument({ indexes: { colour: 'red' } });
        await assert.rejects(models.put('sample', document), /colour/);
        await assert.rejects(models.query('sample', { index: 'at', equals: '1' }), /at/);
      });
    });

    describe('queries', () => {
      beforeEach(async () => {
        await Promise.all([
          models.put('sample', sampleDocument({ id: 'c', indexes: { owner: 'ann', at: 30 } })),
          models.put('sample', sampleDocument({ id: 'a', indexes: { owner: 'ann', at: 20 } })),
          models.put('sample', sampleDocument({ id: 'd', indexes: { owner: 'bob', at: 10 } })),
          models.put('sample', sampleDocument({ id: 'b', indexes: { owner: 'ann', at: 9 } })),
        ]);
      });
      const ids = async (query: Parameters<ReadModels['query']>[1]): Promise<string[]> =>
        (await other.query('sample', query)).map(({ id }) => id);

      it('finds all documents with a value', async () => {
        assert.deepEqual(await ids({ index: 'owner', equals: 'ann' }), ['a', 'b', 'c']);
        assert.deepEqual(await ids({ index: 'owner', equals: 'nobody' }), []);
      });

      it('orders by number, not by digits', async () => {
        const query = { index: 'owner', equals: 'ann', orderBy: 'at' };
        assert.deepEqual(await ids(query), ['b', 'a', 'c']);
      });

      it('finds a range, its start included and its end not', async () => {
        const query = { index: 'owner', equals: 'ann', orderBy: 'at' };
        assert.deepEqual(await ids({ ...query, from: 9, to: 30 }), ['b', 'a']);
        assert.deepEqual(await ids({ ...query, from: 10 }), ['a', 'c']);
        assert.deepEqual(await ids({ ...query, to: 9 }), []);
      });

      it('stops at a limit', async () => {
        const query = { index: 'owner', equals: 'ann', orderBy: 'at', limit: 2 };
        assert.deepEqual(await ids(query), ['b', 'a']);
      });

      it('takes a value literally', async () => {
        assert.deepEqual(await ids({ index: 'owner', equals: "ann' OR '1'='1" }), []);
        assert.deepEqual(await ids({ index: 'owner', equals: 'a%' }), []);
      });
    });

    describe('checkpoints', () => {
      it('start at zero and are seen by everybody', async () => {
        assert.equal(await models.checkpoint('sample'), 0);
        await models.saveCheckpoint('sample', 42);
        assert.equal(await other.checkpoint('sample'), 42);
      });

      it('do not go back when a slower process saves its own', async () => {
        await models.saveCheckpoint('sample', 42);
        await other.saveCheckpoint('sample', 7);
        assert.equal(await models.checkpoint('sample'), 42);
      });
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
        const differences = await shadow.finish({ swap: true, catchUp: async () => undefined });
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
        const differences = await shadow.finish({ swap: false, catchUp: async () => undefined });
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
        const differences = await shadow.finish({
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
        const differences = await second.finish({ swap: true, catchUp: async () => undefined });
        assert.deepEqual(differences, []);
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
