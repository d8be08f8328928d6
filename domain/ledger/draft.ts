import type { Plan } from '../access/plan.ts';
import { credits } from '../shared/credits.ts';
import { checkId as asCheckId, type CheckId, grantId } from '../shared/ids.ts';
import type { Instant } from '../shared/instant.ts';
import { mapEntries } from '../shared/persistent-map.ts';
import { forfeitedPart, type Grant, grantPriority } from './burn-order.ts';
import type { DecidedEvent, LedgerAnswer, LedgerContext } from './command.ts';
import type { HoldReleaseReason, LedgerEvent, Standing } from './events.ts';
import { available, evolve, type Hold, type Ledger } from './ledger.ts';
import { periodAt } from './period.ts';

/** A decision in the making: the events so far, and the ledger as it is after them. */
export interface Draft {
  ledger: Ledger;
  readonly events: DecidedEvent[];
}

export function draftOf(ledger: Ledger): Draft {
  return { ledger, events: [] };
}

export function record(
  draft: Draft,
  entry: { readonly idKey: string; readonly at: Instant; readonly event: LedgerEvent },
): void {
  draft.events.push({ event: entry.event, idKey: entry.idKey });
  draft.ledger = evolve(draft.ledger, { event: entry.event, occurredAt: entry.at });
}

/** The answer of a command that was carried out, or had been before. */
export function done(draft: Draft): LedgerAnswer {
  return {
    status: 'done',
    available: available(draft.ledger),
    balance: draft.ledger.balance,
  };
}

/** Where the account stands once these changes have happened. */
export function standing(
  ledger: Ledger,
  change: { readonly balance?: number; readonly held?: number },
): Standing {
  return {
    balanceAfter: credits(ledger.balance + (change.balance ?? 0)),
    heldAfter: credits(ledger.held + (change.held ?? 0)),
  };
}

/** Records everything that time alone brings about up to the command's instant. */
export function rollForward(draft: Draft, context: LedgerContext): Draft {
  releaseExpiredHolds(draft, context.at);
  for (const grant of draft.ledger.grants) {
    if (grant.expiresAt !== null && grant.expiresAt <= context.at && !grant.expired) {
      expireGrant(draft, grant, { reason: 'expired', at: context.at });
    }
  }
  startPeriod(draft, context);
  return draft;
}

/** A new plan closes the running period: the old allowance ends, the new one starts now, in full. */
export function changePlan(draft: Draft, plan: Plan, context: LedgerContext): void {
  const previous = draft.ledger.plan;
  if (plan === previous) return;
  for (const grant of draft.ledger.grants) {
    if (grant.kind === 'allowance' && !grant.expired) {
      expireGrant(draft, grant, { reason: 'plan_changed', at: context.at });
    }
  }
  record(draft, {
    idKey: `plan|${plan}|${draft.ledger.periods}`,
    at: context.at,
    event: {
      type: 'PlanChosen',
      version: 1,
      data: { plan, previous, ...standing(draft.ledger, {}) },
    },
  });
  startPeriod(draft, context);
}

export function releaseHold(
  draft: Draft,
  release: {
    readonly checkId: CheckId;
    readonly hold: Hold;
    readonly reason: HoldReleaseReason;
    readonly at: Instant;
  },
): void {
  const { checkId, hold, reason, at } = release;
  const { amount, perGrant, attempt } = hold;
  const forfeited = forfeitedPart(draft.ledger.grants, perGrant);
  record(draft, {
    idKey: `release|${checkId}|${attempt}`,
    at,
    event: {
      type: 'HoldReleased',
      version: 1,
      data: {
        checkId,
        amount,
        perGrant,
        forfeited,
        reason,
        attempt,
        holdExpiresAt: hold.expiresAt,
        ...standing(draft.ledger, { balance: -forfeited, held: -amount }),
      },
    },
  });
}

function releaseExpiredHolds(draft: Draft, at: Instant): void {
  if (!anyUpTo(draft.ledger.holdExpiries.keys(), at)) return;
  const expired = [...mapEntries(draft.ledger.holds)].filter(([, hold]) => hold.expiresAt <= at);
  for (const [check, hold] of expired.sort(([left], [right]) => (left < right ? -1 : 1))) {
    releaseHold(draft, { checkId: asCheckId(check), hold, reason: 'expired', at });
  }
}

function anyUpTo(instants: Iterable<Instant>, at: Instant): boolean {
  for (const instant of instants) if (instant <= at) return true;
  return false;
}

function expireGrant(
  draft: Draft,
  grant: Grant,
  cause: { readonly reason: 'expired' | 'plan_changed'; readonly at: Instant },
): void {
  record(draft, {
    idKey: `expire|${grant.grantId}`,
    at: cause.at,
    event: {
      type: 'GrantExpired',
      version: 1,
      data: {
        grantId: grant.grantId,
        amount: grant.free,
        reason: cause.reason,
        ...standing(draft.ledger, { balance: -grant.free }),
      },
    },
  });
}

/** Starts the period that holds `at` when none runs. Periods nobody used, or can use, leave no events. */
function startPeriod(draft: Draft, context: LedgerContext): void {
  const { anchor, erased, period, periods, plan } = draft.ledger;
  if (anchor === null || erased || (period !== null && context.at < period.end)) return;
  const { start, end } = periodAt(anchor, context.at);
  record(draft, {
    idKey: `period|${periods}`,
    at: context.at,
    event: {
      type: 'PeriodStarted',
      version: 1,
      data: { plan, periodStart: start, periodEnd: end, ...standing(draft.ledger, {}) },
    },
  });
  const amount = context.allowances[plan];
  if (amount === 0) return;
  const id = grantId(`grt_allowance-${plan}-${periods}`);
  record(draft, {
    idKey: `grant|${id}`,
    at: context.at,
    event: {
      type: 'CreditsGranted',
      version: 1,
      data: {
        grantId: id,
        kind: 'allowance',
        amount,
        effectiveAt: start,
        expiresAt: end,
        priority: grantPriority.allowance,
        noteId: null,
        ...standing(draft.ledger, { balance: amount }),
      },
    },
  });
}
