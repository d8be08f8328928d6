import assert from 'node:assert/strict';
import type { FlightClaims } from '../../../application/ports/flight-claims.ts';
import { instant } from '../../../domain/shared/instant.ts';
import {
  type MongoConnection,
  mongoConnection,
} from '../../../infrastructure/mongodb/connection.ts';
import { mongoFlightClaims } from '../../../infrastructure/mongodb/flight-claims.ts';
import { describeFlightClaims } from '../../contracts/flight-claims.contract.ts';
import { needsMongoDb, type TestDatabase, testDatabase } from '../../support/mongodb-server.ts';

const start = 1_700_000_000_000;
const leaseMs = 10_000;

describe('flight claims in MongoDB', () => {
  let database: TestDatabase;
  const connections: MongoConnection[] = [];

  before(async function () {
    needsMongoDb(this);
    database = await testDatabase();
  });
  after(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await database?.drop();
  });

  const node = (): FlightClaims => {
    const connection = mongoConnection({ url: database.url });
    connections.push(connection);
    return mongoFlightClaims(connection);
  };

  describeFlightClaims('MongoDB', async () => node());

  it('have one winner in 200 races of three nodes, for fresh keys and for those of a dead node', async () => {
    const nodes = [node(), node(), node()];
    const race = async (keys: readonly string[], atMs: number): Promise<number> => {
      const won = await Promise.all(
        nodes.map((claims, n) =>
          claims.claim({ owner: `node${n}-${atMs}`, keys, now: instant(start + atMs), leaseMs }),
        ),
      );
      return won.filter(Boolean).length;
    };
    for (let n = 0; n < 100; n += 1) {
      const keys = [`ai|race${n}`, `grammar|race${n}`];
      assert.equal(await race(keys, 0), 1, 'fresh keys');
      assert.equal(await race(keys, 1), 0, 'claimed keys');
      assert.equal(await race(keys, leaseMs), 1, 'keys of a dead node');
    }
  });
});
