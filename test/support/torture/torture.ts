import type { AssayProcess } from '../assay-process.ts';
import { checkAfterRetries, checkFirstAnswers, type Findings } from './check-debits.ts';
import { type KillMoment, killAt, killMoments } from './kills.ts';
import { anyOf, openUser, type SentRequest, startLoad, type TortureUser } from './load.ts';

export interface TortureOptions {
  /** Nodes on the same stores, all running; requests go to any, each run kills any. */
  readonly nodes: readonly AssayProcess[];
  readonly runs: number;
  readonly clients?: number;
  readonly users?: number;
  /** How many of the requests carry an `Idempotency-Key`, 0 to 1. A killed one is locked for its lease. */
  readonly keyedShare?: number;
  onRun?(run: number, moment: KillMoment): void;
}

export interface TortureReport {
  readonly runs: number;
  readonly moments: Readonly<Record<KillMoment, number>>;
  readonly requests: number;
  /** How many requests came to which end at first. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly first: Findings;
  readonly afterRetries: Findings;
  readonly auditClean: boolean;
  /** True when nothing at all is wrong. */
  readonly sound: boolean;
}

/**
 * Kills nodes with SIGKILL under load, again and again, and then compares the ledger with what the clients
 * saw. The nodes' stores, and how they are started, are the caller's: settings go to `assayProcess`.
 * The allowance of the plan pro must be large enough for the load (`ASSAY_ALLOWANCE_PRO`).
 */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const { nodes, runs, clients = 16, keyedShare = 0 } = options;
  const users: TortureUser[] = [];
  while (users.length < (options.users ?? 4)) users.push(await openUser(nodes));
  const load = startLoad(users, { clients, keyedShare });
  const moments = { load: 0, start: 0, stop: 0, engines: 0 };
  for (let run = 1; run <= runs; run += 1) {
    // Half of the runs are plain kills at work; the rest is shared by the other moments.
    const moment = Math.random() < 0.5 ? 'load' : anyOf(killMoments);
    moments[moment] += 1;
    options.onRun?.(run, moment);
    await killAt(moment, anyOf(nodes), load);
  }
  await load.moreAnswered(1);
  await load.stop();
  const requests = load.requests.filter(({ outcome }) => outcome !== 'unsent');
  const outcomes = counted(requests);
  const node = anyOf(nodes);
  const first = await checkFirstAnswers(node, load.requests);
  const afterRetries = await checkAfterRetries(node, requests);
  const { clean } = await node.result('audit');
  const auditClean = clean === true;
  const sound = auditClean && isEmpty(first) && isEmpty(afterRetries);
  return {
    runs,
    moments,
    requests: requests.length,
    outcomes,
    first,
    afterRetries,
    auditClean,
    sound,
  };
}

function counted(requests: readonly SentRequest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of requests) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

function isEmpty(findings: Findings): boolean {
  return Object.values(findings).every((list) => list.length === 0);
}
