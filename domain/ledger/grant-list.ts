import { type Credits, credits, noCredits } from '../shared/credits.ts';
import type { GrantId } from '../shared/ids.ts';
import type { Grant } from './burn-order.ts';
import type { GrantShare } from './events.ts';

/** Moves shares from what is free to what is held. */
export function withHeld(
  grants: readonly Grant[],
  shares: readonly GrantShare[],
): readonly Grant[] {
  return grants.map((grant) => {
    const share = shareOf(shares, grant.grantId);
    if (share === undefined) return grant;
    return { ...grant, free: credits(grant.free - share), held: credits(grant.held + share) };
  });
}

/** Takes shares out of what is held. */
export function withoutHeld(
  grants: readonly Grant[],
  shares: readonly GrantShare[],
): readonly Grant[] {
  return grants.map((grant) => {
    const share = shareOf(shares, grant.grantId);
    return share === undefined ? grant : { ...grant, held: credits(grant.held - share) };
  });
}

/** Returns shares to their grants. A share of a grant that has expired is lost: see `forfeited`. */
export function giveBack(
  grants: readonly Grant[],
  shares: readonly GrantShare[],
): readonly Grant[] {
  return grants.map((grant) => {
    const share = shareOf(shares, grant.grantId);
    if (share === undefined || grant.expired) return grant;
    return { ...grant, free: credits(grant.free + share) };
  });
}

/** An expired grant stays only as long as a hold on it is open; any other, because a refund may return to it. */
export function withoutSpent(grants: readonly Grant[]): readonly Grant[] {
  const spent = (grant: Grant): boolean => grant.expired && grant.held === 0;
  return grants.some(spent) ? grants.filter((grant) => !spent(grant)) : grants;
}

/** A check takes from one grant, seldom from more: a look through the list is quicker than a map. */
function shareOf(shares: readonly GrantShare[], id: GrantId): Credits | undefined {
  for (const share of shares) if (share.grantId === id) return share.amount;
  return undefined;
}

export function expireGrant(grants: readonly Grant[], id: GrantId): readonly Grant[] {
  return withoutSpent(
    grants.map((grant) =>
      grant.grantId === id ? { ...grant, free: noCredits, expired: true } : grant,
    ),
  );
}
