import { median } from './rounds.ts';
import { type ServerUnderTest, startServer } from './server-process.ts';
import { type BenchRow, number } from './table.ts';
import { prose } from './text.ts';

interface ChecksBench {
  /** 1,000 words, all three checks, never seen before, milliseconds: median of the rounds. */
  readonly allChecksMs: number;
  /** 100 words of another account while 400,000 characters are checked, milliseconds: the slowest. */
  readonly besideLongMs: number;
  readonly longMs: number;
  readonly idleBytes: number;
  /** Resident bytes after the first use of each engine, in this order. */
  readonly bytesAfter: readonly { readonly engine: string; readonly bytes: number }[];
}

const all = { ai: true, grammar: true, plagiarism: true };

/** How long checks take and what the processes need. */
export async function checksRows(): Promise<readonly BenchRow[]> {
  const bench = await benchChecks();
  const megabytes = (bytes: number): string => `${number(bytes / 1024 / 1024)} MiB`;
  const after = bench.bytesAfter.map(({ engine, bytes }) => `${engine} ${megabytes(bytes)}`);
  return [
    {
      what: '1,000 words, all three checks, warm, not cached',
      figure: `${number(bench.allChecksMs)} ms`,
      goal: 'at most 700 ms',
      met: bench.allChecksMs <= 700,
    },
    {
      what: '100 words of another account while 400,000 characters are checked, slowest',
      figure: `${number(bench.besideLongMs)} ms (the long check took ${number(bench.longMs)} ms)`,
      goal: 'under 1,500 ms',
      met: bench.besideLongMs < 1500,
    },
    {
      what: 'memory of all processes, idle after the start',
      figure: megabytes(bench.idleBytes),
      goal: 'at most 400 MiB',
      met: bench.idleBytes <= 400 * 1024 * 1024,
    },
    {
      what: 'memory after the first use of each engine',
      figure: after.join(', '),
      goal: '',
      met: null,
    },
  ];
}

/** Wall time of checks and memory of the whole process tree, on the built server. */
async function benchChecks(): Promise<ChecksBench> {
  const server = await startServer(18_803);
  try {
    const idleBytes = server.residentBytes();
    const bytesAfter: { engine: string; bytes: number }[] = [];
    for (const engine of ['plagiarism', 'ai', 'grammar']) {
      await check(server, server.key, {
        words: 200,
        seed: 7,
        checks: { ai: false, [engine]: true },
      });
      bytesAfter.push({ engine, bytes: server.residentBytes() });
    }
    await warm(server);
    const times: number[] = [];
    for (let round = 0; round < 9; round++) {
      times.push(await check(server, server.key, { words: 1000, seed: 100 + round, checks: all }));
    }
    return { idleBytes, bytesAfter, allChecksMs: median(times), ...(await besideLong(server)) };
  } finally {
    await server.stop();
  }
}

/** Every worker has to have met every engine before its times mean anything. */
async function warm(server: ServerUnderTest): Promise<void> {
  for (let round = 0; round < 6; round++) {
    await Promise.all(
      [0, 1, 2, 3].map((n) =>
        check(server, server.key, { words: 1000, seed: 1000 + round * 4 + n, checks: all }),
      ),
    );
  }
}

async function besideLong(
  server: ServerUnderTest,
): Promise<{ besideLongMs: number; longMs: number }> {
  const other = server.newKey();
  let running = true;
  const long = check(server, server.key, { words: 71_000, seed: 5, checks: all }).finally(() => {
    running = false;
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  let slowest = 0;
  for (let seed = 5000; running; seed++) {
    const ms = await check(server, other, { words: 100, seed, checks: all });
    if (running) slowest = Math.max(slowest, ms);
  }
  return { besideLongMs: slowest, longMs: await long };
}

async function check(
  { url }: ServerUnderTest,
  key: string,
  work: { readonly words: number; readonly seed: number; readonly checks: object },
): Promise<number> {
  const { words, seed, checks } = work;
  const text = prose(words, seed).slice(0, 400_000);
  const started = performance.now();
  const response = await fetch(`${url}/v1/analyze`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text, checks }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${body.slice(0, 200)}`);
  return performance.now() - started;
}
