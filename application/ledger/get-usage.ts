import type { Allowances } from '../../domain/access/plan.ts';
import { decide } from '../../domain/ledger/decide.ts';
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
import type { Instant } from '../../domain/shared/instant.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { EventCodec } from '../ports/event-codec.ts';
import type { EventStore } from '../ports/event-store.ts';
import { OutcomeUnknownError, StoreUnavailableError } from '../ports/event-store.ts';
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
  readonly allowances: Allowances;
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

/**
 * Where an account stands now. Writes only when time alone has changed something since the last event; a log that
 * takes nothing, as on a full disk, is no reason not to answer.
 */
export async function getUsage(
  ports: GetUsagePorts,
  { accountId }: { readonly accountId: AccountId },
): Promise<Outcome<UsageRecord>> {
  const now = ports.clock.now();
  let usage = await readUsage(ports, accountId);
  if (usage === undefined) return refused('not_found', `no account ${accountId}`);
  if (nextDueAt(usage) <= now) {
    usage = (await rolledForward(ports, accountId, now)) ?? usage;
  }
  return success(usageRecord(usage));
}

/** The usage once what is due is written; when it cannot be written, as it would be then. */
async function rolledForward(
  ports: GetUsagePorts,
  accountId: AccountId,
  now: Instant,
): Promise<Usage | undefined> {
  const stream = accountStream(accountId);
  try {
    await ports.ledger.handle(
      stream,
      { type: 'roll-period' },
      { at: now, correlationId: ports.ids.uuid(), actor: { kind: 'system' } },
    );
    return await readUsage(ports, accountId);
  } catch (error) {
    const isOutage = error instanceof StoreUnavailableError || error instanceof OutcomeUnknownError;
    if (!isOutage) throw error;
    const ledger = await ports.ledger.current(stream);
    const usage = await readUsage(ports, accountId);
    // Written after all, or by somebody else meanwhile.
    if (usage === undefined || nextDueAt(usage) > now) return usage;
    const context = { at: now, allowances: ports.allowances };
    const { events } = decide(ledger, { type: 'roll-period' }, context);
    return events.reduce((folded, { event }) => evolveUsage(folded, event), usage);
  }
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

/** The figures of API.md for a usage fold. */
export function usageRecord(usage: Usage): UsageRecord {
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
