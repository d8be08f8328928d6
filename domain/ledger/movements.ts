import type { GrantId } from '../shared/ids.ts';
import type { GrantShare, LedgerEvent } from './events.ts';

/** What an event does to one grant, and the number that stands for it in the ledger column for good. */
export const kindNumbers = {
  /** Moves no credits. */
  none: 0,
  granted: 1,
  expired: 2,
  held: 3,
  debited: 4,
  released: 5,
  refunded: 6,
} as const;
export type MovementKind = keyof typeof kindNumbers;

/** One grant's part of one event. Which way the credits go, `applyMovements` knows. */
export interface Movement {
  readonly kind: MovementKind;
  /** null when no grant is touched. */
  readonly grantId: GrantId | null;
  readonly amount: number;
}

/** An event as movements of grants: at least one, however little happened. */
export function movementsOf(event: LedgerEvent): readonly Movement[] {
  switch (event.type) {
    case 'CreditsGranted':
      return [{ kind: 'granted', grantId: event.data.grantId, amount: event.data.amount }];
    case 'GrantExpired':
      return [{ kind: 'expired', grantId: event.data.grantId, amount: event.data.amount }];
    case 'CreditsHeld':
      return ofShares('held', event.data.perGrant);
    case 'CreditsDebited':
      return ofShares('debited', event.data.perGrant);
    case 'HoldReleased':
      return ofShares('released', event.data.perGrant);
    case 'CreditsRefunded':
      return ofShares('refunded', event.data.perGrant);
    default:
      return nothing;
  }
}

const nothing: readonly Movement[] = [{ kind: 'none', grantId: null, amount: 0 }];

function ofShares(kind: MovementKind, shares: readonly GrantShare[]): readonly Movement[] {
  if (shares.length === 0) return nothing;
  return shares.map(({ grantId, amount }) => ({ kind, grantId, amount }));
}
