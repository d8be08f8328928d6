import { hash } from 'node:crypto';
import {
  type EventData,
  type JSONType,
  jsonEvent,
  type RecordedEvent as WireRecord,
} from '@eventstore/db-client';
import { z } from 'zod';
import {
  StoreUnavailableError,
  UnreadableEventError,
} from '../../application/ports/event-store.ts';
import type { AppendableEvent, RecordedEvent } from '../../domain/shared/event.ts';
import { eventId } from '../../domain/shared/ids.ts';
import { parseEventData, parseEventMetadata } from '../events/event-parts.ts';

/**
 * An event as the server gets it. Our id and version travel in its JSON metadata. The id that the server
 * knows is a hash of the whole event: its idempotency looks at ids alone (EventStore,
 * IndexWriter.CheckCommit), so that events of the same ids and another content would be
 * answered with success, although they are not in the log. With ids made of the content the server
 * itself says that they are a conflict, and no append has to be read back to find out.
 */
export function wireEvent(event: AppendableEvent): EventData {
  const { id, type, version, data, metadata, dataText = JSON.stringify(data) } = event;
  const envelope = { id, version, ...metadata };
  const text = JSON.stringify([type, dataText, envelope]);
  return jsonEvent<{ type: string; data: JSONType; metadata: unknown }>({
    id: contentId(text),
    type,
    // The client writes it as JSON, which is what our JSON is for.
    data: toJson(data),
    metadata: envelope,
  });
}

/** RFC 9562 5.8: a UUID of our own making, from the first bytes of a SHA-256. */
function contentId(text: string): string {
  const bytes = hash('sha256', text, 'buffer');
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return `${groups.join('-')}-${hex.slice(20)}`;
}

function toJson(data: AppendableEvent['data']): Record<string, unknown> {
  return { ...data };
}

const envelopeSchema = z.looseObject({ id: z.string(), version: z.number().int() });

/**
 * An event of the log as the application knows it, under its stream's name without the prefix.
 * @throws UnreadableEventError when somebody else's event stands in a stream of ours.
 */
export function recordedEvent(record: WireRecord, streamPrefix: string): RecordedEvent {
  const stream = record.streamId.slice(streamPrefix.length);
  const place = { stream, revision: Number(record.revision), position: positionOf(record) };
  try {
    if (!record.isJson) throw new TypeError('the event is not JSON');
    const envelope = envelopeSchema.parse(record.metadata);
    return {
      id: eventId(envelope.id),
      type: record.type,
      version: envelope.version,
      data: parseEventData(record.data),
      metadata: parseEventMetadata(envelope),
      ...place,
    };
  } catch (cause) {
    throw new UnreadableEventError({ ...place, id: eventId(record.id) }, { cause });
  }
}

/**
 * The commit position of an event. Every event of an append has one of its own: the events of an append
 * over gRPC are log records marked as committed (EventStore, StorageWriterService), and `$all` and streams
 * name the record's own place (AllReader, ResolvedEvent). Only the explicit transactions of the TCP
 * protocol, gone since 21.2, let several events share one.
 * @throws StoreUnavailableError when the server names none, or one that a number cannot hold.
 */
export function positionOf({ position }: { readonly position?: WirePosition | undefined }): number {
  const commit = position?.commit;
  if (commit === undefined || commit > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new StoreUnavailableError(
      `an event needs a log position below 2^53, got ${commit}; servers before 22.6 give none in reads of a stream`,
    );
  }
  return Number(commit);
}

interface WirePosition {
  readonly commit: bigint;
}
