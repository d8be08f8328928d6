import { mapGet } from '../shared/persistent-map.ts';
import { forfeitedPart } from './burn-order.ts';
import type {
  CreditsDebited,
  CreditsHeld,
  GrantExpired,
  GrantShare,
  HoldReleased,
  LedgerEvent,
} from './events.ts';
import { remainingUnder } from './key-spending.ts';
import type { Ledger } from './ledger.ts';

/**
 * Whether an event takes from grants what they have, and gives back what was taken: holds out of live
 * grants and within the cap of their key, debits and releases exactly as held, what is forfeited exactly what belongs to grants that are
 * gone. Null when all of that is so.
 */
export function allocationFault(ledger: Ledger, event: LedgerEvent): string | null {
  switch (event.type) {
    case 'CreditsGranted': {
      const { grantId } = event.data;
      const twice = ledger.grants.some((grant) => grant.grantId === grantId);
      return twice ? `the grant ${grantId} is made twice` : null;
    }
    case 'GrantExpired':
      return expiryFault(ledger, event);
    case 'CreditsHeld':
      return holdFault(ledger, event);
    case 'CreditsDebited':
    case 'HoldReleased':
      return endOfHoldFault(ledger, event);
    case 'CreditsRefunded':
      return forfeitFault(ledger, event.data);
    default:
      return null;
  }
}

function expiryFault({ grants }: Ledger, { data }: GrantExpired): string | null {
  const grant = grants.find(({ grantId }) => grantId === data.grantId);
  if (grant === undefined || grant.expired) return `${data.grantId} is no grant that could expire`;
  if (grant.free === data.amount) return null;
  return `${data.grantId} has ${grant.free} left, the event lets ${data.amount} expire`;
}

function holdFault(ledger: Ledger, { data }: CreditsHeld): string | null {
  if (mapGet(ledger.holds, data.checkId) !== undefined) return 'the check has an open hold already';
  const seen = new Set<string>();
  for (const { grantId, amount } of data.perGrant) {
    if (seen.has(grantId)) return `the grant ${grantId} is named twice`;
    seen.add(grantId);
    const grant = ledger.grants.find((candidate) => candidate.grantId === grantId);
    if (grant === undefined || grant.expired) return `${grantId} is no grant to take from`;
    if (amount > grant.free) return `${grantId} has ${grant.free} left, ${amount} is taken from it`;
  }
  return capFault(ledger, data);
}

function capFault(ledger: Ledger, { amount, cap }: CreditsHeld['data']): string | null {
  if (cap === null) return null;
  const left = remainingUnder(ledger.keySpendings, cap);
  if (amount <= left) return null;
  return `${cap.keyId} may spend ${left} more of its ${cap.monthlyCap}, the hold takes ${amount}`;
}

function endOfHoldFault(
  ledger: Ledger,
  { type, data }: CreditsDebited | HoldReleased,
): string | null {
  const what = type === 'CreditsDebited' ? 'the debit' : 'the release';
  const hold = mapGet(ledger.holds, data.checkId);
  if (hold === undefined) return `${what} has no open hold`;
  if (data.amount !== hold.amount) return `${what} differs from its hold of ${hold.amount}`;
  if (data.holdExpiresAt !== hold.expiresAt) return `${what} names another end of its hold`;
  if (!sameShares(data.perGrant, hold.perGrant)) return `${what} is split otherwise than its hold`;
  return 'forfeited' in data ? forfeitFault(ledger, data) : null;
}

function forfeitFault(
  { grants }: Ledger,
  { perGrant, forfeited }: { readonly perGrant: readonly GrantShare[]; readonly forfeited: number },
): string | null {
  const gone = forfeitedPart(grants, perGrant);
  return gone === forfeited ? null : `${gone} belongs to grants that are gone, not ${forfeited}`;
}

function sameShares(left: readonly GrantShare[], right: readonly GrantShare[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ grantId, amount }, place) => {
      const other = right[place];
      return other?.grantId === grantId && other.amount === amount;
    })
  );
}
