import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { AssayProcess } from '../assay-process.ts';
import { type SentRequest, send, type TortureUser } from './load.ts';

/** What was found wrong: all lists are empty when the ledger keeps its word. */
export interface Findings {
  /** Answered with 200, and not debited. */
  readonly lost: string[];
  /** Debited more than once. */
  readonly doubled: string[];
  /** Answered with a failure, and debited. */
  readonly failedAndCharged: string[];
  /** A debit of an amount that nobody asked for. */
  readonly unasked: string[];
  /** Answered with 200 at another price than the request's. */
  readonly mispriced: string[];
}

/** Debits of one account by amount. */
type Debits = ReadonlyMap<number, number>;

/** How long a killed node's claim on an idempotency key may keep a retry waiting, and a little more. */
const mostWaitMs = 240_000;

/** Compares the statements of the accounts with what the clients saw, before anybody sends again. */
export async function checkFirstAnswers(
  node: AssayProcess,
  requests: readonly SentRequest[],
): Promise<Findings> {
  const findings = nothingFound();
  for (const [user, sent] of byUser(requests)) {
    const debits = debitsIn(await rowsOf(node, user));
    for (const request of sent) checkFirstAnswer(request, debits, findings);
    const asked = new Set(sent.map(({ words }) => words));
    for (const amount of debits.keys()) {
      if (!asked.has(amount)) findings.unasked.push(`${user.account}: ${amount}`);
    }
  }
  return findings;
}

function checkFirstAnswer(request: SentRequest, debits: Debits, findings: Findings): void {
  const { user, words, outcome, used } = request;
  const count = debits.get(words) ?? 0;
  const name = `${user.account}: ${words} words, answered ${outcome}, ${count} debits`;
  if (count > 1) findings.doubled.push(name);
  if (outcome === 200 && count === 0) findings.lost.push(name);
  if (outcome === 200 && used !== words) findings.mispriced.push(`${name}, ${used} charged`);
  // 503 says that the store did not answer: what came of the request is for the log to say, and a debit
  // that turns out to be there is refunded or, under a key, given its report.
  const failed = typeof outcome === 'number' && outcome !== 200 && outcome !== 503;
  if ((failed || outcome === 'unsent') && count > 0) findings.failedAndCharged.push(name);
}

/**
 * A client without an answer sends again, under the same idempotency key if it had one. After that every
 * request has exactly one debit, whatever had come of it before.
 */
export async function checkAfterRetries(
  node: AssayProcess,
  requests: readonly SentRequest[],
): Promise<Findings> {
  const open = requests.filter(({ outcome }) => outcome !== 200);
  const deadline = performance.now() + mostWaitMs;
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (const request of open.filter((_one, place) => place % 8 === lane)) {
      await sendUntilAnswered(request, deadline);
    }
  });
  await Promise.all(lanes);
  const findings = nothingFound();
  for (const [user, sent] of byUser(requests)) {
    const rows = await rowsOf(node, user);
    const debits = debitsIn(rows);
    for (const { words } of sent) {
      const count = debits.get(words) ?? 0;
      if (count === 0) findings.lost.push(`${user.account}: ${words} words, sent again`);
      if (count > 1) findings.doubled.push(`${user.account}: ${words} words, ${count} debits`);
    }
    const shown = await user.client.usage();
    assert.equal(shown.credits.used, usedBy(rows), `what ${user.account} is shown as used`);
  }
  return findings;
}

async function sendUntilAnswered(request: SentRequest, deadline: number): Promise<void> {
  for (;;) {
    if ((await send(request)) === 200) return;
    assert.ok(performance.now() < deadline, `still answered with ${request.outcome}`);
    await pause(1_000);
  }
}

interface Row {
  readonly kind: string;
  readonly amount: number;
}

async function rowsOf(node: AssayProcess, { account }: TortureUser): Promise<readonly Row[]> {
  const { stdout } = await node.cli('statement', account);
  const { rows }: { readonly rows: readonly Row[] } = JSON.parse(stdout);
  return rows;
}

function debitsIn(rows: readonly Row[]): Debits {
  const debits = new Map<number, number>();
  for (const { kind, amount } of rows) {
    if (kind === 'debit') debits.set(-amount, (debits.get(-amount) ?? 0) + 1);
  }
  return debits;
}

/** A debit whose caller was told of a failure is refunded as soon as that is known. */
function usedBy(rows: readonly Row[]): number {
  const moves = rows.filter(({ kind }) => kind === 'debit' || kind === 'refund');
  return moves.reduce((total, { amount }) => total - amount, 0);
}

function byUser(
  requests: readonly SentRequest[],
): ReadonlyMap<TortureUser, readonly SentRequest[]> {
  const users = new Map<TortureUser, SentRequest[]>();
  for (const request of requests) {
    const sent = users.get(request.user) ?? [];
    sent.push(request);
    users.set(request.user, sent);
  }
  return users;
}

function nothingFound(): Findings {
  return { lost: [], doubled: [], failedAndCharged: [], unasked: [], mispriced: [] };
}
