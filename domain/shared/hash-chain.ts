import type { AppendableEvent } from './event.ts';
import { canonicalJson, type Json } from './json.ts';

/** SHA-256 of a string as UTF-8, 64 hex digits. */
export type Sha256 = (data: string) => string;

/**
 * The hash that the next event of the stream carries as `previousHash`. It covers the event's id, type,
 * version, data and metadata, and through `previousHash` everything before it; not its place in the log,
 * which belongs to the store.
 */
export function chainHash(event: AppendableEvent, sha256: Sha256): string {
  const { id, type, version, data, metadata } = event;
  const { occurredAt, correlationId, causationId, actor, previousHash } = metadata;
  const covered: Json = {
    id,
    type,
    version,
    data,
    metadata: { occurredAt, correlationId, causationId, actor: { ...actor }, previousHash },
  };
  return sha256(canonicalJson(covered));
}
