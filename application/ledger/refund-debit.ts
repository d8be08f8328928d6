import { accountStream, type CreditsDebited } from '../../domain/ledger/events.ts';
import type { Credits } from '../../domain/shared/credits.ts';
import type { Actor, RecordedEvent } from '../../domain/shared/event.ts';
import { type AccountId, type DebitId, noteId } from '../../domain/shared/ids.ts';
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
  readonly amount: Credits;
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
  const found = await findDebit(ports, accountId, debitId);
  if (found === undefined)
    return refused('not_found', `account ${accountId} has no debit ${debitId}`);
  const { amount, perGrant } = found.debit.data;
  const debitedAt = found.recorded.metadata.occurredAt;
  const note = noteId(ports.ids.fresh('not_'));
  await ports.personalData.put(accountId, `note:${note}`, reason);
  const answer = await ports.ledger.handle(
    accountStream(accountId),
    { type: 'refund-debit', debit: { debitId, amount, perGrant, debitedAt }, noteId: note },
    { at: ports.clock.now(), correlationId: ports.ids.uuid(), actor },
  );
  const refundedNow = answer.status === 'done';
  if (!refundedNow && answer.status !== 'already_refunded') {
    throw new Error(`a refund was answered with ${answer.status}`);
  }
  return success({ debitId, amount, refundedNow });
}

/** Debits are refunded rarely and may be years old, so they are looked up in the log, not kept in memory. */
async function findDebit(
  { eventStore, codec }: RefundDebitPorts,
  accountId: AccountId,
  debitId: DebitId,
): Promise<{ readonly debit: CreditsDebited; readonly recorded: RecordedEvent } | undefined> {
  for await (const recorded of eventStore.readStream(accountStream(accountId), 0)) {
    if (recorded.type !== 'CreditsDebited') continue;
    const event = codec.ledgerEvent(recorded);
    if (event.type === 'CreditsDebited' && event.data.debitId === debitId) {
      return { debit: event, recorded };
    }
  }
  return undefined;
}
