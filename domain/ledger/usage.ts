import type { Plan } from '../access/plan.ts';
import { type Credits, credits, noCredits } from '../shared/credits.ts';
import type { AccountId, GrantId } from '../shared/ids.ts';
import { type Instant, instant } from '../shared/instant.ts';
import type { LedgerEvent, Standing } from './events.ts';

/** What `GET /usage` shows, folded from an account's stream; small enough to be read on every request. */
export type Usage = {
  readonly accountId: AccountId | null;
  /** Closed for good: no credential of the account is accepted. */
  readonly erased: boolean;
  readonly plan: Plan;
  readonly allowance: Credits;
  readonly allowanceGrantId: GrantId | null;
  /** Debited less refunded since the period began. */
  readonly used: Credits;
  readonly balance: Credits;
  readonly held: Credits;
  readonly periodStart: Instant;
  readonly periodEnd: Instant;
  /** When each grant that can expire does, by grant id. */
  readonly grantExpiries: { readonly [grantId: string]: Instant };
  /** How many open holds end at each instant, by epoch milliseconds. */
  readonly holdExpiries: { readonly [epochMs: string]: number };
};

export const emptyUsage: Usage = {
  accountId: null,
  erased: false,
  plan: 'free',
  allowance: noCredits,
  allowanceGrantId: null,
  used: noCredits,
  balance: noCredits,
  held: noCredits,
  periodStart: instant(0),
  periodEnd: instant(0),
  grantExpiries: {},
  holdExpiries: {},
};

/** Folds one event. The figures after it come from the event itself, never from arithmetic here. */
export function evolveUsage(usage: Usage, event: LedgerEvent): Usage {
  switch (event.type) {
    case 'AccountOpened':
      return { ...usage, accountId: event.data.accountId, plan: event.data.plan };
    case 'PlanChosen':
      return { ...usage, plan: event.data.plan };
    case 'PeriodStarted': {
      const { plan, periodStart, periodEnd } = event.data;
      const fresh = { ...usage, plan, periodStart, periodEnd };
      return stand(
        { ...fresh, used: noCredits, allowance: noCredits, allowanceGrantId: null },
        event.data,
      );
    }
    case 'CreditsGranted': {
      const { kind, amount, grantId, expiresAt } = event.data;
      const isAllowance = kind === 'allowance';
      const allowance = isAllowance ? amount : usage.allowance;
      const allowanceGrantId = isAllowance ? grantId : usage.allowanceGrantId;
      const grantExpiries =
        expiresAt === null ? usage.grantExpiries : { ...usage.grantExpiries, [grantId]: expiresAt };
      return stand({ ...usage, allowance, allowanceGrantId, grantExpiries }, event.data);
    }
    case 'GrantExpired': {
      const { grantId, amount } = event.data;
      const { [grantId]: _, ...grantExpiries } = usage.grantExpiries;
      // The period that follows in the same commit sets a new allowance.
      const lost = grantId === usage.allowanceGrantId ? amount : 0;
      const allowance = credits(usage.allowance - lost);
      return stand({ ...usage, allowance, grantExpiries }, event.data);
    }
    case 'CreditsHeld':
      return stand({ ...usage, holdExpiries: counted(usage, event.data.expiresAt, 1) }, event.data);
    case 'CreditsDebited': {
      const used = credits(usage.used + event.data.amount);
      const holdExpiries = counted(usage, event.data.holdExpiresAt, -1);
      return stand({ ...usage, used, holdExpiries }, event.data);
    }
    case 'HoldReleased': {
      const holdExpiries = counted(usage, event.data.holdExpiresAt, -1);
      return stand({ ...usage, holdExpiries }, event.data);
    }
    case 'CreditsRefunded': {
      const { debitedAt, amount, balanceAfter } = event.data;
      if (debitedAt < usage.periodStart) return stand(usage, event.data);
      // A clock that was set back may show a debit of an earlier period as one of this period; what
      // was used of the allowance that is gone from the balance still is.
      const least = Math.max(0, usage.allowance - balanceAfter);
      const used = credits(Math.max(least, usage.used - amount));
      return stand({ ...usage, used }, event.data);
    }
    case 'CacheHitServed':
      return stand(usage, event.data);
    case 'AccountErased':
      return stand({ ...usage, erased: true }, event.data);
  }
}

/** When time alone next changes the figures: a period, a grant or a hold ends. */
export function nextDueAt(usage: Usage): Instant {
  const ends = [
    usage.periodEnd,
    ...Object.values(usage.grantExpiries),
    ...Object.keys(usage.holdExpiries).map(Number),
  ];
  return instant(Math.min(...ends));
}

/** When the first of the open holds ends; undefined when none is open. */
export function firstHoldExpiry({ holdExpiries }: Usage): Instant | undefined {
  const ends = Object.keys(holdExpiries).map(Number);
  return ends.length === 0 ? undefined : instant(Math.min(...ends));
}

/** `remaining` is what a new check may spend: the balance less open holds. */
export function remainingCredits(usage: Usage): Credits {
  return credits(usage.balance - usage.held);
}

/**
 * Credits beside the allowance. Defined so that for every account and at any time
 * `allowance + bonus - used - open holds = remaining`.
 */
export function bonusCredits(usage: Usage): Credits {
  return credits(usage.balance + usage.used - usage.allowance);
}

function stand(usage: Usage, { balanceAfter, heldAfter }: Standing): Usage {
  return { ...usage, balance: balanceAfter, held: heldAfter };
}

function counted(usage: Usage, at: Instant, change: 1 | -1): Usage['holdExpiries'] {
  const { [String(at)]: before = 0, ...others } = usage.holdExpiries;
  return before + change === 0 ? others : { ...others, [String(at)]: before + change };
}
