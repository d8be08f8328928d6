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
  });
}
