import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf, cpuSeconds, residentBytes } from './process-tree.ts';

export interface ServerUnderTest {
  readonly url: string;
  readonly pid: number;
  readonly key: string;
  /** Resident memory of the server and everything it started, bytes. */
  residentBytes(): number;
  /** Processor time used up to now by the server itself and by the processes it started, seconds. */
  cpuSeconds(): { readonly server: number; readonly engines: number };
  newKey(): string;
  stop(): Promise<void>;
}

/**
 * The built server, or another program in its place, on a fresh data folder, with an account and a key without
 * a practical rate limit. `nodeFlags` go to the server alone.
 */
export async function startServer(
  port: number,
  nodeFlags: readonly string[] = [],
  program = 'dist/interfaces/main.js',
): Promise<ServerUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    ASSAY_DATA_DIR: folder,
    ASSAY_ALLOWANCE_PRO: '1000000000000',
  };
  const url = `http://127.0.0.1:${port}`;
  const command = [...nodeFlags, program];
  const server = spawn(process.execPath, command, { env, stdio: 'ignore' });
  const pid = server.pid ?? 0;
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
    pid,
    key: newKey(),
    newKey,
    residentBytes: () => residentBytes(pid),
    cpuSeconds: () => ({
      server: cpuSeconds(pid),
      engines: childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), 0),
    }),
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
