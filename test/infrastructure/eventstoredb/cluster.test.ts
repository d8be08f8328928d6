import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EventStore,
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../application/ports/event-store.ts';
import { openEventStoreDb } from '../../../infrastructure/eventstoredb/event-store.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { serverLog } from '../../support/eventstore-server/server-log.ts';
import {
  type EventStoreServer,
  startEventStoreServer,
} from '../../support/eventstore-server/start-server.ts';
import { needs } from '../../support/needs.ts';
import { collect, eventually, sampleEvents } from '../../support/sample-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('EventStoreDB client: a cluster', () => {
  let nodes: EventStoreServer[];
  let leader: number;
  let store: EventStore;

  beforeEach(async () => {
    const log = serverLog();
    nodes = [];
    leader = 0;
    const members = () => nodes.map(({ port }, index) => ({ port, leader: index === leader }));
    for (let count = 0; count < 3; count += 1) {
      nodes.push(await startEventStoreServer({ log, members }));
    }
    store = openEventStoreDb({
      connectionString: `esdb://${addresses()}?tls=false`,
      timeoutMs: 1_000,
      subscription: { heartbeatMs: 200, firstPauseMs: 20, longestPauseMs: 100 },
    });
  });
  afterEach(async () => {
    await store.close();
    await Promise.all(nodes.map((node) => node.stop()));
  });
  const addresses = (): string => nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const node = (index: number): EventStoreServer => nodes[index] ?? assert.fail('no such node');
  const appendsAt = (index: number): number => node(index).calls.get('append') ?? 0;

  it('appends at the leader', async () => {
    assert.equal((await store.append('account-a', -1, sampleEvents(2))).ok, true);
    assert.deepEqual([0, 1, 2].map(appendsAt), [1, 0, 0]);
  });

  it('follows the lead to another node within one append and within one read', async () => {
    await store.append('account-a', -1, sampleEvents(2));
    await collect(store.readStream('account-a', 0));
    leader = 1;
    assert.equal((await store.append('account-a', 1, sampleEvents(2))).ok, true);
    assert.equal((await collect(store.readStream('account-a', 0))).length, 4);
    assert.equal(await store.lastPosition(), node(0).log.events.at(-1)?.position);
    assert.deepEqual([0, 1, 2].map(appendsAt), [2, 1, 0]);
  });

  it('says that nothing was appended when no node takes the lead', async () => {
    await store.append('account-a', -1, sampleEvents(1));
    leader = -1;
    await assert.rejects(store.append('account-a', 0, sampleEvents(1)), StoreUnavailableError);
    await assert.rejects(collect(store.readStream('account-a', 0)), StoreUnavailableError);
    leader = 2;
    await again(() => store.append('account-a', 0, sampleEvents(1)));
    assert.equal(appendsAt(2), 1);
  });

  it('finds the new leader when the old one is gone, for appends and for subscriptions', async () => {
    let seen = 0;
    const subscription = store.subscribe(0, ['account-'], {
      async onEvents(events) {
        seen += events.length;
      },
    });
    await store.append('account-a', -1, sampleEvents(2));
    await eventually('two', () => seen === 2);
    leader = 2;
    await node(0).stop();
    const events = sampleEvents(3);
    await again(() => store.append('account-a', 1, events));
    await eventually('five', () => seen === 5);
    assert.equal((await collect(store.readStream('account-a', 0))).length, 5);
    await subscription.close();
  });

  it('fails in bounded time when no node says anything', async () => {
    const [first, second] = await Promise.all([openBlackHole(), openBlackHole()]);
    const hosts = `127.0.0.1:${first.port},127.0.0.1:${second.port}`;
    const lost = openEventStoreDb({
      connectionString: `esdb://${hosts}?tls=false`,
      timeoutMs: 200,
    });
    const start = performance.now();
    await assert.rejects(lost.append('account-a', -1, sampleEvents(1)), OutcomeUnknownError);
    await assert.rejects(lost.lastPosition(), StoreUnavailableError);
    await lost.close();
    assert.ok(performance.now() - start < 30_000);
    await Promise.all([first.close(), second.close()]);
  });

  it('asks one node for the others when told to discover', async () => {
    leader = 2;
    const discovering = openEventStoreDb({
      connectionString: `esdb+discover://127.0.0.1:${node(0).port}?tls=false`,
    });
    await discovering.append('account-a', -1, sampleEvents(1));
    assert.deepEqual([0, 1, 2].map(appendsAt), [0, 0, 1]);
    await discovering.close();
  });

  async function again<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempts = 0; attempts < 20; attempts += 1) {
      try {
        return await work();
      } catch (error) {
        const known =
          error instanceof OutcomeUnknownError || error instanceof StoreUnavailableError;
        if (!known) throw error;
        await sleep(30);
      }
    }
    return assert.fail('it never worked');
  }
});

describe('EventStoreDB client: an encrypted connection', () => {
  it('trusts the certificate it is told to, sends its credentials, and trusts no other', async function () {
    const folder = temporaryFolder();
    const [certificate, key] = [join(folder.path, 'ca.crt'), join(folder.path, 'ca.key')];
    needs(this, 'openssl', makeCertificate({ certificate, key }));
    const server = await startEventStoreServer({
      tls: { certificate: readFileSync(certificate), key: readFileSync(key) },
      credentials: 'ops:a pass:word@',
    });
    const address = `localhost:${server.port}`;
    const caFile = encodeURIComponent(certificate);
    const trusting = openEventStoreDb({
      connectionString: `esdb://ops:a%20pass%3Aword%40@${address}?tlsCAFile=${caFile}`,
    });
    await trusting.append('account-a', -1, sampleEvents(2));
    assert.equal((await collect(trusting.readAll(0, ['account-']))).length, 2);
    const wrong = openEventStoreDb({
      connectionString: `esdb://ops:guess@${address}?tlsCAFile=${caFile}`,
    });
    await assert.rejects(wrong.append('account-a', 1, sampleEvents(1)), StoreUnavailableError);
    const distrusting = openEventStoreDb({
      connectionString: `esdb://ops:guess@${address}`,
      timeoutMs: 1_000,
    });
    await assert.rejects(distrusting.append('account-a', 1, sampleEvents(1)));
    await assert.rejects(distrusting.lastPosition(), StoreUnavailableError);
    assert.equal(server.log.stream('account-a').length, 2);
    await Promise.all([trusting, wrong, distrusting].map((store) => store.close()));
    await server.stop();
    folder.remove();
  });

  it('refuses a certificate file that is missing and a string that it cannot read', () => {
    const open = (connectionString: string) => () => openEventStoreDb({ connectionString });
    assert.throws(open('esdb://127.0.0.1:1?tlsCAFile=/no/such/file'), /certificate/);
    assert.throws(open('http://127.0.0.1:1'), /esdb:/);
  });
});

/** Takes connections and says nothing. */
async function openBlackHole(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
