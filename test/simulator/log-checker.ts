import type { RecordedEvent } from '../../domain/shared/event.ts';
import { type AccountModel, type Debit, hashOf, newAccount, Violation } from './account-model.ts';
import { CapModel } from './cap-model.ts';
import { take } from './ledger-model.ts';

interface StreamEnd {
  readonly revision: number;
  readonly position: number;
  readonly hash: string;
  readonly ids: Set<string>;
}

export interface KeyModel {
  readonly keyHash: string;
  readonly accountId: string;
  readonly monthlyCap: number | null;
  revoked: boolean;
}

/** Everything the raw log says, checked event by event as it becomes safe. */
export interface LogChecker {
  /** Events that became safe, in log order. @throws Violation */
  take(events: readonly RecordedEvent[]): void;
  /** The whole log again after a crash: nothing that was safe may be gone or changed. @throws Violation */
  compare(log: readonly RecordedEvent[]): void;
  readonly accounts: ReadonlyMap<string, AccountModel>;
  readonly keys: ReadonlyMap<string, KeyModel>;
  /** By account. */
  readonly caps: ReadonlyMap<string, CapModel>;
  readonly log: readonly RecordedEvent[];
  debitsOf(correlationId: string): readonly Debit[];
  readonly streams: ReadonlyMap<string, StreamEnd>;
}

export function openLogChecker(): LogChecker {
  const log: RecordedEvent[] = [];
  const streams = new Map<string, StreamEnd>();
  const accounts = new Map<string, AccountModel>();
  const keys = new Map<string, KeyModel>();
  const caps = new Map<string, CapModel>();
  const debits = new Map<string, Debit[]>();

  const takeOne = (event: RecordedEvent): void => {
    const end = streams.get(event.stream);
    checkPlace(event, end, log.at(-1));
    log.push(event);
    const ids = end?.ids ?? new Set();
    ids.add(event.id);
    const { revision, position, stream } = event;
    streams.set(stream, { revision, position, hash: hashOf(event), ids });
    if (stream.startsWith('key-')) takeKey(keys, event);
    else takeAccount(event);
  };
  const takeAccount = (event: RecordedEvent): void => {
    const id = event.stream.slice('account-'.length);
    const account = accounts.get(id) ?? newAccount(id);
    accounts.set(id, account);
    take(account, event);
    const cap = caps.get(id) ?? new CapModel((keyId) => keys.get(keyId)?.monthlyCap ?? null);
    caps.set(id, cap);
    cap.take(event);
    if (event.type !== 'CreditsDebited') return;
    const debit = account.debits.get(String(event.data.checkId));
    const { correlationId } = event.metadata;
    if (debit !== undefined)
      debits.set(correlationId, [...(debits.get(correlationId) ?? []), debit]);
  };
  return {
    take: (events) => events.forEach(takeOne),
    compare(other) {
      for (const [index, event] of log.entries()) {
        if (other[index]?.id === event.id && other[index]?.stream === event.stream) continue;
        const place = `${event.stream} revision ${event.revision} (${event.type})`;
        throw new Violation('what was safe stays', place);
      }
    },
    accounts,
    keys,
    caps,
    log,
    streams,
    debitsOf: (correlationId) => debits.get(correlationId) ?? [],
  };
}

function checkPlace(
  event: RecordedEvent,
  end: StreamEnd | undefined,
  last: RecordedEvent | undefined,
): void {
  const place = `${event.stream} revision ${event.revision} (${event.type})`;
  if (event.revision !== (end?.revision ?? -1) + 1)
    throw new Violation('revisions have no gap', place);
  if (event.position <= (last?.position ?? 0)) throw new Violation('positions grow', place);
  if (event.metadata.previousHash !== (end?.hash ?? null)) {
    throw new Violation('the hash chain is intact', place);
  }
  if (end?.ids.has(event.id)) throw new Violation('an event is in its stream once', place);
}

function takeKey(keys: Map<string, KeyModel>, { type, data }: RecordedEvent): void {
  const id = String(data.keyId);
  const known = keys.get(id);
  if (type === 'KeyCreated') {
    if (known !== undefined) throw new Violation('a key is made once', id);
    const accountId = String(data.accountId);
    const monthlyCap = data.monthlyCap === null ? null : Number(data.monthlyCap);
    keys.set(id, { keyHash: String(data.keyHash), accountId, monthlyCap, revoked: false });
    return;
  }
  if (known === undefined || known.revoked) throw new Violation('a key is revoked once', id);
  known.revoked = true;
}
