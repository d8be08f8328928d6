import type { RateWindows } from '../../../application/ports/rate-windows.ts';
import { openMongoDbStores } from '../../../infrastructure/mongodb/open-mongodb-stores.ts';
import { nodeHasher } from '../../../infrastructure/system/node-hasher.ts';
import { describeFingerprintLibrary } from '../../contracts/fingerprint-library.contract.ts';
import { describeIdempotencyStore } from '../../contracts/idempotency-store.contract.ts';
import { describePersonalData } from '../../contracts/personal-data.contract.ts';
import { describeRateWindows } from '../../contracts/rate-windows.contract.ts';
import { describeReportCache } from '../../contracts/report-cache.contract.ts';
import { describeSnapshots } from '../../contracts/snapshots.contract.ts';
import { describeWebSessions } from '../../contracts/web-sessions.contract.ts';
import { needsMongoDb, type TestDatabase, testDatabase } from '../../support/mongodb-server.ts';

const secret = new Uint8Array(32).fill(7);

function open(url: string) {
  return openMongoDbStores({ url, secret, hasher: nodeHasher(secret), models: [] });
}

describe('MongoDB stores', () => {
  let database: TestDatabase;
  let windows: RateWindows;
  let closeAll: (() => Promise<void>) | undefined;
  let made = 0;

  before(async function () {
    needsMongoDb(this);
    database = await testDatabase();
    const stores = open(database.url);
    windows = stores.rateWindows;
    closeAll = () => stores.close();
  });
  after(async () => {
    await closeAll?.();
    await database?.drop();
  });

  describeRateWindows('MongoDB', async () => {
    made += 1;
    const prefix = `${made}|`;
    return {
      admit: (request) =>
        windows.admit({ ...request, credentialId: `${prefix}${request.credentialId}` }),
      counted: (request) =>
        windows.counted({ ...request, credentialId: `${prefix}${request.credentialId}` }),
    };
  });

  describeReportCache('MongoDB', async () => {
    const own = await testDatabase();
    return {
      async open() {
        const stores = open(own.url);
        return { ...stores.reportCache, close: () => stores.close() };
      },
      remove: () => own.drop(),
    };
  });

  describeIdempotencyStore('MongoDB', async () => {
    const own = await testDatabase();
    return {
      async open() {
        const stores = open(own.url);
        return { store: stores.idempotency, close: () => stores.close() };
      },
      remove: () => own.drop(),
    };
  });

  describePersonalData('MongoDB', async () => {
    const own = await testDatabase();
    return {
      async open() {
        const stores = open(own.url);
        return { ...stores.personalData, close: () => stores.close() };
      },
      remove: () => own.drop(),
    };
  });

  describeSnapshots('MongoDB', async () => {
    const own = await testDatabase();
    return {
      async open() {
        const stores = open(own.url);
        return { ...stores.snapshots, close: () => stores.close() };
      },
      remove: () => own.drop(),
    };
  });

  describeWebSessions('MongoDB', async () => {
    const own = await testDatabase();
    return {
      async open() {
        const stores = open(own.url);
        return { ...stores.webSessions, close: () => stores.close() };
      },
      remove: () => own.drop(),
    };
  });

  describeFingerprintLibrary('MongoDB', async () => {
    const own = await testDatabase();
    return {
      async open() {
        const stores = open(own.url);
        return { ...stores.library, close: () => stores.close() };
      },
      remove: () => own.drop(),
    };
  });
});
