import { accountStream } from '../../domain/ledger/events.ts';
import {
  bonusCredits,
  emptyUsage,
  evolveUsage,
  nextDueAt,
  remainingCredits,
  type Usage,
} from '../../domain/ledger/usage.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { EventCodec } from '../ports/event-codec.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Ids } from '../ports/ids.ts';
import type { ReadModels } from '../ports/read-models.ts';
import type { AccountLedger } from './account-ledger.ts';

export interface GetUsagePorts {
  readonly readModels: ReadModels;
  readonly documents: DocumentCodec;
  readonly eventStore: EventStore;
  readonly codec: EventCodec;
  readonly ledger: AccountLedger;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** The usage record of API.md. Periods are milliseconds since 1970. */
export interface UsageRecord {
  readonly plan: string;
  readonly credits: {
    readonly allowance: number;
    readonly used: number;
    readonly bonus: number;
    /** Available credits: what a new check may spend. */
    readonly remaining: number;
    readonly period_start: number;
    readonly period_end: number;
  };
}

/** Where an account stands now. Writes only when time alone has changed something since the last event. */
export async function getUsage(
  ports: GetUsagePorts,
  { accountId }: { readonly accountId: AccountId },
): Promise<Outcome<UsageRecord>> {
  const now = ports.clock.now();
  let usage = await readUsage(ports, accountId);
  if (usage === undefined) return refused('not_found', `no account ${accountId}`);
  if (nextDueAt(usage) <= now) {
    await ports.ledger.handle(
      accountStream(accountId),
      { type: 'roll-period' },
      { at: now, correlationId: ports.ids.uuid(), actor: { kind: 'system' } },
    );
    usage = (await readUsage(ports, accountId)) ?? usage;
  }
  return success(usageRecord(usage));
}

/**
 * The document, and on top of it what the log holds beyond it: who pays sees it in the next reading,
 * whichever node answered, for a debit does not wait for its read model. Mostly there is nothing beyond.
 */
async function readUsage(
  { readModels, documents, eventStore, codec }: GetUsagePorts,
  accountId: AccountId,
): Promise<Usage | undefined> {
  const document = await readModels.get(readModelNames.usage, accountId);
  let usage = document === undefined ? undefined : documents.usage(document);
  const next = (document?.revision ?? -1) + 1;
  for await (const event of eventStore.readStream(accountStream(accountId), next)) {
    usage = evolveUsage(usage ?? emptyUsage, codec.ledgerEvent(event));
  }
  return usage;
}

function usageRecord(usage: Usage): UsageRecord {
  return {
    plan: usage.plan,
    credits: {
      allowance: usage.allowance,
      used: usage.used,
      bonus: bonusCredits(usage),
      remaining: remainingCredits(usage),
      period_start: usage.periodStart,
      period_end: usage.periodEnd,
    },
  };
}
