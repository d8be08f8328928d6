import type { Operations } from '../../../interfaces/cli/operations.ts';
import { done } from '../done.ts';

export interface RevocationTrials {
  readonly trials: number;
  /** Requests that were sent after the revoke call had returned, and how many of them were let in. */
  readonly sentAfter: number;
  readonly admittedAfter: number;
  /** Sent while the revoke call was under way: either answer is right. */
  readonly sentDuring: number;
  readonly admittedDuring: number;
}

export interface RevocationOptions {
  /** What the command line does, on the stores of the nodes. */
  readonly operations: Pick<Operations, 'openAccount' | 'createKey' | 'revokeKey'>;
  readonly urls: readonly string[];
  readonly trials: number;
  /** How many trials run side by side, each on an account of its own. */
  readonly lanes?: number;
  onTrial?(done: number): void;
}

/**
 * Each trial makes a key, uses it on every node, revokes it while requests with it are under way, and sends
 * one more request to every node as soon as the revoke call has returned.
 * @throws Error when a key is not let in before it is revoked, or a request gets neither 200 nor 401
 */
export async function revocationTrials(options: RevocationOptions): Promise<RevocationTrials> {
  const totals = { trials: 0, sentAfter: 0, admittedAfter: 0, sentDuring: 0, admittedDuring: 0 };
  const { trials, lanes = 8, operations } = options;
  let next = 0;
  const lane = async (): Promise<void> => {
    const email = `r${Math.random()}@example.org`;
    const { accountId } = done(await operations.openAccount(email, 'pro'));
    while (next < trials) {
      next += 1;
      const { during, after } = await trial(options, accountId);
      totals.trials += 1;
      totals.sentDuring += during.length;
      totals.admittedDuring += admitted(during);
      totals.sentAfter += after.length;
      totals.admittedAfter += admitted(after);
      options.onTrial?.(totals.trials);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return totals;
}

async function trial(
  { operations, urls }: RevocationOptions,
  accountId: Parameters<Operations['createKey']>[0]['accountId'],
): Promise<{ readonly during: readonly number[]; readonly after: readonly number[] }> {
  const made = await operations.createKey({ accountId, name: 'a trial', rateLimit: 1_000 });
  const { key, keyId } = done(made);
  const onAll = (): Promise<readonly number[]> =>
    Promise.all(urls.map((url) => statusOf(url, key)));
  const before = await onAll();
  if (admitted(before) < urls.length) throw new Error(`a live key was answered with ${before}`);
  const during = onAll();
  done(await operations.revokeKey(keyId));
  const after = await onAll();
  return { during: await during, after };
}

async function statusOf(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/v1/usage`, { headers: { authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  if (response.status !== 200 && response.status !== 401) {
    throw new Error(`a request was answered with ${response.status}`);
  }
  return response.status;
}

function admitted(statuses: readonly number[]): number {
  return statuses.filter((status) => status === 200).length;
}
