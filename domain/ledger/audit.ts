import { sumCredits } from '../shared/credits.ts';
import type { DebitId } from '../shared/ids.ts';
import type { Instant } from '../shared/instant.ts';
import { mapGet } from '../shared/persistent-map.ts';
import { allocationFault } from './audit-allocation.ts';
import type { CreditsDebited, CreditsRefunded, GrantShare, LedgerEvent } from './events.ts';
import { emptyLedger, evolve, type Ledger, type TimedLedgerEvent } from './ledger.ts';
import { totalPrice } from './prices.ts';
import { emptySettledWindow } from './settled-window.ts';

/**
 * What a refund has to repeat of its debit. An audit meets every debit ever made, so it is left to the
 * caller how they are remembered.
 */
export interface DebitMemory {
  recall(debit: DebitTerms): 'unknown' | 'same' | 'other';
  note(debit: DebitTerms): void;
}

export interface DebitTerms {
  readonly debitId: DebitId;
  /** Amount, time, cap and split in one word. */
  readonly terms: string;
}

/**
 * Checks one event against everything before it. `fault` is null when it is as it should be.
 * @throws when the event cannot be folded at all
 */
export function auditEvent(
  ledger: Ledger,
  timed: TimedLedgerEvent,
  debits: DebitMemory,
): { readonly next: Ledger; readonly fault: string | null } {
  const before =
    openingFault(ledger, timed) ??
    allocationFault(ledger, timed.event) ??
    refundFault(ledger, timed.event, debits);
  if (before !== null) return { next: ledger, fault: before };
  // Which checks were settled lately decides nothing about credits, and is much to keep for many accounts.
  const next = { ...evolve(ledger, timed), settled: emptySettledWindow };
  const fault =
    standingFault(next, timed) ??
    sharesFault(timed) ??
    grantsFault(next) ??
    debitFault(ledger, timed, debits);
  return { next, fault };
}

export const newlyAudited: Ledger = emptyLedger;

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
  const sum = sumCredits(perGrant.map((share) => share.amount));
  if (sum !== amount) return `the shares add up to ${sum}, not to ${amount}`;
  if (event.type !== 'CreditsDebited') return null;
  const priced = totalPrice(event.data.lines);
  return priced === amount ? null : `the lines add up to ${priced}, the debit is ${amount}`;
}

/** The balance is what the grants hold, to the credit; and what they hold back is what the holds hold. */
function grantsFault(ledger: Ledger): string | null {
  const inGrants = sumCredits(ledger.grants.flatMap((grant) => [grant.free, grant.held]));
  if (inGrants !== ledger.balance) {
    return `the grants hold ${inGrants}, the balance is ${ledger.balance}`;
  }
  const heldInGrants = sumCredits(ledger.grants.map((grant) => grant.held));
  if (heldInGrants === ledger.held) return null;
  return `the grants hold back ${heldInGrants}, the open holds are ${ledger.held}`;
}

function debitFault(
  ledger: Ledger,
  { event, occurredAt }: TimedLedgerEvent,
  debits: DebitMemory,
): string | null {
  if (event.type !== 'CreditsDebited') return null;
  const debit = { debitId: event.data.debitId, terms: debitTerms(ledger, event, occurredAt) };
  if (debits.recall(debit) !== 'unknown') return 'the same check is debited twice';
  debits.note(debit);
  return null;
}

/** A refund gives back a whole debit, once, to the grants it came from. */
function refundFault(ledger: Ledger, event: LedgerEvent, debits: DebitMemory): string | null {
  if (event.type !== 'CreditsRefunded') return null;
  const { data } = event;
  const { debitId, countedUnder, debitedAt } = data;
  const recalled = debits.recall({ debitId, terms: termsOf(data, { countedUnder, debitedAt }) });
  if (recalled === 'unknown') return 'a refund without its debit';
  if (mapGet(ledger.refunded, debitId) !== undefined) return 'a debit is refunded twice';
  return recalled === 'same'
    ? null
    : 'the refund differs from its debit in amount, time, cap or the grants it came from';
}

/** The hold, which this event closes, says under which cap it counts. */
function debitTerms(ledger: Ledger, { data }: CreditsDebited, debitedAt: Instant): string {
  const keyId = mapGet(ledger.holds, data.checkId)?.keyId ?? null;
  const countedUnder = keyId === null ? null : { keyId, period: ledger.periods };
  return termsOf(data, { countedUnder, debitedAt });
}

function termsOf(
  { amount, perGrant }: Pick<CreditsDebited['data'], 'amount' | 'perGrant'>,
  { countedUnder, debitedAt }: Pick<CreditsRefunded['data'], 'countedUnder' | 'debitedAt'>,
): string {
  const cap = countedUnder === null ? [] : [`${countedUnder.keyId}@${countedUnder.period}`];
  return [amount, debitedAt, ...cap, ...perGrant.map(share)].join(' ');
}

function share({ grantId, amount }: GrantShare): string {
  return `${grantId}:${amount}`;
}
