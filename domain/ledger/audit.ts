import { type Credits, sumCredits } from '../shared/credits.ts';
import { emptyMap, mapGet, mapSet, type PersistentMap } from '../shared/persistent-map.ts';
import type { GrantShare } from './events.ts';
import { emptyLedger, evolve, type Ledger, type TimedLedgerEvent } from './ledger.ts';
import { totalPrice } from './prices.ts';

/** A ledger under audit: its fold, and every debit ever made with what was given back of it. */
export interface AuditedLedger {
  readonly ledger: Ledger;
  readonly debits: PersistentMap<Credits>;
}

export const newlyAudited: AuditedLedger = { ledger: emptyLedger, debits: emptyMap() };

/** Checks one event against everything before it. `fault` is null when it is as it should be. */
export function auditEvent(
  audited: AuditedLedger,
  timed: TimedLedgerEvent,
): { readonly next: AuditedLedger; readonly fault: string | null } {
  const ledger = evolve(audited.ledger, timed);
  const debits = withDebit(audited.debits, timed);
  const next = { ledger, debits };
  const fault =
    openingFault(audited.ledger, timed) ??
    standingFault(ledger, timed) ??
    sharesFault(timed) ??
    grantsFault(ledger) ??
    settleFault(audited, timed);
  return { next, fault };
}

function withDebit(
  debits: PersistentMap<Credits>,
  { event }: TimedLedgerEvent,
): PersistentMap<Credits> {
  if (event.type !== 'CreditsDebited') return debits;
  return mapSet(debits, event.data.debitId, event.data.amount);
}

function openingFault({ accountId }: Ledger, { event }: TimedLedgerEvent): string | null {
  if (event.type === 'AccountOpened') return accountId === null ? null : 'it is opened twice';
  return accountId === null ? 'an account starts with AccountOpened' : null;
}

function standingFault(ledger: Ledger, { event }: TimedLedgerEvent): string | null {
  if (!('balanceAfter' in event.data)) return null;
  const { balanceAfter, heldAfter } = event.data;
  if (balanceAfter !== ledger.balance) {
    return `the event says balance ${balanceAfter}, replay gives ${ledger.balance}`;
  }
  if (heldAfter !== ledger.held) {
    return `the event says open holds ${heldAfter}, replay gives ${ledger.held}`;
  }
  return heldAfter > balanceAfter ? 'open holds exceed the balance' : null;
}

function sharesFault({ event }: TimedLedgerEvent): string | null {
  if (!('perGrant' in event.data)) return null;
  const { perGrant, amount } = event.data;
  if (sumShares(perGrant) !== amount) return `the shares do not add up to ${amount}`;
  if (event.type !== 'CreditsDebited') return null;
  const priced = totalPrice(event.data.lines);
  return priced === amount ? null : `the lines add up to ${priced}, the debit is ${amount}`;
}

/** The balance is what the grants hold, to the credit. */
function grantsFault(ledger: Ledger): string | null {
  const inGrants = sumCredits(ledger.grants.flatMap((grant) => [grant.free, grant.held]));
  if (inGrants === ledger.balance) return null;
  return `the grants hold ${inGrants}, the balance is ${ledger.balance}`;
}

function settleFault(
  { ledger, debits }: AuditedLedger,
  { event }: TimedLedgerEvent,
): string | null {
  if (event.type === 'CreditsDebited') {
    const hold = mapGet(ledger.holds, event.data.checkId);
    if (hold?.amount !== event.data.amount) return 'the debit differs from its hold';
    const twice = mapGet(debits, event.data.debitId) !== undefined;
    return twice ? 'the same check is debited twice' : null;
  }
  if (event.type !== 'CreditsRefunded') return null;
  const debited = mapGet(debits, event.data.debitId);
  if (debited === undefined) return 'a refund without its debit';
  if (mapGet(ledger.refunded, event.data.debitId) !== undefined) return 'a debit is refunded twice';
  return event.data.amount > debited ? 'a refund above its debit' : null;
}

function sumShares(shares: readonly GrantShare[]): Credits {
  return sumCredits(shares.map((share) => share.amount));
}
