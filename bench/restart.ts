import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStore } from '../infrastructure/embedded/event-store.ts';
import { fillLog, type LogSize } from './large-log.ts';
import { figuresOf, inRounds, median } from './rounds.ts';
import { type BenchRow, number } from './table.ts';

const port = 18_731;
const rounds = 3;
/** A first start folds the whole log into read models. */
const patienceMs = 30 * 60 * 1000;

/** From the start of the built server to its first "ready", on a large and on a small log. */
export async function restartRows(): Promise<readonly BenchRow[]> {
  const large = await servedFolder({ accounts: 100, eventsPerAccount: 10_000 });
  const small = await servedFolder({ accounts: 1, eventsPerAccount: 1000 });
  try {
    const figures = await inRounds(
      [
        { name: 'large', measure: () => startMs(large) },
        { name: 'small', measure: () => startMs(small) },
        { name: 'killed', measure: () => startMs(large, 'SIGKILL') },
      ],
      rounds,
    );
    const [ofLarge, ofSmall, ofKilled] = ['large', 'small', 'killed'].map((name) =>
      median(figuresOf(figures, name)),
    );
    return [
      {
        what: 'restart of the server with 1,000,000 events until it is ready (after SIGKILL; with 1,000 events)',
        figure: `${number(ofLarge ?? 0)} ms (${number(ofKilled ?? 0)} ms; ${number(ofSmall ?? 0)} ms)`,
        goal: 'at most 10 s',
        met: Math.max(ofLarge ?? Number.NaN, ofKilled ?? Number.NaN) <= 10_000,
      },
    ];
  } finally {
    await rm(large, { recursive: true });
    await rm(small, { recursive: true });
  }
}

/** A data folder whose log a server has followed to its end once. */
async function servedFolder(size: LogSize): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-restart-'));
  const eventStore = openEventStore({ path: join(folder, 'events.db') });
  await fillLog(eventStore, size);
  await eventStore.close();
  process.stderr.write(`first start on ${size.accounts * size.eventsPerAccount} events ...\n`);
  const elapsed = await startMs(folder);
  process.stderr.write(`read models made in ${number(elapsed / 1000)} s\n`);
  return folder;
}

async function startMs(folder: string, end: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number> {
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    ASSAY_DATA_DIR: folder,
    NODE_ENV: 'development',
  };
  const started = performance.now();
  const server = spawn(process.execPath, ['dist/interfaces/main.js'], { env, stdio: 'ignore' });
  await ready(server);
  const elapsed = performance.now() - started;
  await new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
    server.kill(end);
  });
  return elapsed;
}

async function ready(server: ChildProcess): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (performance.now() < giveUpAt) {
    if (server.exitCode !== null) throw new Error('the server ended');
    const response = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  server.kill('SIGKILL');
  throw new Error('the server does not become ready');
}
