import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../cluster.ts';
import type { RestAnswer, RestClient } from '../rest-client.ts';
import { checkAfterRetries, checkFirstAnswers, type Findings } from './check-debits.ts';
import { openUser, startLoad, type TortureUser } from './load.ts';

/** Which store goes away, and how: `killed` loses its connections, `frozen` keeps them and says nothing. */
export type Outage = 'log killed' | 'models killed' | 'models frozen';

export interface OutageReport {
  readonly outage: Outage;
  readonly downMs: number;
  /** Answers by status, while the store was away and in all. */
  readonly during: Readonly<Record<number, number>>;
  readonly all: Readonly<Record<number, number>>;
  readonly longestAnswerMs: number;
  /** From the return of the store until every node is ready and requests are answered again. */
  readonly servingAfterMs: number;
  /** From the return of the store until the read models of every node hold the whole log. */
  readonly caughtUpAfterMs: number;
  readonly first: Findings;
  readonly afterRetries: Findings;
  readonly auditClean: boolean;
}

interface Answered {
  readonly answer: RestAnswer;
  readonly sentAt: number;
  readonly tookMs: number;
}

/**
 * Takes a store away from a cluster under load, gives it back, and compares the ledger with what the
 * clients saw.
 * @throws AssertionError when an answer meanwhile is none that a client can understand
 */
export async function outageUnderLoad(
  cluster: Cluster,
  { outage, downMs }: { readonly outage: Outage; readonly downMs: number },
): Promise<OutageReport> {
  const answers: Answered[] = [];
  const users: TortureUser[] = [];
  for (let count = 0; count < 2; count += 1) {
    const user = await openUser(cluster.nodes);
    users.push({ ...user, client: recorded(user.client, answers) });
  }
  const load = startLoad(users, { clients: 9, keyedShare: 0.5 });
  await load.moreAnswered(20);
  const wentAt = performance.now();
  await takeAway(cluster, outage);
  await pause(downMs);
  const cameAt = performance.now();
  await giveBack(cluster, outage);
  await Promise.all(cluster.nodes.map((node) => until(() => isReady(node.url()))));
  await load.moreAnswered(10);
  const servingAfterMs = Math.round(performance.now() - cameAt);
  await load.stop();
  await Promise.all(cluster.nodes.map((node) => until(() => hasCaughtUp(node.url()))));
  const caughtUpAfterMs = Math.round(performance.now() - cameAt);
  for (const { answer } of answers) checkShape(answer);
  const during = answers.filter(({ sentAt }) => sentAt > wentAt && sentAt < cameAt);
  const all = [...answers];
  const [node] = cluster.nodes;
  assert.ok(node !== undefined);
  const requests = load.requests.filter(({ outcome }) => outcome !== 'unsent');
  const first = await checkFirstAnswers(node, requests);
  const afterRetries = await checkAfterRetries(node, requests);
  const { clean } = await node.result('audit');
  return {
    outage,
    downMs,
    during: counted(during),
    all: counted(all),
    longestAnswerMs: Math.round(Math.max(...all.map(({ tookMs }) => tookMs))),
    servingAfterMs,
    caughtUpAfterMs,
    first,
    afterRetries,
    auditClean: clean === true,
  };
}

async function takeAway({ log, models }: Cluster, outage: Outage): Promise<void> {
  if (outage === 'log killed') await log.kill();
  if (outage === 'models killed') await models.kill();
  if (outage === 'models frozen') models.freeze();
}

async function giveBack({ log, models }: Cluster, outage: Outage): Promise<void> {
  if (outage === 'log killed') await log.restart();
  if (outage === 'models killed') await models.restart();
  if (outage === 'models frozen') models.thaw();
}

function recorded(client: RestClient, answers: Answered[]): RestClient {
  return {
    ...client,
    async post(path, body, headers) {
      const sentAt = performance.now();
      const answer = await client.post(path, body, headers);
      answers.push({ answer, sentAt, tookMs: performance.now() - sentAt });
      return answer;
    },
  };
}

/** A report, or a refusal that says that coming back later helps. */
function checkShape({ status, headers, body }: RestAnswer): void {
  if (status === 200 || status === 409) return;
  assert.equal(status, 503, JSON.stringify(body));
  assert.equal(body.code, 'internal');
  assert.match(body.detail ?? '', /retry/);
  assert.ok(Number(headers.get('retry-after')) > 0, 'a 503 says when to come back');
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/ready`).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok === true;
}

/** The gauge is as of the last look, and looking makes the next look newer. */
async function hasCaughtUp(url: string): Promise<boolean> {
  const lag = async (): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^assay_projection_lag(?:\{[^}]*\})? (\S+)/m.exec(text)?.[1] ?? Number.NaN);
  };
  await lag();
  await pause(100);
  return (await lag()) === 0;
}

async function until(look: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await look())) {
    assert.ok(performance.now() < deadline, 'the nodes did not come back within two minutes');
    await pause(100);
  }
}

function counted(answers: readonly Answered[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { answer } of answers) counts[answer.status] = (counts[answer.status] ?? 0) + 1;
  return counts;
}
