import assert from 'node:assert/strict';
import { addMs, instant } from '../../../domain/shared/instant.ts';
import { mongoConnection } from '../../../infrastructure/mongodb/connection.ts';
import {
  type MongoDbStores,
  openMongoDbStores,
} from '../../../infrastructure/mongodb/open-mongodb-stores.ts';
import { nodeHasher } from '../../../infrastructure/system/node-hasher.ts';
import { needsMongoDb, type TestDatabase, testDatabase } from '../../support/mongodb-server.ts';
import { sampleDocument, sampleModel } from '../../support/sample-documents.ts';

const secret = new Uint8Array(32).fill(7);
const now = instant(1_700_000_000_000);

function openNode(url: string, version = 1): MongoDbStores {
  const models = [
    { ...sampleModel, version },
    { ...sampleModel, name: 'rows', version, rows: true } as const,
  ];
  return openMongoDbStores({ url, secret, hasher: nodeHasher(secret), models });
}

describe('several nodes on one MongoDB', () => {
  let database: TestDatabase;
  let nodes: readonly MongoDbStores[];

  before(function () {
    needsMongoDb(this);
  });
  beforeEach(async () => {
    database = await testDatabase();
    nodes = [1, 2, 3].map(() => openNode(database.url));
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  });
  const node = (place: number): MongoDbStores => {
    const found = nodes[place % nodes.length];
    if (found === undefined) throw new Error('there is no node');
    return found;
  };

  it('start at once on an empty server and agree on one collection a model', async () => {
    await Promise.all(nodes.map(({ prepared }) => prepared()));
    await node(0).readModels.put('sample', sampleDocument());
    for (const { readModels } of nodes) {
      assert.equal((await readModels.get('sample', 'sample-1'))?.id, 'sample-1');
    }
    const connection = mongoConnection({ url: database.url });
    const names = await connection.read((db) => db.listCollections().toArray());
    await connection.close();
    assert.equal(names.filter(({ name }) => name.startsWith('view_sample')).length, 1);
  });

  it('let exactly one of them win each of 200 claims', async () => {
    for (let round = 0; round < 200; round += 1) {
      const claims = await Promise.all(
        [0, 1, 2].map((place) =>
          node(place).idempotency.claim({
            key: `key-${round}`,
            fingerprint: 'same',
            now,
            leaseMs: 1_000,
          }),
        ),
      );
      assert.equal(claims.filter(({ state }) => state === 'claimed').length, 1, `round ${round}`);
    }
  }).timeout(60_000);

  it('let exactly one of them take over each of 100 claims whose lease ran out', async () => {
    const claim = (place: number, round: number, at: typeof now) =>
      node(place).idempotency.claim({
        key: `key-${round}`,
        fingerprint: 'same',
        now: at,
        leaseMs: 1_000,
      });
    for (let round = 0; round < 100; round += 1) {
      await claim(0, round, now);
      const at = addMs(now, 1_000);
      const claims = await Promise.all([0, 1, 2, 0, 1, 2].map((place) => claim(place, round, at)));
      assert.equal(claims.filter(({ state }) => state === 'claimed').length, 1, `round ${round}`);
    }
  }).timeout(60_000);

  it('admit 60 of 200 requests of one credential, in all', async () => {
    const decisions = await Promise.all(
      Array.from({ length: 200 }, (_, place) =>
        node(place).rateWindows.admit({ credentialId: 'key_1', limit: 60, now: addMs(now, place) }),
      ),
    );
    const admitted = decisions.filter((decision) => decision.admitted);
    assert.equal(admitted.length, 60);
    const left = admitted.map(({ remaining }) => remaining).sort((one, other) => one - other);
    assert.deepEqual(
      left,
      Array.from({ length: 60 }, (_, index) => index),
    );
    for (const place of [0, 1, 2]) {
      const request = { credentialId: 'key_1', limit: 60, now: addMs(now, 60_200) };
      assert.equal((await node(place).rateWindows.admit(request)).admitted, true);
    }
  });

  it('admit 60 a window when requests come one after another to one node and the next', async () => {
    let admitted = 0;
    for (let place = 0; place < 120; place += 1) {
      const request = { credentialId: 'key_1', limit: 60, now: addMs(now, place * 10) };
      if ((await node(place).rateWindows.admit(request)).admitted) admitted += 1;
    }
    assert.equal(admitted, 60);
  });

  it('see at once what one of them has put, again and again', async () => {
    for (let revision = 0; revision < 100; revision += 1) {
      await node(revision).readModels.put('sample', sampleDocument({ revision }));
      const seen = await Promise.all(
        nodes.map(({ readModels }) => readModels.get('sample', 'sample-1')),
      );
      assert.deepEqual(
        seen.map((document) => document?.revision),
        [revision, revision, revision],
      );
    }
  });

  it('keep the newest of documents that all of them put in any order', async () => {
    const ids = Array.from({ length: 30 }, (_, number) => `d${number}`);
    await Promise.all(
      ids.flatMap((id, number) =>
        Array.from({ length: 12 }, (_, place) =>
          node(place).readModels.put(
            'sample',
            sampleDocument({ id, revision: (place * 7 + number) % 12 }),
          ),
        ),
      ),
    );
    for (const id of ids) {
      assert.equal((await node(0).readModels.get('sample', id))?.revision, 11, id);
    }
  });

  it('keep every row that all of them put, and tell at most one that it was new', async () => {
    const rows = Array.from({ length: 40 }, (_, number) => sampleDocument({ id: `row-${number}` }));
    const results = await Promise.all(
      rows.map((row) =>
        Promise.all([0, 1, 2].map((place) => node(place).readModels.put('rows', row))),
      ),
    );
    for (const [number, outcomes] of results.entries()) {
      assert.ok(outcomes.filter((outcome) => outcome === 'stored').length <= 1);
      assert.ok(outcomes.every((outcome) => outcome !== 'swapped'));
      assert.deepEqual(await node(0).readModels.get('rows', `row-${number}`), rows[number]);
    }
  });

  it('start a model empty when one of them knows a newer version of it', async () => {
    await node(0).readModels.put('sample', sampleDocument());
    await node(0).readModels.saveCheckpoint('sample', 9);
    await node(0).readModels.openShadow();
    const newer = [openNode(database.url, 2), openNode(database.url, 2)];
    await Promise.all(newer.map(({ prepared }) => prepared()));
    for (const { readModels } of newer) {
      assert.equal(await readModels.get('sample', 'sample-1'), undefined);
      assert.equal(await readModels.checkpoint('sample'), 0);
    }
    // What the older one has in mind belongs to what is gone.
    await assert.rejects(node(0).readModels.get('sample', 'sample-1'), /restart this process/);
    await assert.rejects(node(0).readModels.put('sample', sampleDocument()), /restart/);
    await assert.rejects(node(0).readModels.saveCheckpoint('sample', 12), /restart/);
    await Promise.all(newer.map((one) => one.close()));
  });

  it('do not share a database under two server secrets', async () => {
    await node(0).prepared();
    const other = new Uint8Array(32).fill(8);
    const stranger = openMongoDbStores({
      url: database.url,
      secret: other,
      hasher: nodeHasher(other),
      models: [],
    });
    await assert.rejects(stranger.prepared(), /another server secret/);
    await stranger.close();
  });
});
