import { claimStream } from '../../domain/access/agent-claim/events.ts';
import {
  type ApiKey,
  evolve as evolveKey,
  unknownKey,
} from '../../domain/access/api-key/api-key.ts';
import { keyStream } from '../../domain/access/api-key/events.ts';
import { authorizationStream } from '../../domain/access/authorization/events.ts';
import { clientStream } from '../../domain/access/client/events.ts';
import { passkeyStream } from '../../domain/access/passkey/events.ts';
import { signInStream } from '../../domain/access/sign-in/events.ts';
import { auditEvent, type DebitMemory, newlyAudited } from '../../domain/ledger/audit.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { chainHash } from '../../domain/shared/hash-chain.ts';
import type { EventCodec } from '../ports/event-codec.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Hasher } from '../ports/hasher.ts';
import { debitMemory } from './debit-memory.ts';
import { type Place, readableOrNot } from './readable-or-not.ts';

export interface AuditLedgerPorts {
  readonly eventStore: EventStore;
  readonly codec: EventCodec;
  readonly hasher: Hasher;
}

/** Something in the log that cannot be as it should be, at the first event it shows at. */
export interface AuditFault {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly event_id: string;
  readonly fault: string;
}

export interface AuditResult {
  readonly streams: number;
  readonly events: number;
  readonly accounts: number;
  /** Streams with a fault. After the first, everything behind it in its stream is in doubt. */
  readonly faulty_streams: number;
  /** The fault that stands first in the log. */
  readonly first_fault: AuditFault | null;
  /** One a stream, at most 1,000 of them. */
  readonly faults: readonly AuditFault[];
}

/** Of a stream under audit, only what the next event must fit. */
interface StreamAudit {
  readonly name: string;
  last: (Place & { readonly hash: string }) | null;
  ledger: Ledger;
  key: ApiKey;
  faulty: boolean;
}

interface Audit {
  readonly ports: AuditLedgerPorts;
  readonly debits: DebitMemory;
  note(stream: StreamAudit, place: Place, fault: string): void;
}

const maxFaults = 1_000;

/**
 * Walks the whole log, or one account's part of it: the hash chain of every stream, gaps, every balance
 * and every allocation by replay. What the end of a stream should be, the chain cannot say: the read
 * models, which hold the hash of the last event of every stream, tell when it was changed or cut off.
 * Keeps a few kilobytes an account and a few words a debit, however long the log is.
 */
export async function auditLedger(
  ports: AuditLedgerPorts,
  { prefixes }: { readonly prefixes: readonly string[] },
): Promise<AuditResult> {
  const streams = new Map<string, StreamAudit>();
  const found = faultList();
  const audit: Audit = { ports, debits: debitMemory(ports.hasher.sha256), note: found.note };
  let events = 0;
  for await (const read of readableOrNot(ports.eventStore, { afterPosition: 0, prefixes })) {
    events += 1;
    const name = read.event === null ? read.place.stream : read.event.stream;
    const stream = streams.get(name) ?? newStream(name);
    streams.set(name, stream);
    if (stream.faulty) continue;
    if (read.event === null)
      audit.note(stream, read.place, 'it is no event: somebody else wrote it');
    else checkEvent(audit, stream, read.event);
  }
  const accounts = [...streams.keys()].filter((name) => name.startsWith('account-')).length;
  return { streams: streams.size, events, accounts, ...found.result() };
}

function faultList() {
  const faults: AuditFault[] = [];
  let faulty_streams = 0;
  let first_fault: AuditFault | null = null;
  return {
    note(stream: StreamAudit, { revision, position, id }: Place, fault: string): void {
      const noted = { stream: stream.name, revision, position, event_id: id, fault };
      stream.faulty = true;
      faulty_streams += 1;
      if (faults.length < maxFaults) faults.push(noted);
      if (first_fault === null || position < first_fault.position) first_fault = noted;
    },
    result: () => ({ faulty_streams, first_fault, faults }),
  };
}

function newStream(name: string): StreamAudit {
  return { name, last: null, ledger: newlyAudited, key: unknownKey, faulty: false };
}

/** Notes the first fault of one event, if any, and moves the stream's audit on. */
function checkEvent(audit: Audit, stream: StreamAudit, event: RecordedEvent): void {
  const { last } = stream;
  const due = (last?.revision ?? -1) + 1;
  if (event.revision !== due) {
    audit.note(stream, event, `expected revision ${due}, found ${event.revision}`);
    return;
  }
  if (event.metadata.previousHash !== (last?.hash ?? null)) {
    // The hash of what is unchanged would be found in its successor, so the fault is the former's.
    const fault =
      'the next event does not carry its hash: it was changed, or what followed it is gone';
    audit.note(stream, last ?? event, fault);
    return;
  }
  const { revision, position, id } = event;
  const hash = chainHash(event, audit.ports.hasher.sha256);
  stream.last = { stream: stream.name, revision, position, id, hash };
  const fault = faultOfMeaning(audit, stream, event);
  if (fault !== null) audit.note(stream, event, fault);
}

function faultOfMeaning(audit: Audit, stream: StreamAudit, event: RecordedEvent): string | null {
  try {
    return checkMeaning(audit, stream, event);
  } catch (error) {
    return error instanceof Error ? error.message : 'the event cannot be folded';
  }
}

function checkMeaning(
  { ports: { codec }, debits }: Audit,
  stream: StreamAudit,
  event: RecordedEvent,
): string | null {
  if (event.stream.startsWith('key-')) {
    const known = codec.apiKeyEvent(event);
    stream.key = evolveKey(stream.key, known);
    return nameFault(event, keyStream(known.data.keyId));
  }
  const named = streamNamedIn(codec, event);
  if (named !== null) return nameFault(event, named);
  const { occurredAt } = event.metadata;
  const timed = { event: codec.ledgerEvent(event), occurredAt };
  const { next, fault } = auditEvent(stream.ledger, timed, debits);
  stream.ledger = next;
  const { accountId } = next;
  return fault ?? (accountId === null ? null : nameFault(event, accountStream(accountId)));
}

/** The stream that an event of access says it belongs to; null for those of accounts. */
function streamNamedIn(codec: EventCodec, event: RecordedEvent): string | null {
  if (event.stream.startsWith('authorization-')) {
    return authorizationStream(codec.authorizationEvent(event).data.authorizationId);
  }
  if (event.stream.startsWith('claim-')) {
    return claimStream(codec.agentClaimEvent(event).data.registrationId);
  }
  if (event.stream.startsWith('client-')) {
    return clientStream(codec.clientEvent(event).data.clientId);
  }
  if (event.stream.startsWith('sign-in-')) {
    return signInStream(codec.signInEvent(event).data.signInId);
  }
  if (event.stream.startsWith('passkey-')) {
    return passkeyStream(codec.passkeyEvent(event).data.passkeyId);
  }
  return null;
}

function nameFault({ stream }: RecordedEvent, expected: string): string | null {
  return stream === expected ? null : `the event belongs to the stream ${expected}`;
}
