import {
  type ApiKey,
  evolve as evolveKey,
  unknownKey,
} from '../../domain/access/api-key/api-key.ts';
import { type AuditedLedger, auditEvent, newlyAudited } from '../../domain/ledger/audit.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { chainHash } from '../../domain/shared/hash-chain.ts';
import type { EventCodec } from '../ports/event-codec.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Hasher } from '../ports/hasher.ts';

export interface AuditLedgerPorts {
  readonly eventStore: EventStore;
  readonly codec: EventCodec;
  readonly hasher: Hasher;
}

/** Something in the log that cannot be as it should be; `event` is the first event it shows at. */
export interface AuditFault {
  readonly stream: string;
  readonly revision: number;
  readonly event_id: string;
  readonly fault: string;
}

export interface AuditResult {
  readonly streams: number;
  readonly events: number;
  readonly accounts: number;
  readonly faults: readonly AuditFault[];
}

interface StreamAudit {
  revision: number;
  lastHash: string | null;
  ledger: AuditedLedger;
  key: ApiKey;
  /** After the first fault everything behind it is in doubt, so only the first is named. */
  faulty: boolean;
}

/**
 * Walks the whole log, or one account's part of it: the hash chain of every stream, gaps, every balance
 * and every allocation by replay. Finds nothing when, and only when, the log explains itself.
 */
export async function auditLedger(
  ports: AuditLedgerPorts,
  { prefixes }: { readonly prefixes: readonly string[] },
): Promise<AuditResult> {
  const streams = new Map<string, StreamAudit>();
  const faults: AuditFault[] = [];
  let events = 0;
  for await (const event of ports.eventStore.readAll(0, prefixes)) {
    events += 1;
    const stream = streams.get(event.stream) ?? newStream();
    streams.set(event.stream, stream);
    if (stream.faulty) continue;
    const fault = checkEvent(ports, stream, event);
    if (fault === null) continue;
    stream.faulty = true;
    const { stream: name, revision, id } = event;
    faults.push({ stream: name, revision, event_id: id, fault });
  }
  const accounts = [...streams.keys()].filter((name) => name.startsWith('account-')).length;
  return { streams: streams.size, events, accounts, faults };
}

function newStream(): StreamAudit {
  return { revision: -1, lastHash: null, ledger: newlyAudited, key: unknownKey, faulty: false };
}

/** The first fault of one event, or null; moves the stream's audit on. */
function checkEvent(
  ports: AuditLedgerPorts,
  stream: StreamAudit,
  event: RecordedEvent,
): string | null {
  if (event.revision !== stream.revision + 1) {
    return `expected revision ${stream.revision + 1}, found ${event.revision}`;
  }
  if (event.metadata.previousHash !== stream.lastHash) {
    return 'the hash of the event before it does not match: the history was changed';
  }
  stream.revision = event.revision;
  stream.lastHash = chainHash(event, ports.hasher.sha256);
  try {
    return checkMeaning(ports, stream, event);
  } catch (error) {
    return error instanceof Error ? error.message : 'the event cannot be folded';
  }
}

function checkMeaning(
  { codec }: AuditLedgerPorts,
  stream: StreamAudit,
  event: RecordedEvent,
): string | null {
  if (event.stream.startsWith('key-')) {
    stream.key = evolveKey(stream.key, codec.apiKeyEvent(event));
    return null;
  }
  const known = codec.ledgerEvent(event);
  const checked = auditEvent(stream.ledger, {
    event: known,
    occurredAt: event.metadata.occurredAt,
  });
  stream.ledger = checked.next;
  return checked.fault;
}
