import type { Plan } from '../access/plan.ts';
import { type Credits, credits, sumCredits } from '../shared/credits.ts';
import type { AccountId } from '../shared/ids.ts';
import type { Instant } from '../shared/instant.ts';
import { mapEntries, mapFrom, type PersistentMap } from '../shared/persistent-map.ts';
import type { Grant } from './burn-order.ts';
import type { KeySpending } from './key-spending.ts';
import type { Hold, Ledger } from './ledger.ts';
import type { Period } from './period.ts';
import type { SettledCheck } from './settled-window.ts';

/**
 * Grows with every change of `evolve` or of what is written here: a snapshot of another version is not
 * read. A test holds the fold of a fixed history against it.
 */
export const ledgerFoldVersion = 3;

/** All that is few: what grows with the number of checks, the settled ones, stands in lines of its own. */
interface LedgerHead {
  readonly accountId: AccountId | null;
  readonly erased: boolean;
  readonly plan: Plan;
  readonly anchor: Instant | null;
  readonly period: Period | null;
  readonly periods: number;
  readonly grants: readonly Grant[];
  readonly balance: Credits;
  readonly held: Credits;
  readonly holds: readonly (readonly [string, Hold])[];
  readonly refunded: readonly (readonly [string, Credits])[];
  readonly keySpendings: readonly (readonly [string, KeySpending])[];
  readonly settledSince: Instant | null;
}

/** Settled checks of one line: ids with a space between them, and one number each. See `outcomeNumber`. */
type SettledLine = readonly ['current' | 'previous', string, readonly number[]];

/** Settled checks in one line: about a millisecond's work. */
const checksPerLine = 4096;

/** How many entries `encodeLedger` writes down: what a snapshot costs. */
export function ledgerWeight({ holds, refunded, settled, keySpendings }: Ledger): number {
  const few = holds.size + refunded.size + keySpendings.size;
  return few + settled.current.size + settled.previous.size;
}

/**
 * The whole fold as lines of text, without their line ends. One line takes a bounded time, so that
 * whoever writes it down can let others have their turn in between.
 */
export function* encodeLedger(ledger: Ledger): Generator<string> {
  const { accountId, erased, plan, anchor, period, periods, grants, balance, held } = ledger;
  const head: LedgerHead = {
    ...{ accountId, erased, plan, anchor, period, periods, grants, balance, held },
    holds: [...mapEntries(ledger.holds)],
    refunded: [...mapEntries(ledger.refunded)],
    keySpendings: [...mapEntries(ledger.keySpendings)],
    settledSince: ledger.settled.since,
  };
  yield JSON.stringify(head);
  yield* settledLines('current', ledger.settled.current);
  yield* settledLines('previous', ledger.settled.previous);
}

/**
 * The fold that `encodeLedger` wrote. The text must be proven to be ours before: its shape is taken on
 * trust, only its sums are checked.
 * @throws RangeError when the figures do not agree with each other
 */
export function decodeLedger(lines: readonly string[]): Ledger {
  const [first = 'null', ...rest] = lines;
  const { holds, refunded, keySpendings, settledSince, ...figures }: LedgerHead = JSON.parse(first);
  assertSums(figures, holds);
  assertSpendings(keySpendings, holds);
  const generations = { current: settledEntries(), previous: settledEntries() };
  for (const line of rest) {
    const [generation, ids, numbers]: SettledLine = JSON.parse(line);
    readSettled(generations[generation], ids.split(' '), numbers);
  }
  return {
    ...figures,
    holds: mapFrom(holds),
    holdExpiries: expiriesOf(holds),
    refunded: mapFrom(refunded),
    keySpendings: mapFrom(keySpendings),
    settled: {
      since: settledSince,
      current: mapFrom(generations.current),
      previous: mapFrom(generations.previous),
    },
  };
}

function* settledLines(
  generation: SettledLine[0],
  checks: PersistentMap<SettledCheck>,
): Generator<string> {
  let ids: string[] = [];
  let numbers: number[] = [];
  for (const [id, outcome] of mapEntries(checks)) {
    ids.push(id);
    numbers.push(outcomeNumber(outcome));
    if (ids.length < checksPerLine) continue;
    yield settledLine([generation, ids.join(' '), numbers]);
    ids = [];
    numbers = [];
  }
  if (ids.length > 0) yield settledLine([generation, ids.join(' '), numbers]);
}

function settledLine(line: SettledLine): string {
  return JSON.stringify(line);
}

/** Debited: the amount. Unpaid: below 0, -1 less twice the attempts, less one more when it was served. */
function outcomeNumber(outcome: SettledCheck): number {
  if (outcome.status === 'debited') return outcome.amount;
  return -1 - 2 * outcome.attempts - (outcome.served ? 1 : 0);
}

function outcomeOf(number: number): SettledCheck {
  if (number >= 0) return { status: 'debited', amount: credits(number) };
  const packed = -1 - number;
  return { status: 'unpaid', attempts: Math.floor(packed / 2), served: packed % 2 === 1 };
}

function settledEntries(): (readonly [string, SettledCheck])[] {
  return [];
}

function readSettled(
  into: (readonly [string, SettledCheck])[],
  ids: readonly string[],
  numbers: readonly number[],
): void {
  if (ids.length !== numbers.length) throw new RangeError('every settled check has one number');
  for (const [index, id] of ids.entries()) into.push([id, outcomeOf(numbers[index] ?? Number.NaN)]);
}

function expiriesOf(holds: LedgerHead['holds']): Ledger['holdExpiries'] {
  const counts = new Map<Instant, number>();
  for (const [, { expiresAt }] of holds) counts.set(expiresAt, (counts.get(expiresAt) ?? 0) + 1);
  return counts;
}

function assertSums(
  { grants, balance, held }: Pick<LedgerHead, 'grants' | 'balance' | 'held'>,
  holds: LedgerHead['holds'],
): void {
  const inGrants = sumCredits(grants.flatMap((grant) => [grant.free, grant.held]));
  if (inGrants !== balance) throw new RangeError(`grants hold ${inGrants}, balance is ${balance}`);
  const inHolds = sumCredits(holds.map(([, { amount }]) => amount));
  if (inHolds !== held) throw new RangeError(`holds add up to ${inHolds}, held is ${held}`);
}

/** What each capped key holds is the sum of the open holds that count under it. */
function assertSpendings(spendings: LedgerHead['keySpendings'], holds: LedgerHead['holds']): void {
  const left = new Map<string, number>(spendings.map(([key, { held }]) => [key, held]));
  for (const [, { keyId, amount }] of holds) {
    if (keyId !== null) left.set(keyId, (left.get(keyId) ?? 0) - amount);
  }
  for (const [key, difference] of left) {
    if (difference !== 0) throw new RangeError(`${key} holds ${difference} that no hold explains`);
  }
}
