import type { Plan } from '../access/plan.ts';
import { type Credits, credits, noCredits } from '../shared/credits.ts';
import type { AccountId, CheckId, KeyId } from '../shared/ids.ts';
import type { Instant } from '../shared/instant.ts';
import {
  emptyMap,
  mapGet,
  mapRemove,
  mapSet,
  type PersistentMap,
} from '../shared/persistent-map.ts';
import { compareBurnOrder, type Grant } from './burn-order.ts';
import type {
  CreditsDebited,
  CreditsGranted,
  CreditsHeld,
  CreditsRefunded,
  GrantShare,
  HoldReleased,
  LedgerEvent,
} from './events.ts';
import { expireGrant, giveBack, withHeld, withoutHeld, withoutSpent } from './grant-list.ts';
import { countUnder, type KeySpendings, withoutDebits } from './key-spending.ts';
import type { Period } from './period.ts';
import {
  emptySettledWindow,
  recall,
  remember,
  type SettledCheck,
  type SettledWindow,
} from './settled-window.ts';

export interface Hold {
  readonly amount: Credits;
  readonly perGrant: readonly GrantShare[];
  readonly expiresAt: Instant;
  readonly attempt: number;
  /** The capped key that it counts under. */
  readonly keyId: KeyId | null;
}

/** The fold of an account's stream: everything a decision about its credits needs. */
export interface Ledger {
  readonly accountId: AccountId | null;
  /** Closed for good: nothing new is begun; what was begun may end. */
  readonly erased: boolean;
  readonly plan: Plan;
  /** Where months are counted from: when the plan was chosen. */
  readonly anchor: Instant | null;
  readonly period: Period | null;
  /** Periods begun so far: what tells those apart that begin at the same instant. */
  readonly periods: number;
  /** In burn order. */
  readonly grants: readonly Grant[];
  readonly balance: Credits;
  readonly held: Credits;
  readonly holds: PersistentMap<Hold>;
  /** How many open holds end at each instant, so that expired ones are noticed without a scan. */
  readonly holdExpiries: ReadonlyMap<Instant, number>;
  /** Checks that ended in the running and in the previous window of 24 hours. */
  readonly settled: SettledWindow;
  /** Credits already given back, by debit. Refunds are rare, so they are kept for good. */
  readonly refunded: PersistentMap<Credits>;
  readonly keySpendings: KeySpendings;
}

export const emptyLedger: Ledger = {
  accountId: null,
  erased: false,
  plan: 'free',
  anchor: null,
  period: null,
  periods: 0,
  grants: [],
  balance: noCredits,
  held: noCredits,
  holds: emptyMap(),
  holdExpiries: new Map(),
  settled: emptySettledWindow,
  refunded: emptyMap(),
  keySpendings: emptyMap(),
};

/** Balance less open holds: what a new hold may take, and what callers see as `remaining`. */
export function available(ledger: Ledger): Credits {
  return credits(ledger.balance - ledger.held);
}

export function settledCheck(ledger: Ledger, check: CheckId): SettledCheck | undefined {
  return recall(ledger.settled, check);
}

/** An event with the time at which it happened. */
export interface TimedLedgerEvent {
  readonly event: LedgerEvent;
  readonly occurredAt: Instant;
}

/** Folds one event into the state. Pure; total over every event of the catalogue. */
export function evolve(ledger: Ledger, { event, occurredAt }: TimedLedgerEvent): Ledger {
  switch (event.type) {
    case 'AccountOpened': {
      const { accountId, plan } = event.data;
      return { ...ledger, accountId, plan, anchor: occurredAt };
    }
    case 'PlanChosen':
      return { ...ledger, plan: event.data.plan, anchor: occurredAt, period: null };
    case 'PeriodStarted': {
      const { periodStart: start, periodEnd: end } = event.data;
      const keySpendings = withoutDebits(ledger.keySpendings);
      return { ...ledger, period: { start, end }, periods: ledger.periods + 1, keySpendings };
    }
    case 'CreditsGranted':
      return grant(ledger, event, occurredAt);
    case 'GrantExpired':
      return {
        ...ledger,
        grants: expireGrant(ledger.grants, event.data.grantId),
        balance: credits(ledger.balance - event.data.amount),
      };
    case 'CreditsHeld':
      return hold(ledger, event);
    case 'CreditsDebited':
      return debit(ledger, event, occurredAt);
    case 'HoldReleased':
      return release(ledger, event, occurredAt);
    case 'CreditsRefunded':
      return refund(ledger, event);
    case 'CacheHitServed':
      return withServed(ledger, event.data.checkId, occurredAt);
    case 'AccountErased':
      return { ...ledger, erased: true };
  }
}

function grant(ledger: Ledger, { data }: CreditsGranted, grantedAt: Instant): Ledger {
  const { amount, grantId, kind, effectiveAt, expiresAt, priority } = data;
  const facts = { grantId, kind, effectiveAt, expiresAt, priority, grantedAt };
  const fresh: Grant = { ...facts, free: amount, held: noCredits, expired: false };
  return {
    ...ledger,
    grants: [...ledger.grants, fresh].sort(compareBurnOrder),
    balance: credits(ledger.balance + amount),
  };
}

function debit(ledger: Ledger, { data }: CreditsDebited, occurredAt: Instant): Ledger {
  const { checkId, amount, perGrant } = data;
  const outcome: SettledCheck = { status: 'debited', amount };
  return {
    ...closeHold(ledger, checkId, amount),
    grants: withoutSpent(withoutHeld(ledger.grants, perGrant)),
    balance: credits(ledger.balance - amount),
    settled: remember(ledger.settled, { checkId, outcome, occurredAt }),
  };
}

function release(ledger: Ledger, { data }: HoldReleased, occurredAt: Instant): Ledger {
  const { checkId, attempt, perGrant, forfeited } = data;
  const open = closeHold(ledger, checkId, noCredits);
  const before = settledCheck(ledger, checkId);
  const served = before?.status === 'unpaid' && before.served;
  const outcome: SettledCheck = { status: 'unpaid', attempts: attempt, served };
  return {
    ...open,
    grants: withoutSpent(giveBack(withoutHeld(open.grants, perGrant), perGrant)),
    balance: credits(open.balance - forfeited),
    settled: remember(open.settled, { checkId, outcome, occurredAt }),
  };
}

function withServed(ledger: Ledger, checkId: CheckId, occurredAt: Instant): Ledger {
  const before = settledCheck(ledger, checkId);
  if (before?.status === 'debited') return ledger;
  const outcome: SettledCheck = { status: 'unpaid', attempts: before?.attempts ?? 0, served: true };
  return { ...ledger, settled: remember(ledger.settled, { checkId, outcome, occurredAt }) };
}

function refund(ledger: Ledger, { data }: CreditsRefunded): Ledger {
  const { debitId, amount, perGrant, forfeited, countedUnder } = data;
  // What counted in an earlier period counts no more.
  const keyId = countedUnder?.period === ledger.periods ? countedUnder.keyId : null;
  const before = mapGet(ledger.refunded, debitId) ?? noCredits;
  return {
    ...ledger,
    grants: giveBack(ledger.grants, perGrant),
    balance: credits(ledger.balance + amount - forfeited),
    refunded: mapSet(ledger.refunded, debitId, credits(before + amount)),
    keySpendings: countUnder(ledger.keySpendings, keyId, { debited: -amount }),
  };
}

function hold(ledger: Ledger, { data }: CreditsHeld): Ledger {
  const { checkId, amount, perGrant, expiresAt, attempt } = data;
  const keyId = data.cap?.keyId ?? null;
  return {
    ...ledger,
    grants: withHeld(ledger.grants, perGrant),
    held: credits(ledger.held + amount),
    holds: mapSet(ledger.holds, checkId, { amount, perGrant, expiresAt, attempt, keyId }),
    holdExpiries: counted(ledger.holdExpiries, expiresAt, 1),
    keySpendings: countUnder(ledger.keySpendings, keyId, { held: amount }),
  };
}

/** `debited`: what of it was charged. */
function closeHold(ledger: Ledger, check: CheckId, debited: Credits): Ledger {
  const open = mapGet(ledger.holds, check);
  if (open === undefined) throw new Error(`no open hold for ${check}`);
  return {
    ...ledger,
    held: credits(ledger.held - open.amount),
    holds: mapRemove(ledger.holds, check),
    holdExpiries: counted(ledger.holdExpiries, open.expiresAt, -1),
    keySpendings: countUnder(ledger.keySpendings, open.keyId, { held: -open.amount, debited }),
  };
}

function counted(
  counts: ReadonlyMap<Instant, number>,
  at: Instant,
  change: 1 | -1,
): ReadonlyMap<Instant, number> {
  const next = new Map(counts);
  const count = (counts.get(at) ?? 0) + change;
  if (count === 0) next.delete(at);
  else next.set(at, count);
  return next;
}
