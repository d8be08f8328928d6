import {
  emptyLogHash,
  headsRoot,
  nextLogHash,
  type SignedCheckpoint,
  type StreamHead,
  signedText,
} from '../../domain/ledger/checkpoint.ts';
import type { SignatureCheck } from '../ports/checkpoint-key.ts';
import { type EventStore, StoreUnavailableError } from '../ports/event-store.ts';
import type { Hasher } from '../ports/hasher.ts';
import { type ChainStep, walkChains } from './walk-chains.ts';

export interface VerifyCheckpointPorts {
  readonly eventStore: EventStore;
  readonly hasher: Hasher;
  readonly signatures: SignatureCheck;
}

/** Something that is not as it was; without a place where it belongs to none, or is gone. */
export interface HistoryFault {
  readonly stream: string | null;
  readonly revision: number | null;
  readonly position: number | null;
  readonly event_id: string | null;
  readonly fault: string;
}

export interface CheckpointVerdict {
  readonly valid: boolean;
  readonly created_at: string;
  readonly position: number;
  /** Events up to the checkpoint that were read and fit. */
  readonly events: number;
  readonly streams: number;
  /** The fault that stands first in the log; what is gone stands last. */
  readonly first_fault: HistoryFault | null;
  /** One a stream, at most 1,000 of them. */
  readonly faults: readonly HistoryFault[];
}

const maxFaults = 1_000;

/**
 * Whether the log still holds, unchanged, everything that a checkpoint vouches for, and nothing besides up
 * to its position. Later events do not matter. `publicKey` is the key that must have signed it; it has to
 * come from somebody the caller trusts, never from the checkpoint.
 */
export async function verifyCheckpoint(
  ports: VerifyCheckpointPorts,
  asked: { readonly checkpoint: SignedCheckpoint; readonly publicKey: string },
): Promise<CheckpointVerdict> {
  const { checkpoint } = asked;
  const { created_at, position, streams } = checkpoint;
  const forged = forgery(ports, asked);
  // Against a list that nobody vouches for there is nothing to compare.
  const { faults, events } =
    forged === null
      ? await compareLog(ports, checkpoint)
      : { faults: [placeless(forged)], events: 0 };
  const first_fault = faults.reduce<HistoryFault | null>(earlier, null);
  const valid = first_fault === null;
  const listed = faults.slice(0, maxFaults);
  return { valid, created_at, position, events, streams, first_fault, faults: listed };
}

/** What is wrong with the checkpoint itself; null when it is what the key signed. */
function forgery(
  { signatures, hasher }: VerifyCheckpointPorts,
  { checkpoint, publicKey }: { checkpoint: SignedCheckpoint; publicKey: string },
): string | null {
  const { signature, heads, ...signed } = checkpoint;
  if (!signatures.isSameKey([publicKey, signed.public_key])) {
    return 'the checkpoint was signed with another key than the one to trust';
  }
  if (!signatures.isSignedBy({ publicKey, text: signedText(signed), signature })) {
    return 'the signature does not fit: the checkpoint was changed';
  }
  const root = headsRoot(heads, hasher.sha256);
  if (root === signed.heads_root && heads.length === signed.streams) return null;
  return 'the list of streams in the checkpoint is not the one that was signed';
}

interface Comparison {
  readonly faults: readonly HistoryFault[];
  readonly events: number;
}

async function compareLog(
  { eventStore, hasher }: VerifyCheckpointPorts,
  checkpoint: SignedCheckpoint,
): Promise<Comparison> {
  const { sha256 } = hasher;
  const { position, prefixes } = checkpoint;
  const open = new Map(checkpoint.heads.map((head) => [head[0], head]));
  const reached = new Map<string, number>();
  const faults: HistoryFault[] = [];
  let events = 0;
  let log = emptyLogHash;
  try {
    for await (const step of walkChains({ eventStore, sha256 }, { to: position, prefixes })) {
      const fault = stepFault(step, open);
      if (fault !== null) faults.push(fault);
      if (step.fault !== null) continue;
      const { stream, revision, position: at } = step.event;
      reached.set(stream, revision);
      log = nextLogHash(log, { position: at, stream, revision, hash: step.hash }, sha256);
      if (fault === null) events += 1;
    }
  } catch (error) {
    // A store that is away says nothing about its history; one that is damaged does.
    if (error instanceof StoreUnavailableError || !(error instanceof Error)) throw error;
    return { faults: [...faults, placeless(`the log cannot be read: ${error.message}`)], events };
  }
  const faulty = new Set(faults.map(({ stream }) => stream));
  faults.push(...missing([...open.values()], { reached, faulty }));
  if (faults.length === 0 && log !== checkpoint.log_hash) {
    faults.push(placeless('every stream is as it was, but not the order of the events in the log'));
  }
  return { faults, events };
}

function stepFault(step: ChainStep, heads: ReadonlyMap<string, StreamHead>): HistoryFault | null {
  const { stream, revision, position, id } = step.fault === null ? step.event : step.place;
  const at = (fault: string): HistoryFault => ({ stream, revision, position, event_id: id, fault });
  if (step.fault !== null) return at(step.fault);
  const head = heads.get(stream);
  if (head === undefined) {
    return revision === 0 ? at('the stream was not there: it was put in later') : null;
  }
  const [, last, hash] = head;
  if (revision === last + 1)
    return at(`it was put in later: the stream ended with revision ${last}`);
  if (revision !== last || step.hash === hash) return null;
  return at(
    'its hash is another than was signed: it, or something before it in its stream, was changed',
  );
}

function missing(
  heads: readonly StreamHead[],
  read: {
    readonly reached: ReadonlyMap<string, number>;
    readonly faulty: ReadonlySet<string | null>;
  },
): readonly HistoryFault[] {
  return heads.flatMap(([stream, last]) => {
    const end = read.reached.get(stream);
    if (end === last || read.faulty.has(stream)) return [];
    const fault =
      end === undefined
        ? 'the whole stream is missing'
        : `the stream is shortened: it ends with revision ${end}, it had ${last}`;
    const revision = end === undefined ? 0 : end + 1;
    return [{ stream, revision, position: null, event_id: null, fault }];
  });
}

function placeless(fault: string): HistoryFault {
  return { stream: null, revision: null, position: null, event_id: null, fault };
}

function earlier(first: HistoryFault | null, next: HistoryFault): HistoryFault {
  if (first === null) return next;
  const end = Number.POSITIVE_INFINITY;
  return (next.position ?? end) < (first.position ?? end) ? next : first;
}
