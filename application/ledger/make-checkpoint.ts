import {
  type Checkpoint,
  emptyLogHash,
  headsRoot,
  nextLogHash,
  type SignedCheckpoint,
  type StreamHead,
  signedText,
  sortedHeads,
} from '../../domain/ledger/checkpoint.ts';
import type { CheckpointKey } from '../ports/checkpoint-key.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Hasher } from '../ports/hasher.ts';
import { streamPrefixes } from './audit-stores.ts';
import { walkChains } from './walk-chains.ts';

export interface MakeCheckpointPorts {
  readonly eventStore: EventStore;
  readonly hasher: Hasher;
  readonly clock: Clock;
  readonly checkpointKey: CheckpointKey;
}

/**
 * Signs where every stream of the log stands, as of its end now. Kept elsewhere, it proves later that
 * nothing before it has changed: see `verifyCheckpoint`.
 * @throws Error when a chain is broken: a history that does not hold together is not vouched for.
 */
export async function makeCheckpoint(ports: MakeCheckpointPorts): Promise<SignedCheckpoint> {
  const { eventStore, clock, checkpointKey } = ports;
  const { sha256 } = ports.hasher;
  const position = await eventStore.lastPosition();
  const heads = new Map<string, StreamHead>();
  let events = 0;
  let log_hash = emptyLogHash;
  const range = { to: position, prefixes: streamPrefixes };
  for await (const step of walkChains({ eventStore, sha256 }, range)) {
    if (step.fault !== null) {
      const { stream, revision } = step.place;
      throw new Error(
        `nothing was signed: ${stream} revision ${revision}: ${step.fault}; see \`assay audit\``,
      );
    }
    const { stream, revision, position: at } = step.event;
    events += 1;
    log_hash = nextLogHash(log_hash, { position: at, stream, revision, hash: step.hash }, sha256);
    heads.set(stream, [stream, revision, step.hash]);
  }
  const sorted = sortedHeads([...heads.values()]);
  const checkpoint: Checkpoint = {
    version: 1,
    created_at: new Date(clock.now()).toISOString(),
    position,
    events,
    streams: sorted.length,
    prefixes: streamPrefixes,
    heads_root: headsRoot(sorted, sha256),
    log_hash,
    public_key: checkpointKey.publicKey(),
  };
  return { ...checkpoint, signature: checkpointKey.sign(signedText(checkpoint)), heads: sorted };
}
