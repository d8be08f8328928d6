import { benchChecks } from './checks.ts';
import { openHotAccount } from './hot-account.ts';
import { benchHttp } from './http.ts';
import { startPostgres } from './postgres.ts';
import { interleaved } from './rounds.ts';
import { type BenchRow, markdownTable, number, ratios } from './table.ts';

/** `npm run bench [-- http|ledger|checks]`: speed against peers, in ratios, as a table for the README. */
const suites: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  http: httpRows,
  ledger: ledgerRows,
  checks: checksRows,
};

const chosen = process.argv.slice(2);
const rows: BenchRow[] = [];
for (const [name, suite] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  process.stderr.write(`${name} ...\n`);
  rows.push(...(await suite()));
}
process.stdout.write(`${markdownTable(rows)}\n`);

async function httpRows(): Promise<readonly BenchRow[]> {
  const { usage, cached } = await benchHttp();
  return [
    { name: '`GET /usage`', comparison: usage },
    { name: 'a cached `POST /detect`', comparison: cached },
  ].map(({ name, comparison }) => ({
    what: `${name} against a bare Express handler, 64 connections, requests/s`,
    figure: `${number(comparison.ours)} / ${number(comparison.peer)} = ${number(comparison.ratio, 2)}x (${ratios(comparison.ratios)})`,
    goal: 'at least 0.25x',
    met: comparison.ratio >= 0.25,
  }));
}

async function ledgerRows(): Promise<readonly BenchRow[]> {
  const postgres = await startPostgres();
  if (postgres === undefined) {
    process.stderr.write('*** SKIPPED: no PostgreSQL (Debian: apt-get install postgresql)\n');
    return [];
  }
  const account = await openHotAccount();
  try {
    await account.debits({ inFlight: 16, seconds: 2 });
    const {
      ours,
      peer,
      ratio,
      ratios: each,
    } = await interleaved(
      {
        ours: () => account.debits({ inFlight: 16, seconds: 5 }),
        peer: () => postgres.hotDebits(5),
      },
      5,
    );
    return [
      {
        what: 'hot account, 16 in flight, hold + debit, against a PostgreSQL debit on one row, debits/s',
        figure: `${number(ours)} / ${number(peer)} = ${number(ratio, 2)}x (${ratios(each)})`,
        goal: 'at least 4x',
        met: ratio >= 4,
      },
    ];
  } finally {
    postgres.stop();
    await account.close();
  }
}

async function checksRows(): Promise<readonly BenchRow[]> {
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
