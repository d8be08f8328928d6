import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type ProfileParts, profileParts } from './cpu-profile.ts';
import { median } from './rounds.ts';
import { type ServerUnderTest, startServer } from './server-process.ts';
import { type BenchRow, number } from './table.ts';
import { prose } from './text.ts';

const connections = 64;
const seconds = 10;
const rounds = 3;
const words = 50;

interface HotRound {
  readonly perSecond: number;
  /** Milliseconds of processor time a request. */
  readonly serverCpu: number;
  readonly enginesCpu: number;
  readonly p50: number;
  readonly p99: number;
}

let seed = 1;

/** 64 connections on one account, each request another text of 50 words: what a busy customer gets. */
export async function hotGrammarRows(): Promise<readonly BenchRow[]> {
  const measured = await measureRounds();
  const middle = (figure: (round: HotRound) => number): number => median(measured.map(figure));
  const rates = measured.map(({ perSecond }) => number(perSecond)).join(', ');
  const latency = `p50 ${number(middle(({ p50 }) => p50))} ms, p99 ${number(middle(({ p99 }) => p99))} ms`;
  const server = number(
    middle(({ serverCpu }) => serverCpu),
    2,
  );
  const engines = number(
    middle(({ enginesCpu }) => enginesCpu),
    2,
  );
  const { utilisation, shares } = await profiled();
  const partList = shares
    .filter(([, share]) => share >= 0.01)
    .map(([part, share]) => `${part} ${number(share * 100)} %`);
  const row = (what: string, figure: string): BenchRow => ({ what, figure, goal: '', met: null });
  return [
    row(
      `\`POST /v1/grammar\`, ${words} words never seen before, one account, ${connections} connections, reports/s`,
      `${number(middle(({ perSecond }) => perSecond))} (${rates}); ${latency}`,
    ),
    row(
      'processor time of such a report',
      `server, all threads ${server} ms; engine processes ${engines} ms`,
    ),
    row(
      "where the time of the server's main thread goes",
      `busy ${number(utilisation * 100)} %; of that ${partList.join(', ')}`,
    ),
  ];
}

async function measureRounds(): Promise<readonly HotRound[]> {
  const server = await startServer(18_805);
  try {
    await warm(server);
    const measured: HotRound[] = [];
    for (let round = 0; round < rounds; round++) measured.push(await measure(server));
    return measured;
  } finally {
    await server.stop();
  }
}

async function measure(server: ServerUnderTest): Promise<HotRound> {
  const before = server.cpuSeconds();
  const { requests, latency } = await load(server, seconds);
  const after = server.cpuSeconds();
  const each = (used: number): number => (used * 1000) / requests.total;
  return {
    perSecond: requests.average,
    serverCpu: each(after.server - before.server),
    enginesCpu: each(after.engines - before.engines),
    p50: latency.p50,
    p99: latency.p99,
  };
}

/** The same load on a server that writes a profile when it ends. The profile itself costs some time. */
async function profiled(): Promise<ProfileParts> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-profile-'));
  try {
    const server = await startServer(18_806, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    await warm(server);
    await load(server, 3 * seconds);
    await server.stop();
    // The second half is all under load, with engines and code warm.
    return profileParts(mainThreadProfile(folder, server.pid), { from: 0.5, to: 0.95 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Files are named after the process and the thread; the engine processes inherit the flags. */
function mainThreadProfile(folder: string, pid: number): string {
  const name = readdirSync(folder).find((file) => file.includes(`.${pid}.0.`));
  if (name === undefined) throw new Error('the server left no profile');
  return join(folder, name);
}

/** Each engine process loads its models with its first texts, which takes seconds: no load before that. */
async function warm(server: ServerUnderTest): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await Promise.all(Array.from({ length: 8 }, () => report(server)));
  }
  await load(server, seconds);
}

async function report({ url, key }: ServerUnderTest): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ text: freshText() });
  const response = await fetch(`${url}/v1/grammar`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`warming: ${response.status}`);
  await response.arrayBuffer();
}

async function load(server: ServerUnderTest, duration: number): Promise<autocannon.Result> {
  const result = await autocannon({
    url: `${server.url}/v1/grammar`,
    connections,
    duration,
    requests: [
      {
        method: 'POST',
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
        setupRequest: (request) => ({ ...request, body: JSON.stringify({ text: freshText() }) }),
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${server.url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`,
    );
  }
  return result;
}

function freshText(): string {
  seed += 1;
  // The number makes the text new even where the sentences come round again.
  return `Number ${seed}. ${prose(words, seed)}`;
}
