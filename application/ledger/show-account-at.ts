import type { Allowances } from '../../domain/access/plan.ts';
import { decide } from '../../domain/ledger/decide.ts';
import { accountStream, type LedgerEvent } from '../../domain/ledger/events.ts';
import {
  available,
  emptyLedger,
  evolve,
  type Ledger,
  type TimedLedgerEvent,
} from '../../domain/ledger/ledger.ts';
import { emptyUsage, evolveUsage, type Usage } from '../../domain/ledger/usage.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import { mapEntries } from '../../domain/shared/persistent-map.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventCodec } from '../ports/event-codec.ts';
import type { EventStore } from '../ports/event-store.ts';
import { type UsageRecord, usageRecord } from './get-usage.ts';

export interface ShowAccountAtPorts {
  readonly eventStore: EventStore;
  readonly codec: EventCodec;
  readonly clock: Clock;
  /** For a month that had begun by then and that nobody had used yet. */
  readonly allowances: Allowances;
}

/** Where an account stood at an instant, in the figures the service would have answered then. */
export interface PastAccountView extends UsageRecord {
  readonly account_id: AccountId;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly balance: number;
  /** Sum of the holds that were open. */
  readonly held: number;
  readonly available: number;
  readonly grants: readonly {
    readonly grant_id: string;
    readonly kind: string;
    readonly free: number;
    readonly held: number;
    readonly expires_at: number | null;
  }[];
  readonly holds: readonly {
    readonly check_id: string;
    readonly amount: number;
    readonly expires_at: number;
  }[];
  /** The last event there was. */
  readonly event: { readonly id: string; readonly revision: number; readonly position: number };
}

interface Standing {
  readonly ledger: Ledger;
  readonly usage: Usage;
}

/**
 * Replays the account's stream up to an instant and lets time bring about what it had brought about by
 * then: holds and grants that had ended, a month that had begun. An event counts as of the latest time so
 * far in its stream, as in a statement. Refuses with `not_found` and, for an instant to come, `bad_json`.
 */
export async function showAccountAt(
  ports: ShowAccountAtPorts,
  { accountId, at }: { readonly accountId: AccountId; readonly at: Instant },
): Promise<Outcome<PastAccountView>> {
  if (at > ports.clock.now()) return refused('bad_json', 'that instant is still to come');
  let standing: Standing = { ledger: emptyLedger, usage: emptyUsage };
  let last: RecordedEvent | undefined;
  let known = false;
  for await (const recorded of ports.eventStore.readStream(accountStream(accountId), 0)) {
    known = true;
    // Once one event was later, whatever comes after it in the stream happened later too.
    if (recorded.metadata.occurredAt > at) break;
    const event = ports.codec.ledgerEvent(recorded);
    standing = after(standing, { event, occurredAt: recorded.metadata.occurredAt });
    last = recorded;
  }
  if (last === undefined) {
    const why = known ? `account ${accountId} was opened later` : `no account ${accountId}`;
    return refused('not_found', why);
  }
  return success(viewOf({ accountId, at, last }, withDue(ports, standing, at)));
}

/** What time alone had brought about, whether or not anybody had asked the service then. */
function withDue({ allowances }: ShowAccountAtPorts, standing: Standing, at: Instant): Standing {
  const { events } = decide(standing.ledger, { type: 'roll-period' }, { at, allowances });
  return events.reduce((now, { event }) => after(now, { event, occurredAt: at }), standing);
}

function after({ ledger, usage }: Standing, timed: TimedLedgerEvent): Standing {
  const event: LedgerEvent = timed.event;
  return { ledger: evolve(ledger, timed), usage: evolveUsage(usage, event) };
}

function viewOf(
  asked: { readonly accountId: AccountId; readonly at: Instant; readonly last: RecordedEvent },
  { ledger, usage }: Standing,
): PastAccountView {
  const { id, revision, position } = asked.last;
  const holds = [...mapEntries(ledger.holds)].map(([check, { amount, expiresAt }]) => ({
    check_id: check,
    amount,
    expires_at: expiresAt,
  }));
  return {
    account_id: asked.accountId,
    at: asked.at,
    ...usageRecord(usage),
    balance: ledger.balance,
    held: ledger.held,
    available: available(ledger),
    grants: ledger.grants.map(({ grantId, kind, free, held, expiresAt }) => ({
      grant_id: grantId,
      kind,
      free,
      held,
      expires_at: expiresAt,
    })),
    holds: holds.sort((left, right) => (left.check_id < right.check_id ? -1 : 1)),
    event: { id, revision, position },
  };
}
