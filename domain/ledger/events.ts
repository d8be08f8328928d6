import type { Plan } from '../access/plan.ts';
import type { Credits } from '../shared/credits.ts';
import type { NewEvent } from '../shared/event.ts';
import type { AccountId, CheckId, DebitId, GrantId, KeyId, NoteId } from '../shared/ids.ts';
import type { Instant } from '../shared/instant.ts';
import type { PriceLine } from './prices.ts';

/** How much of an amount came from, or went back to, each grant. */
export type GrantShare = {
  readonly grantId: GrantId;
  readonly amount: Credits;
};

/**
 * Where the account stands after the event. Every movement carries it, so that a statement row or a
 * read model needs this one event and no arithmetic of its own; `assay audit` checks it by replay.
 */
export type Standing = {
  readonly balanceAfter: Credits;
  /** Sum of open holds; available = balanceAfter - heldAfter. */
  readonly heldAfter: Credits;
};

/** A capped key that a hold counts under. */
export type KeyCap = {
  readonly keyId: KeyId;
  /** What the key may spend in a period of the account. */
  readonly monthlyCap: Credits;
};

/** The capped key that a debit counted under, and in which period: the first of the account is 1. */
export type CountedDebit = {
  readonly keyId: KeyId;
  readonly period: number;
};

export type GrantKind = 'allowance' | 'bonus' | 'purchase' | 'adjustment';

/** The first thing in every account's stream. */
export type AccountOpened = NewEvent<
  'AccountOpened',
  { readonly accountId: AccountId; readonly plan: Plan }
>;
export type PlanChosen = NewEvent<
  'PlanChosen',
  { readonly plan: Plan; readonly previous: Plan } & Standing
>;
export type PeriodStarted = NewEvent<
  'PeriodStarted',
  { readonly plan: Plan; readonly periodStart: Instant; readonly periodEnd: Instant } & Standing
>;
export type CreditsGranted = NewEvent<
  'CreditsGranted',
  {
    readonly grantId: GrantId;
    readonly kind: GrantKind;
    readonly amount: Credits;
    readonly effectiveAt: Instant;
    readonly expiresAt: Instant | null;
    /** Lower burns first. */
    readonly priority: number;
    readonly noteId: NoteId | null;
  } & Standing
>;
export type GrantExpired = NewEvent<
  'GrantExpired',
  {
    readonly grantId: GrantId;
    /** What was left and not held. The held part stays until its hold is settled. */
    readonly amount: Credits;
    readonly reason: 'expired' | 'plan_changed';
  } & Standing
>;
export type CreditsHeld = NewEvent<
  'CreditsHeld',
  {
    readonly checkId: CheckId;
    readonly amount: Credits;
    readonly perGrant: readonly GrantShare[];
    readonly expiresAt: Instant;
    /** 1 for the first hold of a check; a retry after a release counts on. */
    readonly attempt: number;
    /** Null when the hold counts under no cap. */
    readonly cap: KeyCap | null;
  } & Standing,
  2
>;
export type CreditsDebited = NewEvent<
  'CreditsDebited',
  {
    readonly debitId: DebitId;
    readonly checkId: CheckId;
    readonly amount: Credits;
    readonly lines: readonly PriceLine[];
    readonly perGrant: readonly GrantShare[];
    readonly priceVersion: number;
    readonly wordCount: number;
    readonly holdExpiresAt: Instant;
  } & Standing
>;
export type HoldReleased = NewEvent<
  'HoldReleased',
  {
    readonly checkId: CheckId;
    readonly amount: Credits;
    readonly perGrant: readonly GrantShare[];
    /** The part whose grant expired while it was held: it does not come back. */
    readonly forfeited: Credits;
    readonly reason: HoldReleaseReason;
    readonly holdExpiresAt: Instant;
    readonly attempt: number;
  } & Standing
>;
export type HoldReleaseReason = 'failed' | 'cancelled' | 'expired';
export type CreditsRefunded = NewEvent<
  'CreditsRefunded',
  {
    readonly debitId: DebitId;
    readonly amount: Credits;
    readonly perGrant: readonly GrantShare[];
    /** The part whose grant has expired since: it does not come back. */
    readonly forfeited: Credits;
    readonly debitedAt: Instant;
    readonly noteId: NoteId;
    /** Null when the debit counted under no cap. */
    readonly countedUnder: CountedDebit | null;
  } & Standing,
  2
>;
export type CacheHitServed = NewEvent<
  'CacheHitServed',
  {
    readonly checkId: CheckId;
    /** The checks whose debits paid for what was served. */
    readonly reuses: readonly CheckId[];
    readonly lines: readonly PriceLine[];
    readonly creditsSaved: Credits;
  } & Standing
>;

/** The account is closed for good: its keys, its data key and all that was kept of its texts are to go. */
export type AccountErased = NewEvent<'AccountErased', { readonly accountId: AccountId } & Standing>;

export type LedgerEvent =
  | AccountOpened
  | PlanChosen
  | PeriodStarted
  | CreditsGranted
  | GrantExpired
  | CreditsHeld
  | CreditsDebited
  | HoldReleased
  | CreditsRefunded
  | CacheHitServed
  | AccountErased;

/** The stream of an account: its one consistency boundary, its one balance. */
export function accountStream(account: AccountId): string {
  return `account-${account}`;
}
