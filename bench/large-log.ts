import type { EventStore } from '../application/ports/event-store.ts';
import type { LedgerCommand } from '../domain/ledger/command.ts';
import { decide } from '../domain/ledger/decide.ts';
import { accountStream } from '../domain/ledger/events.ts';
import { emptyLedger, evolve, type Ledger } from '../domain/ledger/ledger.ts';
import { credits } from '../domain/shared/credits.ts';
import type { AppendableEvent } from '../domain/shared/event.ts';
import { chainHash } from '../domain/shared/hash-chain.ts';
import { type AccountId, accountId, checkId, eventId } from '../domain/shared/ids.ts';
import { type Instant, instant } from '../domain/shared/instant.ts';
import { nodeHasher } from '../infrastructure/system/node-hasher.ts';

/** Enough for one commit to be far cheaper than what it holds. */
const eventsPerAppend = 1000;
/** Credits for any number of checks, from the plan alone. */
const allowances = { free: credits(0), pro: credits(1e12), team: credits(1e12) };
const hasher = nodeHasher(new Uint8Array(32));

export interface LogSize {
  readonly accounts: number;
  readonly eventsPerAccount: number;
}

/**
 * Fills a log with accounts that hold and pay for checks, as the rules decide it, chained and appended as
 * the service does it, only many at once. The last check was now, the others each a second before.
 */
export async function fillLog(
  eventStore: EventStore,
  { accounts, eventsPerAccount }: LogSize,
): Promise<readonly AccountId[]> {
  const ids = Array.from({ length: accounts }, (_, index) =>
    accountId(`acc_${String(index).padStart(12, '0')}`),
  );
  const writers = ids.map((id) => accountWriter(eventStore, id, eventsPerAccount));
  // Each in turn, so that events of different accounts lie beside each other as they do in life.
  for (let open = writers; open.length > 0; ) {
    const more = await Promise.all(open.map((writer) => writer.next()));
    open = open.filter((_, index) => more[index]?.done !== true);
  }
  return ids;
}

async function* accountWriter(
  eventStore: EventStore,
  id: AccountId,
  count: number,
): AsyncGenerator<void> {
  const stream = accountStream(id);
  let revision = -1;
  let previousHash: string | null = null;
  let batch: AppendableEvent[] = [];
  for (const fact of accountHistory(id, count)) {
    const event: AppendableEvent = {
      ...fact.event,
      id: eventId(hasher.uuidV5(`${stream}|${fact.idKey}`)),
      metadata: { ...metadataAt(fact.at, id), previousHash },
    };
    previousHash = chainHash(event, hasher.sha256);
    batch.push(event);
    if (batch.length < eventsPerAppend) continue;
    revision = await appended(eventStore, { stream, revision, batch });
    batch = [];
    yield;
  }
  if (batch.length > 0) await appended(eventStore, { stream, revision, batch });
}

async function appended(
  eventStore: EventStore,
  at: { readonly stream: string; readonly revision: number; readonly batch: AppendableEvent[] },
): Promise<number> {
  const result = await eventStore.append(at.stream, at.revision, at.batch);
  if (!result.ok) throw new Error(`${at.stream} was not empty`);
  return result.lastRevision;
}

function metadataAt(at: Instant, id: AccountId) {
  const correlationId = hasher.uuidV5(`${id}|${at}`);
  const actor = { kind: 'key', id: `key_${id.slice(4)}` } as const;
  return { occurredAt: at, correlationId, causationId: correlationId, actor };
}

function* accountHistory(id: AccountId, count: number) {
  let ledger: Ledger = emptyLedger;
  let written = 0;
  const startMs = Date.now() - count * 500;
  const commands = commandsOf(id);
  for (let step = 0; written < count; step++) {
    const at = instant(startMs + step * 500);
    const decision = decide(ledger, commands(step), { at, allowances });
    for (const { event, idKey } of decision.events) {
      ledger = evolve(ledger, { event, occurredAt: at });
      written += 1;
      yield { event, idKey, at };
    }
  }
}

function commandsOf(id: AccountId): (step: number) => LedgerCommand {
  return (step) => {
    if (step === 0) return { type: 'open-account', accountId: id, plan: 'pro' };
    const number = Math.floor((step - 1) / 2);
    const check = checkId(`chk_${hasher.uuidV5(`${id}|${number}`)}`);
    const amount = credits(1 + (number % 900));
    if (step % 2 === 1) {
      return {
        type: 'hold-credits',
        checkId: check,
        amount,
        holdMs: 600_000,
        reuses: [],
        cap: null,
      };
    }
    const lines = [{ item: 'ai', amount }] as const;
    const priced = { lines, priceVersion: 1, wordCount: amount, reused: null };
    return { type: 'settle-hold', checkId: check, ...priced };
  };
}
