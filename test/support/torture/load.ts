import { setTimeout as pause } from 'node:timers/promises';
import type { AssayProcess } from '../assay-process.ts';
import { openHolder } from '../holder.ts';
import { type RestClient, restClient } from '../rest-client.ts';

/** An account that sends requests. */
export interface TortureUser {
  readonly account: string;
  readonly client: RestClient;
}

/**
 * A request that only this user sends with this many words: its debit can be told from all others by its
 * amount alone, without a word of the service about it.
 */
export interface SentRequest {
  readonly user: TortureUser;
  readonly words: number;
  readonly idempotencyKey: string | null;
  /** `unsent`: no connection was made. `unanswered`: nobody but the log knows what came of it. */
  outcome: 'unsent' | 'unanswered' | number;
  /** What the answer says that it cost. */
  used: number;
}

export interface Load {
  readonly requests: readonly SentRequest[];
  answered(): number;
  /** Resolves once so many more requests have been answered with 200. */
  moreAnswered(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** An account with a key; its requests go to any of the nodes. */
export async function openUser(nodes: readonly AssayProcess[]): Promise<TortureUser> {
  const [first] = nodes;
  if (first === undefined) throw new Error('there is no node');
  const { accountId, key } = await openHolder(first, { rateLimit: 1_000_000 });
  return { account: accountId, client: restClient(() => anyOf(nodes).url(), key) };
}

/** Clients that never stop sending, whatever happens to the nodes. */
export function startLoad(
  users: readonly TortureUser[],
  options: { readonly clients: number; readonly keyedShare: number },
): Load {
  const requests: SentRequest[] = [];
  let running = true;
  let answered = 0;
  const next = (): SentRequest => {
    const place = requests.length;
    const user = users[place % users.length];
    if (user === undefined) throw new Error('there is no user');
    const keyed = Math.random() < options.keyedShare;
    const request: SentRequest = {
      user,
      words: Math.floor(place / users.length) + 1,
      idempotencyKey: keyed ? `request-${place}` : null,
      outcome: 'unsent',
      used: 0,
    };
    requests.push(request);
    return request;
  };
  const client = async (): Promise<void> => {
    while (running) {
      const request = next();
      let outcome: SentRequest['outcome'] = 'unsent';
      while (running && outcome === 'unsent') {
        outcome = await send(request);
        if (outcome !== 200) await pause(outcome === 503 ? 200 : 20);
      }
      if (outcome === 200) answered += 1;
    }
  };
  const clients = Promise.all(Array.from({ length: options.clients }, client));
  // Its failure is told where it is waited for.
  clients.catch(() => undefined);
  return {
    requests,
    answered: () => answered,
    async moreAnswered(count) {
      const wanted = answered + count;
      const deadline = performance.now() + 120_000;
      while (answered < wanted) {
        if (performance.now() > deadline) throw new Error(`no ${count} answers within two minutes`);
        await pause(1);
      }
    },
    async stop() {
      running = false;
      await clients;
    },
  };
}

/** Sends a request, for the first time or again, and notes and answers what came of it. */
export async function send(request: SentRequest): Promise<SentRequest['outcome']> {
  const { user, words, idempotencyKey } = request;
  const headers = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey };
  try {
    const answer = await user.client.post('/v1/detect', { text: textOf(words) }, headers);
    request.outcome = answer.status;
    request.used = Number(answer.headers.get('x-credits-used') ?? 0);
  } catch (error) {
    request.outcome = isRefused(error) ? 'unsent' : 'unanswered';
  }
  return request.outcome;
}

function textOf(words: number): string {
  return Array.from({ length: words }, (_, n) => `word${n}`).join(' ');
}

/** Nobody listened: the request did not leave this process. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

export function anyOf<One>(all: readonly One[]): One {
  const one = all[Math.floor(Math.random() * all.length)];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}
