import {
  type ApiKey,
  evolve as evolveKey,
  unknownKey,
} from '../../domain/access/api-key/api-key.ts';
import { keyStream } from '../../domain/access/api-key/events.ts';
import { type AuditedLedger, auditEvent, newlyAudited } from '../../domain/ledger/audit.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { chainHash } from '../../domain/shared/hash-chain.ts';
import type { EventCodec } from '../ports/event-codec.ts';
import { type EventStore, UnreadableEventError } from '../ports/event-store.ts';
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
  last: RecordedEvent | null;
  ledger: AuditedLedger;
  key: ApiKey;
  /** After the first fault everything behind it is in doubt, so only the first is named. */
  faulty: boolean;
}

type Place = UnreadableEventError['place'];

/**
 * Walks the whole log, or one account's part of it: the hash chain of every stream, gaps, every balance
 * and every allocation by replay. What the end of a stream should be, the chain cannot say: the read
 * models, which hold the hash of every event of an account, tell when it was changed or cut off.
 */
export async function auditLedger(
  ports: AuditLedgerPorts,
  { prefixes }: { readonly prefixes: readonly string[] },
): Promise<AuditResult> {
  const streams = new Map<string, StreamAudit>();
  const faults: AuditFault[] = [];
  const audited = (name: string): StreamAudit => {
    const stream = streams.get(name) ?? newStream();
    streams.set(name, stream);
    return stream;
  };
  const note = ({ stream, revision, id }: Place, fault: string): void => {
    audited(stream).faulty = true;
    faults.push({ stream, revision, event_id: id, fault });
  };
  let events = 0;
  for await (const read of readableOrNot(ports.eventStore, prefixes)) {
    events += 1;
    const stream = audited(read.event === null ? read.place.stream : read.event.stream);
    if (stream.faulty) continue;
    if (read.event === null) note(read.place, 'it is no event: somebody else wrote it');
    else checkEvent(ports, stream, { event: read.event, note });
  }
  const accounts = [...streams.keys()].filter((name) => name.startsWith('account-')).length;
  return { streams: streams.size, events, accounts, faults };
}

type Read = { readonly event: RecordedEvent } | { readonly event: null; readonly place: Place };

/** Everything in the log, and the places where something stands that is no event. */
async function* readableOrNot(
  eventStore: EventStore,
  prefixes: readonly string[],
): AsyncGenerator<Read> {
  let position = 0;
  for (let more = true; more; ) {
    try {
      for await (const event of eventStore.readAll(position, prefixes)) {
        position = event.position;
        yield { event };
      }
      more = false;
    } catch (error) {
      if (!(error instanceof UnreadableEventError)) throw error;
      position = error.place.position;
      yield { event: null, place: error.place };
    }
  }
}

function newStream(): StreamAudit {
  return { last: null, ledger: newlyAudited, key: unknownKey, faulty: false };
}

/** Notes the first fault of one event, if any, and moves the stream's audit on. */
function checkEvent(
  ports: AuditLedgerPorts,
  stream: StreamAudit,
  { event, note }: { readonly event: RecordedEvent; note(place: Place, fault: string): void },
): void {
  const { last } = stream;
  const due = (last?.revision ?? -1) + 1;
  if (event.revision !== due) {
    note(event, `expected revision ${due}, found ${event.revision}`);
    return;
  }
  const hash = last === null ? null : chainHash(last, ports.hasher.sha256);
  if (event.metadata.previousHash !== hash) {
    // The hash of what is unchanged would be found in its successor, so the fault is the former's.
    const fault =
      'the next event does not carry its hash: it was changed, or what followed it is gone';
    note(last ?? event, fault);
    return;
  }
  stream.last = event;
  const fault = faultOfMeaning(ports, stream, event);
  if (fault !== null) note(event, fault);
}

function faultOfMeaning(
  ports: AuditLedgerPorts,
  stream: StreamAudit,
  event: RecordedEvent,
): string | null {
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
    const known = codec.apiKeyEvent(event);
    stream.key = evolveKey(stream.key, known);
    return nameFault(event, keyStream(known.data.keyId));
  }
  const known = codec.ledgerEvent(event);
  const { next, fault } = auditEvent(stream.ledger, {
    event: known,
    occurredAt: event.metadata.occurredAt,
  });
  stream.ledger = next;
  const { accountId } = next.ledger;
  return fault ?? (accountId === null ? null : nameFault(event, accountStream(accountId)));
}

function nameFault({ stream }: RecordedEvent, expected: string): string | null {
  return stream === expected ? null : `the event belongs to the stream ${expected}`;
}
