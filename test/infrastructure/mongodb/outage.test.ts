import assert from 'node:assert/strict';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../application/ports/event-store.ts';
import { accountId, checkId } from '../../../domain/shared/ids.ts';
import { instant } from '../../../domain/shared/instant.ts';
import {
  type MongoDbStores,
  openMongoDbStores,
} from '../../../infrastructure/mongodb/open-mongodb-stores.ts';
import { nodeHasher } from '../../../infrastructure/system/node-hasher.ts';
import {
  isFerretDbInstalled,
  type MongoServer,
  startFerretDb,
} from '../../support/mongodb-server.ts';
import { needs } from '../../support/needs.ts';
import { sampleDocument, sampleModel } from '../../support/sample-documents.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const secret = new Uint8Array(32).fill(7);
const hasher = nodeHasher(secret);
const now = instant(1_700_000_000_000);
const ann = accountId('acc_00000ann');
const limitMs = 600;
/** Other work on the machine may hold a timer up. */
const slackMs = 15_000;

/** One call of each store, each of which needs the server. */
function calls(stores: MongoDbStores): readonly (() => Promise<unknown>)[] {
  const part = { checkId: checkId('chk_000000001'), storedAt: now, words: 1, json: '{}' };
  const prints = {
    version: 1,
    words: 1,
    hashes: Uint32Array.of(1, 2, 3),
    tokens: Uint32Array.of(1, 2, 3),
    starts: Uint32Array.of(1, 2, 3),
    ends: Uint32Array.of(1, 2, 3),
    families: Uint8Array.of(0, 0, 0),
  };
  return [
    () => stores.readModels.get('sample', 'sample-1'),
    () => stores.readModels.put('sample', sampleDocument()),
    () => stores.readModels.query('sample', { index: 'owner', equals: 'ann' }),
    () => stores.readModels.saveCheckpoint('sample', 3),
    () => stores.reportCache.get('key', now),
    () => stores.reportCache.put('key', part),
    () => stores.idempotency.claim({ key: 'k', fingerprint: 'f', now, leaseMs: 1_000 }),
    () => stores.personalData.get(ann, 'email'),
    () => stores.personalData.put(ann, 'email', 'a@example.org'),
    () => stores.rateWindows.admit({ credentialId: 'key_1', limit: 60, now }),
    () => stores.library.candidates(ann, prints, 3),
    () => stores.snapshots.get('account-a'),
  ];
}

/** The call fails, in time, with an error that says that the store is at fault. */
async function failsInTime(call: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await assert.rejects(
    call,
    (error) => error instanceof StoreUnavailableError || error instanceof OutcomeUnknownError,
  );
  assert.ok(performance.now() - started < limitMs * 2 + slackMs, String(call));
}

/** Calls until it succeeds, as a caller would who comes back. */
async function comesBack(call: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    try {
      await call();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

describe('a MongoDB server that fails', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let server: MongoServer;
  let stores: MongoDbStores;

  before(function () {
    needs(this, 'ferretdb on the PATH', isFerretDbInstalled());
  });
  beforeEach(async () => {
    folder = temporaryFolder();
    server = await startFerretDb({ folder: folder.path });
    const url = `${server.url}/outage`;
    stores = openMongoDbStores({ url, secret, hasher, limitMs, models: [sampleModel] });
  });
  afterEach(async () => {
    await stores.close();
    await server.stop('SIGKILL');
    folder.remove();
  });

  it('and is silent, makes every call fail in time, and goes on where it stopped', async () => {
    for (const call of calls(stores)) await call();
    server.signal('SIGSTOP');
    await Promise.all(calls(stores).map(failsInTime));
    server.signal('SIGCONT');
    for (const call of calls(stores)) await comesBack(call);
    assert.equal((await stores.readModels.get('sample', 'sample-1'))?.id, 'sample-1');
  });

  it('and ends, makes every call fail in time, and is found again with all it had', async () => {
    for (const call of calls(stores)) await call();
    await server.stop('SIGKILL');
    await Promise.all(calls(stores).map(failsInTime));
    server = await startFerretDb({ folder: folder.path, port: server.port });
    for (const call of calls(stores)) await comesBack(call);
    assert.equal(await stores.personalData.get(ann, 'email'), 'a@example.org');
    assert.equal((await stores.readModels.get('sample', 'sample-1'))?.id, 'sample-1');
  });

  it('and is not there at the start, is prepared for once it comes', async () => {
    await server.stop('SIGKILL');
    await failsInTime(() => stores.prepared());
    await Promise.all(calls(stores).map(failsInTime));
    server = await startFerretDb({ folder: folder.path, port: server.port });
    await comesBack(() => stores.prepared());
    for (const call of calls(stores)) await comesBack(call);
  });

  it('says that nothing was written when it could not be reached', async () => {
    await stores.prepared();
    await server.stop('SIGKILL');
    // The connections it had may break under the first call; from then on nothing is sent.
    await failsInTime(() => stores.personalData.put(ann, 'note', 'first'));
    await assert.rejects(stores.personalData.put(ann, 'note', 'second'), StoreUnavailableError);
  });

  it('is left alone by stores that are closed', async () => {
    await stores.close();
    for (const call of calls(stores)) await assert.rejects(call, StoreUnavailableError);
  });
}).timeout(60_000);
