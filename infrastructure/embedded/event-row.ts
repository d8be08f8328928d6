import { z } from 'zod';
import { UnreadableEventError } from '../../application/ports/event-store.ts';
import type { EventMetadata, RecordedEvent } from '../../domain/shared/event.ts';
import { eventId } from '../../domain/shared/ids.ts';
import { instant } from '../../domain/shared/instant.ts';
import type { JsonObject } from '../../domain/shared/json.ts';

/** An event as the database holds it, with the name of its stream. */
export interface EventRow {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: Buffer;
  readonly type: string;
  readonly version: number;
  readonly data: string;
  readonly metadata: string;
}

/** @throws UnreadableEventError when the row does not hold an event. */
export function recordedEvent(row: EventRow): RecordedEvent {
  const { stream, revision, position, type, version } = row;
  const id = eventId(uuidText(row.id.toString('hex')));
  try {
    const data: JsonObject = dataSchema.parse(JSON.parse(row.data));
    return {
      id,
      type,
      version,
      data,
      metadata: eventMetadata(row.metadata),
      stream,
      revision,
      position,
    };
  } catch (cause) {
    throw new UnreadableEventError({ stream, revision, position, id }, { cause });
  }
}

function eventMetadata(text: string): EventMetadata {
  const { occurredAt, ...metadata } = metadataSchema.parse(JSON.parse(text));
  return { occurredAt: instant(occurredAt), ...metadata };
}

const dataSchema = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'the data of an event must be an object',
);

const metadataSchema = z.object({
  occurredAt: z.number(),
  correlationId: z.string(),
  causationId: z.string(),
  actor: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('system') }),
    z.object({ kind: z.literal('key'), id: z.string() }),
    z.object({ kind: z.literal('authorization'), id: z.string() }),
    z.object({ kind: z.literal('person'), id: z.string() }),
    z.object({ kind: z.literal('support') }),
  ]),
  previousHash: z.string().nullable(),
});

function uuidText(hex: string): string {
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
