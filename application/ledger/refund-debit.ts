import {
  accountStream,
  type CountedDebit,
  type CreditsDebited,
  type CreditsRefunded,
} from '../../domain/ledger/events.ts';
import type { Credits } from '../../domain/shared/credits.ts';
import type { Actor } from '../../domain/shared/event.ts';
import {
  type AccountId,
  checkOf,
  type DebitId,
  type KeyId,
  noteId,
} from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventCodec } from '../ports/event-codec.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Ids } from '../ports/ids.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import { type AccountLedger, refusedAsErased } from './account-ledger.ts';

export interface RefundDebitPorts {
  readonly ledger: AccountLedger;
  readonly eventStore: EventStore;
  readonly codec: EventCodec;
  readonly personalData: PersonalData;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface Refund {
  readonly debitId: DebitId;
  /** The whole debit. */
  readonly amount: Credits;
  /** What of it did not come back, because its grant had expired. */
  readonly forfeited: Credits;
  /** False when this debit had been refunded before: nothing happened now. */
  readonly refundedNow: boolean;
}

/** Gives one debit back, whole and once, to the grants it came from. */
export async function refundDebit(
  ports: RefundDebitPorts,
  command: {
    readonly accountId: AccountId;
    readonly debitId: DebitId;
    readonly reason: string;
    readonly actor: Actor;
  },
): Promise<Outcome<Refund>> {
  const { accountId, debitId, reason, actor } = command;
  const account = await ports.ledger.current(accountStream(accountId));
  if (account.erased) return refusedAsErased(accountId);
  const before = await findDebit(ports, accountId, debitId);
  if (before.debited === undefined) {
    return refused('not_found', `account ${accountId} has no debit ${debitId}`);
  }
  // Said again, the reason would be kept a second time, under a note that no event knows.
  if (before.refund !== undefined) return success(refundOf(before.refund, false));
  const { debit, at: debitedAt, countedUnder } = before.debited;
  const { amount, perGrant } = debit.data;
  const note = noteId(ports.ids.fresh('not_'));
  await ports.personalData.put(accountId, `note:${note}`, reason);
  const answer = await ports.ledger.handle(
    accountStream(accountId),
    {
      type: 'refund-debit',
      debit: { debitId, amount, perGrant, debitedAt, countedUnder },
      noteId: note,
    },
    { at: ports.clock.now(), correlationId: ports.ids.uuid(), actor },
  );
  if (answer.status === 'account_erased') return refusedAsErased(accountId);
  if (answer.status !== 'done' && answer.status !== 'already_refunded') {
    throw new Error(`a refund was answered with ${answer.status}`);
  }
  const { refund } = await findDebit(ports, accountId, debitId);
  if (refund === undefined) throw new Error(`the refund of ${debitId} is not in the log`);
  return success(refundOf(refund, answer.status === 'done'));
}

function refundOf({ data }: CreditsRefunded, refundedNow: boolean): Refund {
  const { debitId, amount, forfeited } = data;
  return { debitId, amount, forfeited, refundedNow };
}

interface Found {
  readonly debited:
    | {
        readonly debit: CreditsDebited;
        readonly at: Instant;
        readonly countedUnder: CountedDebit | null;
      }
    | undefined;
  readonly refund: CreditsRefunded | undefined;
}

/** Debits are refunded rarely and may be years old, so they are looked up in the log, not kept in memory. */
async function findDebit(
  { eventStore, codec }: RefundDebitPorts,
  accountId: AccountId,
  debitId: DebitId,
): Promise<Found> {
  let debited: Found['debited'];
  let refund: Found['refund'];
  let keyId: KeyId | null = null;
  let period = 0;
  const check = checkOf(debitId);
  for await (const recorded of eventStore.readStream(accountStream(accountId), 0)) {
    if (recorded.type === 'PeriodStarted') period += 1;
    const { data, metadata } = recorded;
    if (data.debitId !== debitId && data.checkId !== check) continue;
    const event = codec.ledgerEvent(recorded);
    // A check may be held more than once, under one key or another: the last hold is what is debited.
    if (event.type === 'CreditsHeld') keyId = event.data.cap?.keyId ?? null;
    else if (event.type === 'CreditsDebited') {
      const countedUnder = keyId === null ? null : { keyId, period };
      debited = { debit: event, at: metadata.occurredAt, countedUnder };
    } else if (event.type === 'CreditsRefunded') refund = event;
  }
  return { debited, refund };
}
