import type { RecordedEvent } from '../shared/event.ts';
import { chainHash, type Sha256 } from '../shared/hash-chain.ts';
import type { LedgerEvent } from './events.ts';
import type { PriceLine } from './prices.ts';

export type StatementKind =
  | 'opened'
  | 'plan'
  | 'period'
  | 'grant'
  | 'expiry'
  | 'hold'
  | 'debit'
  | 'release'
  | 'refund'
  | 'cache_hit'
  | 'erased';

/** One line of an account's statement: one event in plain figures. */
export type StatementRow = {
  readonly event_id: string;
  /** What the next event of the account carries as `previousHash`: 64 hex digits. See `chainHash`. */
  readonly hash: string;
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: StatementKind;
  /** Change of the balance in credits: below 0 for debits and expiries, 0 for holds and cache hits. */
  readonly amount: number;
  /** Change of the open holds. */
  readonly held: number;
  readonly balance: number;
  readonly open_holds: number;
  readonly available: number;
  readonly check_id: string | null;
  readonly debit_id: string | null;
  readonly grant_id: string | null;
  readonly credential_id: string | null;
  readonly note_id: string | null;
  readonly credits_saved: number;
  readonly lines: readonly PriceLine[];
  readonly detail: string | null;
};

/** The statement row of one event. Rests on this event alone: see `Standing`. */
export function statementRow(
  event: LedgerEvent,
  recorded: RecordedEvent,
  sha256: Sha256,
): StatementRow {
  const { actor, occurredAt } = recorded.metadata;
  const standing = 'balanceAfter' in event.data ? event.data : { balanceAfter: 0, heldAfter: 0 };
  return {
    event_id: recorded.id,
    hash: chainHash(recorded, sha256),
    revision: recorded.revision,
    at: occurredAt,
    kind: 'opened',
    amount: 0,
    held: 0,
    balance: standing.balanceAfter,
    open_holds: standing.heldAfter,
    available: standing.balanceAfter - standing.heldAfter,
    check_id: null,
    debit_id: null,
    grant_id: null,
    credential_id: 'id' in actor ? actor.id : null,
    note_id: null,
    credits_saved: 0,
    lines: [],
    detail: null,
    ...particulars(event),
  };
}

function particulars(event: LedgerEvent): Partial<StatementRow> {
  switch (event.type) {
    case 'AccountOpened':
      return { kind: 'opened', detail: event.data.plan };
    case 'PlanChosen':
      return { kind: 'plan', detail: event.data.plan };
    case 'PeriodStarted':
      return { kind: 'period', detail: event.data.plan };
    case 'CreditsGranted': {
      const { grantId, amount, kind, noteId } = event.data;
      return { kind: 'grant', grant_id: grantId, amount, detail: kind, note_id: noteId };
    }
    case 'GrantExpired': {
      const { grantId, amount, reason } = event.data;
      return { kind: 'expiry', grant_id: grantId, amount: -amount, detail: reason };
    }
    case 'CreditsHeld':
      return { kind: 'hold', check_id: event.data.checkId, held: event.data.amount };
    case 'CreditsDebited': {
      const { checkId, debitId, amount, lines } = event.data;
      const ids = { check_id: checkId, debit_id: debitId };
      return { kind: 'debit', ...ids, amount: -amount, held: -amount, lines };
    }
    case 'HoldReleased': {
      const { checkId, amount, forfeited, reason } = event.data;
      return {
        kind: 'release',
        check_id: checkId,
        amount: -forfeited,
        held: -amount,
        detail: reason,
      };
    }
    case 'CreditsRefunded': {
      const { debitId, amount, forfeited, noteId } = event.data;
      return { kind: 'refund', debit_id: debitId, amount: amount - forfeited, note_id: noteId };
    }
    case 'CacheHitServed': {
      const { checkId, creditsSaved, lines } = event.data;
      return { kind: 'cache_hit', check_id: checkId, credits_saved: creditsSaved, lines };
    }
    case 'AccountErased':
      return { kind: 'erased' };
  }
}
