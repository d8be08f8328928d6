import type { Sha256 } from '../shared/hash-chain.ts';
import { canonicalJson } from '../shared/json.ts';
import { merkleRoot } from '../shared/merkle.ts';

/** The last event of a stream: its revision and its `chainHash`, which covers everything before it. */
export type StreamHead = readonly [stream: string, revision: number, hash: string];

/**
 * What is signed: where the log stood, and digests that only this history has. It says nothing of what
 * comes after `position`.
 */
export type Checkpoint = {
  readonly version: 1;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  /** Log position of the last event it covers; 0 for an empty log. */
  readonly position: number;
  readonly events: number;
  readonly streams: number;
  /** Only streams whose names start with one of these are covered. */
  readonly prefixes: readonly string[];
  /** Merkle root over the heads of all streams, by name. See `headsRoot`. */
  readonly heads_root: string;
  /** Hash over every event in log order, with its position: see `nextLogHash`. */
  readonly log_hash: string;
  /** The Ed25519 key that signed it, as PEM. Being named here proves nothing: compare it with one you know. */
  readonly public_key: string;
};

export type SignedCheckpoint = Checkpoint & {
  /** Ed25519 over `signedText`, base64. */
  readonly signature: string;
  /** In the order of their names; they give `heads_root`. */
  readonly heads: readonly StreamHead[];
};

/** The bytes under the signature: a line that says what they are, then canonical JSON. */
export function signedText(checkpoint: Checkpoint): string {
  return `assay checkpoint ${checkpoint.version}\n${canonicalJson(checkpoint)}`;
}

export function headsRoot(heads: readonly StreamHead[], sha256: Sha256): string {
  return merkleRoot(
    heads.map((head) => JSON.stringify(head)),
    sha256,
  );
}

export const emptyLogHash = '';

/** The hash of a log after one more event: no two events can change places under it unseen. */
export function nextLogHash(
  before: string,
  event: {
    readonly position: number;
    readonly stream: string;
    readonly revision: number;
    readonly hash: string;
  },
  sha256: Sha256,
): string {
  const { position, stream, revision, hash } = event;
  return sha256(JSON.stringify([before, position, stream, revision, hash]));
}

/** Names in code-unit order: the same list wherever it is made. */
export function sortedHeads(heads: readonly StreamHead[]): readonly StreamHead[] {
  return [...heads].sort(([left], [right]) => (left < right ? -1 : 1));
}
