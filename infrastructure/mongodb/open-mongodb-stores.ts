import type { FingerprintLibrary } from '../../application/ports/fingerprint-library.ts';
import type { FlightClaims } from '../../application/ports/flight-claims.ts';
import type { Hasher } from '../../application/ports/hasher.ts';
import type { ReadModelDeclaration } from '../../application/ports/read-models.ts';
import type { StoresBesideLog } from '../../application/ports/stores-beside-log.ts';
import { sealedWebSessions } from '../system/sealed-web-sessions.ts';
import { mongoConnection } from './connection.ts';
import { mongoFingerprintLibrary } from './fingerprint-library.ts';
import { mongoFlightClaims } from './flight-claims.ts';
import { mongoIdempotencyStore } from './idempotency-store.ts';
import { mongoPersonalData } from './personal-data.ts';
import { mongoRateWindows } from './rate-windows.ts';
import { readModels } from './read-models.ts';
import { mongoReportCache } from './report-cache.ts';
import { dropRetired } from './retired-collections.ts';
import { mongoSnapshots } from './snapshots.ts';
import { viewStore } from './view-store.ts';
import { mongoWebSessions } from './web-sessions.ts';

export interface MongoDbStores extends StoresBesideLog {
  readonly flightClaims: FlightClaims;
  readonly library: FingerprintLibrary;
  /**
   * Connects, makes collections and indexes and checks the server secret. Every store does its own part by
   * itself when it is first used; a server asks for all of it before it says that it is ready.
   *
   * @throws StoreUnavailableError when the server cannot be reached, Error when the secret is another one
   */
  prepared(): Promise<void>;
}

/**
 * The stores of everything beside the log on a MongoDB server, shared by all nodes: MongoDB 5 or later, one
 * server or a replica set, or a server of its wire protocol that has no transactions and no expiry.
 * Nothing is connected before it is needed.
 */
export function openMongoDbStores(options: {
  readonly url: string;
  readonly hasher: Hasher;
  readonly secret: Uint8Array;
  readonly models: readonly ReadModelDeclaration[];
  /** No call takes longer, 5,000 ms when left out. */
  readonly limitMs?: number;
}): MongoDbStores {
  const { hasher, secret, models, ...address } = options;
  const connection = mongoConnection(address);
  const views = viewStore(connection, models);
  const personalData = mongoPersonalData({ connection, hasher, secret });
  const reportCache = mongoReportCache(connection);
  return {
    readModels: readModels(views),
    reportCache: {
      ...reportCache,
      async sweep(now) {
        await reportCache.sweep(now);
        // What a rebuild has replaced would otherwise stay until the next one.
        await dropRetired(views);
      },
    },
    idempotency: mongoIdempotencyStore(connection),
    personalData,
    rateWindows: mongoRateWindows(connection),
    snapshots: mongoSnapshots(connection),
    webSessions: sealedWebSessions(mongoWebSessions(connection), { hasher, secret }),
    flightClaims: mongoFlightClaims(connection),
    library: mongoFingerprintLibrary(connection),
    async prepared() {
      await Promise.all([views.prepared(), personalData.prepared()]);
    },
    async close() {
      await reportCache.close();
      await connection.close();
    },
  };
}
