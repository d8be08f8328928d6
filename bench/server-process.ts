import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ServerUnderTest {
  readonly url: string;
  readonly key: string;
  /** Resident memory of the server and everything it started, bytes. */
  residentBytes(): number;
  newKey(): string;
  stop(): Promise<void>;
}

/** The built server on a fresh data folder, with an account and a key without a practical rate limit. */
export async function startServer(port: number): Promise<ServerUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    ASSAY_DATA_DIR: folder,
    ASSAY_ALLOWANCE_PRO: '1000000000000',
  };
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['dist/interfaces/main.js'], { env, stdio: 'ignore' });
  await answering(`${url}/ready`, server);
  const assay = (...words: string[]): string => {
    const output = execFileSync(process.execPath, ['dist/interfaces/cli/main.js', ...words], {
      env,
    });
    return output.toString();
  };
  const newKey = (): string => {
    const email = `${performance.now()}@example.org`;
    const { account_id } = JSON.parse(assay('account', 'open', '--email', email, '--plan', 'pro'));
    return JSON.parse(
      assay('key', 'create', account_id, '--name', 'b', '--rate-limit', '100000000'),
    ).key;
  };
  return {
    url,
    key: newKey(),
    newKey,
    residentBytes: () => residentBytes(server.pid ?? 0),
    async stop() {
      await ended(server);
      await rm(folder, { recursive: true });
    },
  };
}

/** The bare Express server of the comparison. */
export async function startBareExpress(
  port: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const env = { ...process.env, PORT: String(port) };
  const server = spawn(process.execPath, ['dist/bench/bare-express-process.js'], {
    env,
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/v1/usage`, server);
  return { url, stop: () => ended(server) };
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null) throw new Error(`the server at ${url} ended`);
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer`);
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill('SIGTERM');
  });
}

/** Linux: summed over the process tree, zero for a process that has just ended. */
function residentBytes(pid: number): number {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return 0;
  }
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), own);
}

/** `ps` ends with an error when it finds none. */
function childrenOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]));
}
