import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Operations } from '../../interfaces/cli/operations.ts';
import { openOperations } from '../../interfaces/composition.ts';
import { readConfig } from '../../interfaces/config.ts';
import { freePort } from './free-port.ts';
import { packageRoot } from './package-root.ts';

const run = promisify(execFile);
/** The built programs: what a user runs, not what the tests could import. */
const build = resolve(packageRoot, process.env.ASSAY_TEST_BUILD ?? 'dist');
const mainPath = join(build, 'interfaces/main.js');
const cliPath = join(build, 'interfaces/cli/main.js');

/** Where everything is busy, a server that shares slow stores with others needs this long. */
const mostStartMs = 180_000;

/** Servers must not outlive the tests that started them, even when those are interrupted. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const server of running) server.kill('SIGKILL');
});

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A data folder with the command line on it, and a server that can be started, killed and started again. */
export interface AssayProcess {
  readonly folder: string;
  url(): string;
  pid(): number;
  /** What it says of itself goes into a file, when one is given, and is no part of `output`. */
  start(options?: { readonly log?: string }): Promise<void>;
  /** Ends the server and everything it started, at once, as a power cut would. */
  kill(): Promise<void>;
  /** Asks the server to finish and end. */
  stop(): Promise<number>;
  output(): string;
  cli(...words: string[]): Promise<CliResult>;
  /** The JSON object of a command that must succeed. */
  result(...words: string[]): Promise<Record<string, never>>;
  /** What the command line does, in this process and on the same stores: for what a test needs beforehand. */
  operations(): Promise<Operations>;
  remove(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

/** Settings may depend on where the server will listen. */
export async function assayProcess(
  settings: Environment | ((url: string) => Environment) = {},
): Promise<AssayProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = typeof settings === 'function' ? settings(url) : settings;
  const env = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: String(port),
    ASSAY_DATA_DIR: folder,
    ...environment,
  };
  let server: ChildProcess | undefined;
  let output = '';
  let opened: Promise<Operations> | undefined;

  async function cli(...words: string[]): Promise<CliResult> {
    try {
      const options = { env, cwd: packageRoot, maxBuffer: 256 * 1024 * 1024 };
      const { stdout, stderr } = await run(process.execPath, [cliPath, ...words], options);
      return { code: 0, stdout, stderr };
    } catch (error) {
      assert.ok(
        error instanceof Error && 'stdout' in error && 'stderr' in error && 'code' in error,
      );
      return {
        code: Number(error.code),
        stdout: String(error.stdout),
        stderr: String(error.stderr),
      };
    }
  }

  async function end(signal: NodeJS.Signals): Promise<number> {
    const ending = server;
    if (ending === undefined || ending.exitCode !== null) return ending?.exitCode ?? 0;
    const ended = new Promise<number>((resolve) =>
      ending.once('exit', (code) => resolve(code ?? -1)),
    );
    ending.kill(signal);
    const code = await ended;
    server = undefined;
    return code;
  }

  return {
    folder,
    url: () => url,
    pid: () => server?.pid ?? assert.fail('the server does not run'),
    async start({ log } = {}) {
      output = '';
      const stderr = log === undefined ? 'pipe' : openSync(log, 'w');
      const stdio = ['pipe', 'pipe', stderr] as const;
      const started = spawn(process.execPath, [mainPath], {
        env,
        cwd: packageRoot,
        stdio: [...stdio],
      });
      if (typeof stderr === 'number') closeSync(stderr);
      server = started;
      running.add(started);
      started.once('exit', () => running.delete(started));
      started.stdout?.on('data', (chunk) => {
        output += String(chunk);
      });
      started.stderr?.on('data', (chunk) => {
        output += String(chunk);
      });
      await ready(`${url}/ready`, started, () => output);
    },
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    output: () => output,
    cli,
    async result(...words) {
      const { code, stdout, stderr } = await cli(...words);
      assert.equal(code, 0, `assay ${words.join(' ')}: ${stderr}`);
      return JSON.parse(stdout);
    },
    operations() {
      opened ??= openOperations(readConfig(env));
      return opened;
    },
    async remove() {
      await end('SIGKILL');
      await (await opened)?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ready(url: string, server: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + mostStartMs;
  while (performance.now() < deadline) {
    const ended = server.exitCode !== null || server.signalCode !== null;
    assert.ok(!ended, `the server ended: ${output()}`);
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok === true && output().includes('Assay listens')) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`the server did not become ready: ${output()}`);
}
