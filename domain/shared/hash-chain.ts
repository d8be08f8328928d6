import type { AppendableEvent } from './event.ts';

/** SHA-256 of a string as UTF-8, 64 hex digits. */
export type Sha256 = (data: string) => string;

/**
 * The hash that the next event of the stream carries as `previousHash`: SHA-256 of a JSON list of the
 * event's id, type, version, data and metadata. Through `previousHash` it covers everything before it; it
 * leaves out the event's place in the log, which belongs to the store. Members of `data` stand in the
 * order in which they were stored, which every store keeps.
 */
export function chainHash(event: AppendableEvent, sha256: Sha256): string {
  const { id, type, version, data, metadata } = event;
  const { occurredAt, correlationId, causationId, actor, previousHash } = metadata;
  const actorId = 'id' in actor ? actor.id : null;
  const context = [occurredAt, correlationId, causationId, actor.kind, actorId, previousHash];
  const dataText = event.dataText ?? JSON.stringify(data);
  const head = `${JSON.stringify(id)},${JSON.stringify(type)},${JSON.stringify(version)}`;
  return sha256(`[${head},${dataText},${JSON.stringify(context)}]`);
}
