import { type Credits, credits, noCredits } from '../shared/credits.ts';
import type { GrantId } from '../shared/ids.ts';
import type { Instant } from '../shared/instant.ts';
import type { GrantKind, GrantShare } from './events.ts';

/** A grant that still matters: it has credits left, or a hold on it is open. */
export interface Grant {
  readonly grantId: GrantId;
  readonly kind: GrantKind;
  readonly effectiveAt: Instant;
  readonly expiresAt: Instant | null;
  readonly priority: number;
  /** When it was granted; the third criterion of the burn order. */
  readonly grantedAt: Instant;
  /** Neither debited nor held nor expired. */
  readonly free: Credits;
  /** In open holds. */
  readonly held: Credits;
  readonly expired: boolean;
}

/** Allowance first, because it expires first; what was paid for last. */
export const grantPriority: Readonly<Record<GrantKind, number>> = {
  allowance: 10,
  adjustment: 20,
  bonus: 20,
  purchase: 30,
};

/** Priority, then expiry, then age, then id: a total order, so two nodes always burn alike. */
export function compareBurnOrder(left: Grant, right: Grant): number {
  return (
    left.priority - right.priority ||
    (left.expiresAt ?? Number.MAX_SAFE_INTEGER) - (right.expiresAt ?? Number.MAX_SAFE_INTEGER) ||
    left.grantedAt - right.grantedAt ||
    (left.grantId < right.grantId ? -1 : 1)
  );
}

/**
 * Takes an amount from grants in burn order; undefined when they do not hold enough. A grant counts from
 * its event on, whatever the clock says: times of commands may run backwards by a little (one that
 * waited) or by a lot (a clock set back), and what is shown as available must be there to be spent.
 */
export function takeInBurnOrder(
  grants: readonly Grant[],
  amount: Credits,
): readonly GrantShare[] | undefined {
  const shares: GrantShare[] = [];
  let open: number = amount;
  for (const grant of grants) {
    if (open === 0) break;
    const take = grant.expired ? 0 : Math.min(open, grant.free);
    if (take === 0) continue;
    shares.push({ grantId: grant.grantId, amount: credits(take) });
    open -= take;
  }
  return open === 0 ? shares : undefined;
}

/** The part of some shares whose grant is gone, or marked expired. */
export function forfeitedPart(grants: readonly Grant[], shares: readonly GrantShare[]): Credits {
  const live = new Set(grants.filter((grant) => !grant.expired).map((grant) => grant.grantId));
  let lost: number = noCredits;
  for (const share of shares) if (!live.has(share.grantId)) lost += share.amount;
  return credits(lost);
}
