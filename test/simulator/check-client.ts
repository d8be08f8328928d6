import { authenticate } from '../../application/access/authenticate.ts';
import { runIdempotently } from '../../application/checks/run-idempotently.ts';
import { NetworkError } from './network.ts';
import type { NodePorts, SimulatedNode } from './node.ts';
import { uuid } from './node.ts';
import { type Life, outside } from './scheduler.ts';
import type { World } from './world.ts';

export type Answer =
  | {
      readonly kind: 'ok';
      readonly used: number;
      readonly remaining: number;
      readonly replayed: boolean;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly remaining: number | null }
  | { readonly kind: 'error'; readonly name: string };

/** One arrival of a request at a node; its correlation id leads to what it wrote into the log. */
export interface Run {
  readonly correlationId: string;
  readonly nodeMs: number;
  /** Whether the log held a debit of this very request when it came, made less than a day before. */
  readonly comesAfterDebit: boolean;
  /** What the node made of it, whether or not that got through to the client. */
  answer: Answer | null;
}

export interface Credential {
  readonly accountId: string;
  readonly keyId: string;
  readonly secret: string;
  /** The step at which somebody was told that the key is revoked. */
  revokedAtStep: number | null;
}

/** What a client wants, over all its attempts. */
export interface CheckIntent {
  readonly credential: Credential;
  readonly text: string;
  readonly checks: {
    readonly ai: boolean;
    readonly grammar: boolean;
    readonly plagiarism: boolean;
    readonly deep: boolean;
  };
  readonly idempotencyKey: string | null;
  readonly runs: Run[];
  /** What the client saw, in order. */
  readonly seen: Answer[];
  end: 'open' | 'answered' | 'given up';
}

const answerMs = 30_000;
export const dayMs = 24 * 60 * 60 * 1000;

/** Sends something to a node and waits for the answer. @throws NetworkError */
export function ask<Value>(
  world: World,
  node: SimulatedNode,
  perform: (ports: NodePorts) => Promise<Value>,
): Promise<Value> {
  return world.network.call({
    from: outside,
    to: node,
    timeoutMs: answerMs,
    mayDuplicate: false,
    perform: () => {
      if (node.ports === null) throw new NetworkError('refused', 'not serving yet');
      return perform(node.ports);
    },
  });
}

/** Tries until there is an answer that means something, or patience is at its end. */
export async function pursue(world: World, intent: CheckIntent, patience: number): Promise<void> {
  const { scheduler } = world;
  for (let attempt = 0; attempt < patience; attempt += 1) {
    const answer = await attemptOnce(world, intent);
    if (answer !== null) intent.seen.push(answer);
    const isRunning = answer?.kind === 'refused' && answer.code === 'request_in_progress';
    if (answer !== null && answer.kind !== 'error' && !isRunning) {
      intent.end = 'answered';
      return;
    }
    await scheduler.sleep(scheduler.random.around(isRunning ? 15_000 : 300), outside);
  }
  intent.end = 'given up';
}

async function attemptOnce(world: World, intent: CheckIntent): Promise<Answer | null> {
  const { scheduler, network, nodes } = world;
  const node = scheduler.random.pick(nodes);
  try {
    return await network.call({
      from: outside,
      to: node,
      timeoutMs: answerMs,
      mayDuplicate: intent.idempotencyKey !== null,
      perform: () => arrive(world, node, intent),
    });
  } catch (error) {
    if (error instanceof NetworkError) return null;
    throw error;
  }
}

async function arrive(world: World, node: SimulatedNode, intent: CheckIntent): Promise<Answer> {
  const { ports, life } = node;
  if (ports === null) throw new NetworkError('refused', 'not serving yet');
  const run: Run = {
    correlationId: uuid(world.scheduler),
    nodeMs: ports.clock.now(),
    comesAfterDebit: wasCharged(world, intent, ports.clock.now()),
    answer: null,
  };
  intent.runs.push(run);
  const answer = await serve(world, { ports, life, intent, run }).catch(
    (error: unknown): Answer => ({ kind: 'error', name: errorName(error) }),
  );
  run.answer = answer;
  world.scheduler.note(node.name, `${intent.credential.accountId} ${JSON.stringify(answer)}`);
  return answer;
}

function wasCharged(world: World, intent: CheckIntent, nowMs: number): boolean {
  if (intent.idempotencyKey === null) return false;
  const isWithinADay = intent.runs.every(({ nodeMs }) => Math.abs(nowMs - nodeMs) < dayMs);
  const ids = intent.runs.map(({ correlationId }) => correlationId);
  return isWithinADay && ids.some((id) => world.checker.debitsOf(id).length > 0);
}

async function serve(
  world: World,
  request: {
    readonly ports: NodePorts;
    readonly life: Life;
    readonly intent: CheckIntent;
    readonly run: Run;
  },
): Promise<Answer> {
  const { ports, intent, run } = request;
  const caller = await admit(world, ports, intent.credential);
  if (!caller.ok) return { kind: 'refused', code: caller.refusal.code, remaining: null };
  const { text, checks, idempotencyKey } = intent;
  const outcome = await runIdempotently(ports, {
    caller: caller.value,
    correlationId: run.correlationId,
    route: '/v1/analyze',
    idempotencyKey,
    request: { source: { kind: 'text', text }, checks, uiLanguage: 'en', store: false },
  });
  if (outcome.ok) {
    const { creditsUsed: used, creditsRemaining: remaining, replayed } = outcome.value;
    return { kind: 'ok', used, remaining, replayed };
  }
  const { refusal } = outcome;
  const remaining = refusal.code === 'insufficient_credits' ? refusal.remaining : null;
  return { kind: 'refused', code: refusal.code, remaining };
}

/** Once a revocation was answered, no request that comes after it is let in, on any node. */
export async function admit(
  world: World,
  ports: NodePorts,
  credential: Credential,
): ReturnType<typeof authenticate> {
  const { revokedAtStep } = credential;
  const outcome = await authenticate(ports, { credential: credential.secret, resource: 'rest' });
  if (outcome.ok && revokedAtStep !== null) {
    world.fail('a revoked key is refused', credential.keyId);
  }
  return outcome;
}

export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
