import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** A server of the MongoDB wire protocol as a process of its own, to be stopped, killed and started again. */
export interface FerretDbProcess {
  readonly url: string;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with what its folder holds. */
  restart(): Promise<void>;
  /** Its connections stay, and nothing is answered any more. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

export async function startFerretDbProcess(): Promise<FerretDbProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-ferretdb-'));
  const port = await freePort();
  let child = await launch({ folder, port });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url: `mongodb://127.0.0.1:${port}/assay`,
    kill,
    async restart() {
      child = await launch({ folder, port });
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch({ folder, port }: { folder: string; port: number }): Promise<ChildProcess> {
  const child = spawn(
    'ferretdb',
    [
      '--handler=sqlite',
      `--sqlite-url=file:${folder}/`,
      `--state-dir=${folder}`,
      `--listen-addr=127.0.0.1:${port}`,
      '--debug-addr=-',
      '--telemetry=disable',
      '--log-level=error',
    ],
    { stdio: 'ignore' },
  );
  const deadline = performance.now() + 20_000;
  while (!(await listens(port))) {
    assert.equal(child.exitCode, null, 'FerretDB ended before it listened');
    assert.ok(performance.now() < deadline, 'FerretDB does not listen');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return child;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
