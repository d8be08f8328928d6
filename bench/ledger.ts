import { openEmmettAccount } from './emmett.ts';
import { openHotAccount } from './hot-account.ts';
import { startPostgres } from './postgres.ts';
import { compared, type Figures, figuresOf, inRounds, median, type Side } from './rounds.ts';
import { syncCallsPerLoneDebit } from './sync-calls.ts';
import { syncRate } from './sync-rate.ts';
import { type BenchRow, number, ratios } from './table.ts';

const rounds = 5;
const seconds = 3;

const ours = {
  debits16: '16 in flight, hold + debit (two durable events)',
  holds16: '16 in flight, hold (one durable event)',
  debits1: '1 in flight, hold + debit',
  debits1024: '1,024 in flight, hold + debit',
} as const;
const peers = {
  disk: "the disk's fdatasync rate",
  postgres: 'PostgreSQL debit on one row, 16 clients',
  emmett: 'emmett-postgresql, 16 writers on one stream, retry on conflict',
} as const;

/** A hot account on the embedded store against the disk and against what a team would use instead. */
export async function ledgerRows(): Promise<readonly BenchRow[]> {
  const cpuMicroseconds: number[] = [];
  const figures = await measured(cpuMicroseconds);
  if (figures === undefined) return [];
  return [...rowsOf(figures), cpuRow(cpuMicroseconds), syncCallRow()];
}

/** Notes beside the figures what a debit with 16 in flight took of the processor, round by round. */
async function measured(cpuMicroseconds: number[]): Promise<Figures | undefined> {
  const postgres = await startPostgres();
  if (postgres === undefined) {
    process.stderr.write('*** SKIPPED: no PostgreSQL (Debian: apt-get install postgresql)\n');
    return undefined;
  }
  const emmett = await openEmmettAccount(postgres.connectionString);
  const account = await openHotAccount();
  const debits16 = async (): Promise<number> => {
    const before = process.cpuUsage();
    const perSecond = await account.debits({ inFlight: 16, seconds });
    const { user, system } = process.cpuUsage(before);
    cpuMicroseconds.push((user + system) / (perSecond * seconds));
    return perSecond;
  };
  const sides: readonly Side[] = [
    { name: peers.disk, measure: () => syncRate(1) },
    { name: peers.postgres, measure: () => postgres.hotDebits(seconds) },
    { name: ours.debits16, measure: debits16 },
    { name: ours.holds16, measure: () => account.holds({ inFlight: 16, seconds }) },
    { name: peers.emmett, measure: () => emmett.debits(seconds) },
    { name: ours.debits1, measure: () => account.debits({ inFlight: 1, seconds }) },
    { name: ours.debits1024, measure: () => account.debits({ inFlight: 1_024, seconds }) },
  ];
  try {
    // Both write-ahead logs are as long as they get by then, and are written over from here on.
    await account.debits({ inFlight: 1_024, seconds: 3 });
    await postgres.hotDebits(3);
    await emmett.debits(1);
    return await inRounds(sides, rounds);
  } finally {
    await account.close();
    await emmett.close();
    postgres.stop();
  }
}

function rowsOf(figures: Figures): readonly BenchRow[] {
  const row = (names: { ours: string; peer: string }, least?: number): BenchRow => {
    const { ratio, ratios: each, ...rates } = compared(figures, names);
    return {
      what: `${names.ours}, against ${names.peer}, a second`,
      figure: `${number(rates.ours)} / ${number(rates.peer)} = ${number(ratio, 2)}x (${ratios(each)})`,
      goal: least === undefined ? '' : `at least ${least}x`,
      met: least === undefined ? null : ratio >= least,
    };
  };
  return [
    row({ ours: ours.debits16, peer: peers.postgres }, 5),
    row({ ours: ours.holds16, peer: peers.postgres }),
    row({ ours: ours.debits16, peer: peers.emmett }, 40),
    row({ ours: ours.holds16, peer: peers.emmett }),
    row({ ours: ours.debits1024, peer: peers.disk }, 150),
    row({ ours: ours.debits1024, peer: peers.postgres }),
    row({ ours: ours.debits1, peer: peers.disk }),
    {
      what: `${peers.disk} in these rounds, appends of 4 KiB`,
      figure: `${number(median(figuresOf(figures, peers.disk)))}/s`,
      goal: '',
      met: null,
    },
  ];
}

function cpuRow(cpuMicroseconds: readonly number[]): BenchRow {
  return {
    what: 'processor time of a hold + debit, all threads, 16 in flight',
    figure: `${number(median(cpuMicroseconds))} µs`,
    goal: '',
    met: null,
  };
}

function syncCallRow(): BenchRow {
  const calls = syncCallsPerLoneDebit();
  if (calls === undefined) process.stderr.write('*** SKIPPED: sync calls, no strace\n');
  return {
    what: 'sync calls for a lone hold + debit, by strace',
    figure: calls === undefined ? 'not counted' : number(calls, 2),
    goal: '2',
    met: calls === undefined ? null : calls < 2.1,
  };
}
