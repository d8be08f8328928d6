import { Violation } from './account-model.ts';
import type { AnalyserFaults } from './analyser.ts';
import { type DiskCounts, type DiskFaults, openFile, type SimulatedFile } from './disk.ts';
import { type LogChecker, openLogChecker } from './log-checker.ts';
import { logClient } from './log-client.ts';
import { type LogCounts, type LogMistakes, LogServer } from './log-server.ts';
import { type Network, type NetworkCounts, openNetwork } from './network.ts';
import { type NodeMistakes, SimulatedNode } from './node.ts';
import { openScheduler, type Scheduler } from './scheduler.ts';
import { tableChecker } from './table-checker.ts';
import { tablePorts } from './table-client.ts';
import { type TableMistakes, TableServer } from './table-server.ts';

export interface Mistakes {
  readonly log: LogMistakes;
  readonly tables: TableMistakes;
  readonly node: NodeMistakes;
}

export const noMistakes: Mistakes = {
  log: { ignoresExpectedRevision: false, answersBeforeSync: false },
  tables: { putsWithoutGuard: false },
  node: {
    wrapStore: (store) => store,
    wrapReadModels: (models) => models,
    wrapLedger: (decider) => decider,
    wrapKeys: (decider) => decider,
    servesBeforeCaughtUp: false,
  },
};

/** What can go wrong right now; the nemesis turns these. */
export interface Faults {
  readonly logDisk: DiskFaults;
  readonly tableDisk: DiskFaults;
  readonly network: Network['faults'];
  readonly analyser: AnalyserFaults;
  redelivery: number;
}

export type Counts = LogCounts &
  DiskCounts &
  NetworkCounts & {
    kills: number;
    powerCuts: number;
    clockJumps: number;
    rebuilds: number;
    chargedInDoubt: number;
    snapshots: number;
  };

export interface World {
  readonly seed: number;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly counts: Counts;
  readonly log: LogServer;
  readonly logFile: SimulatedFile;
  readonly refusesRepeatedIds: boolean;
  readonly tables: TableServer;
  readonly nodes: readonly SimulatedNode[];
  readonly network: Network;
  readonly checker: LogChecker;
  readonly clocks: Clocks;
  /** The first thing that must never be, if there was one. */
  violation: Violation | null;
  /** Runs a check; what it finds ends the run. */
  guard(check: () => void): void;
  /** Something that must never be was seen. */
  fail(rule: string, about: string): void;
}

/** Time as the world has it, and how far off each node's clock is. */
export interface Clocks {
  /** Milliseconds since 1970 when the run began, and all jumps since. */
  base: number;
  readonly skew: Map<string, number>;
}

const startMs = Date.UTC(2026, 0, 31, 12);

export function openWorld(
  seed: number,
  options: { readonly mistakes: Mistakes; readonly trace: ((line: string) => void) | null },
): World {
  const { mistakes, trace } = options;
  const scheduler = openScheduler(seed, { trace });
  const counts = noCounts();
  const faults = noFaults();
  const network = openNetwork(scheduler, faults.network, counts);
  const checker = openLogChecker();
  const guard = (check: () => void): void => {
    try {
      check();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      world.violation ??= error;
      scheduler.note('checker', error.message);
    }
  };
  const refusesRepeatedIds = scheduler.random.chance(0.5);
  const logFile = openFile(scheduler, faults.logDisk, counts);
  const log = new LogServer({
    scheduler,
    file: logFile,
    counts,
    mistakes: mistakes.log,
    refusesRepeatedIds,
    onSafe: (events) => {
      for (const { stream, revision, type } of events) {
        scheduler.note('log', `${stream} ${revision} ${type}`);
      }
      guard(() => checker.take(events));
    },
    onRecovered: (all) => guard(() => checker.compare(all)),
  });
  const checkpoints = tableChecker(checker);
  const tables: TableServer = new TableServer({
    scheduler,
    file: openFile(scheduler, faults.tableDisk, counts),
    mistakes: mistakes.tables,
    onChanged: (change) => guard(() => checkpoints(tables.state, change)),
  });
  const clocks: Clocks = { base: startMs, skew: new Map() };
  const nodes = ['node-1', 'node-2', 'node-3'].slice(0, scheduler.random.int(2, 3)).map(
    (name) =>
      new SimulatedNode(name, {
        scheduler,
        analyserFaults: faults.analyser,
        mistakes: mistakes.node,
        clock: (node) => clocks.base + scheduler.now() + (clocks.skew.get(node) ?? 0),
        openStore: (life) =>
          logClient({ scheduler, network, server: log, life, redelivery: () => faults.redelivery }),
        openTables: (life) => tablePorts({ network, server: tables, life }),
        onStopped: (projection, cause) =>
          guard(() => {
            throw new Violation('no projection stops', `${projection}: ${cause.message}`);
          }),
      }),
  );
  const world: World = {
    seed,
    scheduler,
    faults,
    counts,
    log,
    logFile,
    refusesRepeatedIds,
    tables,
    nodes,
    network,
    checker,
    clocks,
    violation: null,
    guard,
    fail: (rule, about) =>
      guard(() => {
        throw new Violation(rule, about);
      }),
  };
  return world;
}

export function noFaults(): Faults {
  return {
    logDisk: { full: false, syncFailure: 0, syncMeanMs: 2 },
    tableDisk: { full: false, syncFailure: 0, syncMeanMs: 1 },
    network: { meanMs: 0.5, slow: 0, drop: 0, duplicate: 0, partitions: new Set() },
    analyser: { meanMs: 10, failure: 0, overload: 0 },
    redelivery: 0,
  };
}

function noCounts(): Counts {
  return {
    appends: 0,
    conflicts: 0,
    repeats: 0,
    repeatedIds: 0,
    syncs: 0,
    tornWrites: 0,
    lostBytes: 0,
    refusedWrites: 0,
    failedSyncs: 0,
    messages: 0,
    dropped: 0,
    duplicated: 0,
    timeouts: 0,
    kills: 0,
    powerCuts: 0,
    clockJumps: 0,
    rebuilds: 0,
    chargedInDoubt: 0,
    snapshots: 0,
  };
}
