import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, type Db, type Document, MongoClient } from 'mongodb';
import type { EventStore } from '../application/ports/event-store.ts';
import { openEventStore } from '../infrastructure/embedded/event-store.ts';
import { documentCodec } from '../infrastructure/events/document-codec.ts';
import { eventCodec } from '../infrastructure/events/event-codec.ts';
import { openMongoDbStores } from '../infrastructure/mongodb/open-mongodb-stores.ts';
import { nodeHasher } from '../infrastructure/system/node-hasher.ts';
import { catchUp } from '../projections/catch-up.ts';
import { projectionRegistry } from '../projections/registry.ts';
import { isFerretDbInstalled, startFerretDb } from '../test/support/mongodb-server.ts';
import { fillLog } from './large-log.ts';
import { type Comparison, interleaved } from './rounds.ts';
import { type BenchRow, number, ratios } from './table.ts';

const size = { accounts: 20, eventsPerAccount: 1000 };
const rounds = 9;
/** As many as the driver sends in one message, or more: it cuts them up itself. */
const documentsPerWrite = 1000;
const secret = new Uint8Array(32).fill(7);

/** Catch-up of all read models into a MongoDB server against the driver's own bulk write. */
export async function projectionRows(): Promise<readonly BenchRow[]> {
  const given = process.env.ASSAY_TEST_MONGODB;
  if (given === undefined && !isFerretDbInstalled()) {
    process.stderr.write('*** SKIPPED: no MongoDB server (ASSAY_TEST_MONGODB, or ferretdb)\n');
    return [];
  }
  const folder = await mkdtemp(join(tmpdir(), 'assay-projection-'));
  const server = given === undefined ? await startFerretDb({ folder }) : undefined;
  const eventStore = openEventStore({ path: join(folder, 'events.db') });
  try {
    await fillLog(eventStore, size);
    const { ratio, ...comparison } = await compare(eventStore, given ?? server?.url ?? '');
    return [
      {
        what: `catch-up of all read models into ${given === undefined ? 'FerretDB' : 'MongoDB'}, events/s, against the driver's bulk write of the same documents under the same indexes`,
        figure: `${number(comparison.ours)} / ${number(comparison.peer)} = ${number(ratio, 2)}x (${ratios(comparison.ratios)})`,
        goal: 'at least 0.5x',
        met: ratio >= 0.5,
      },
    ];
  } finally {
    await eventStore.close();
    await server?.stop();
    await rm(folder, { recursive: true });
  }
}

async function compare(eventStore: EventStore, url: string): Promise<Comparison> {
  const client = await new MongoClient(url).connect();
  let made = 0;
  const freshName = (): string => {
    made += 1;
    return `bench_${process.pid}_${made}`;
  };
  const events = await eventStore.lastPosition();
  const rate = async (work: () => Promise<void>): Promise<number> => {
    const started = performance.now();
    await work();
    return events / ((performance.now() - started) / 1000);
  };
  const caughtUp = async (name: string): Promise<number> => {
    const hasher = nodeHasher(secret);
    const projections = projectionRegistry(eventCodec, documentCodec, hasher.sha256);
    const models = projections.map(({ declaration }) => declaration);
    const stores = openMongoDbStores({ url: `${url}/${name}`, hasher, secret, models });
    await stores.prepared();
    const reached = await rate(() => catchUp({ ...stores, eventStore }, projections));
    await stores.close();
    return reached;
  };
  try {
    const pattern = freshName();
    await caughtUp(pattern);
    const sources = await filled(client.db(pattern));
    return await interleaved(
      {
        ours: () => caughtUp(freshName()),
        async peer() {
          const targets = await emptyTwins(sources, client.db(freshName()));
          return rate(() => writeAll(targets));
        },
      },
      rounds,
    );
  } finally {
    for (let index = 1; index <= made; index++) {
      await client.db(`bench_${process.pid}_${index}`).dropDatabase();
    }
    await client.close();
  }
}

interface Source {
  readonly documents: readonly Document[];
  readonly keys: readonly Document[];
}

async function filled(database: Db): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const collection of await database.collections()) {
    const documents = await collection.find().toArray();
    const indexes = await collection.indexes();
    if (documents.length < size.accounts) continue;
    const keys = indexes.flatMap(({ name, key }) => (name === '_id_' ? [] : [key]));
    sources.push({ documents, keys });
  }
  return sources;
}

interface Target {
  readonly collection: Collection;
  readonly documents: readonly Document[];
}

async function emptyTwins(sources: readonly Source[], database: Db): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const [index, { documents, keys }] of sources.entries()) {
    const collection = await database.createCollection(`twin_${index}`);
    for (const key of keys) await collection.createIndex(new Map(Object.entries(key)));
    targets.push({ collection, documents });
  }
  return targets;
}

async function writeAll(targets: readonly Target[]): Promise<void> {
  for (const { collection, documents } of targets) {
    for (let start = 0; start < documents.length; start += documentsPerWrite) {
      const some = documents.slice(start, start + documentsPerWrite);
      const writes = some.map((document) => ({ insertOne: { document } }));
      await collection.bulkWrite(writes, { ordered: false });
    }
  }
}
