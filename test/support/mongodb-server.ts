import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Context } from 'mocha';
import { MongoClient } from 'mongodb';
import { siblingModule, startWorker } from '../../infrastructure/system/start-worker.ts';
import { needs } from './needs.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A server of MongoDB's wire protocol as a process of its own. */
export interface MongoServer {
  /** Without a database. */
  readonly url: string;
  readonly port: number;
  /** `SIGSTOP` makes it silent, `SIGKILL` ends it, `SIGCONT` lets it go on. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts FerretDB, which speaks MongoDB's protocol and keeps its data in SQLite files in the folder, behind
 * a gate that makes its updates atomic. Started again on the same folder and port, it goes on.
 */
export async function startFerretDb(options: {
  readonly folder: string;
  readonly port?: number;
}): Promise<MongoServer> {
  const port = options.port ?? (await freePort());
  const upstreamPort = await freePort();
  const child = spawn(
    'ferretdb',
    [
      '--handler=sqlite',
      `--sqlite-url=file:${options.folder}/`,
      `--state-dir=${options.folder}`,
      `--listen-addr=127.0.0.1:${upstreamPort}`,
      '--debug-addr=-',
      '--telemetry=disable',
      '--log-level=error',
    ],
    { stdio: 'ignore' },
  );
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  child.once('exit', () => process.off('exit', kill));
  await listening(child, upstreamPort);
  const gate = startWorker(siblingModule('mongodb-gate', import.meta.url), {
    workerData: { port, upstreamPort },
  });
  await once(gate, 'message');
  // A server that has ended refuses connections, and so does the gate.
  const closed = ended.then(() => gate.terminate());
  return {
    url: `mongodb://127.0.0.1:${port}`,
    port,
    signal: (signal) => void child.kill(signal),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await closed;
    },
  };
}

export function isFerretDbInstalled(): boolean {
  return spawnSync('ferretdb', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Skips the suite, or fails it in CI, when there is no server to test against. */
export function needsMongoDb(context: Context): void {
  const available = process.env.ASSAY_TEST_MONGODB !== undefined || isFerretDbInstalled();
  needs(context, 'a MongoDB server: ASSAY_TEST_MONGODB, or ferretdb on the PATH', available);
}

/** A database that nobody else uses, on the server of this test process. */
export interface TestDatabase {
  readonly url: string;
  /** Removes the database with all that is in it. */
  drop(): Promise<void>;
}

/** Uses the server that ASSAY_TEST_MONGODB names, or one that is started once and ends with the tests. */
export async function testDatabase(): Promise<TestDatabase> {
  const given = process.env.ASSAY_TEST_MONGODB;
  const [server = '', options] = (given ?? (await sharedServer())).split('?', 2);
  const name = `assay_test_${randomUUID().slice(0, 8)}`;
  const address = server.replace(/^(mongodb(?:\+srv)?:\/\/[^/]+).*$/, '$1');
  const url = `${address}/${name}${options === undefined ? '' : `?${options}`}`;
  return {
    url,
    async drop() {
      const client = new MongoClient(url);
      await client.db(name).dropDatabase();
      await client.close();
    },
  };
}

let shared: Promise<string> | undefined;
const endings: (() => Promise<void>)[] = [];

function sharedServer(): Promise<string> {
  shared ??= (async () => {
    const folder = temporaryFolder();
    const server = await startFerretDb({ folder: folder.path });
    endings.push(async () => {
      await server.stop('SIGKILL');
      folder.remove();
    });
    return server.url;
  })();
  return shared;
}

// Outside of Mocha, a server that is left over is killed with its process.
if (typeof after === 'function') {
  after(async () => {
    await Promise.all(endings.splice(0).map((end) => end()));
    shared = undefined;
  });
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`ferretdb ended with ${child.exitCode}`);
    if (await canConnect(port)) return;
    if (performance.now() > deadline) throw new Error('ferretdb does not listen after 20 s');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
