import { z } from 'zod';
import type { EventMetadata } from '../../domain/shared/event.ts';
import { instant } from '../../domain/shared/instant.ts';
import type { JsonObject } from '../../domain/shared/json.ts';

/** @throws when the value is not what every event of ours carries beside its data. */
export function parseEventMetadata(value: unknown): EventMetadata {
  const { occurredAt, ...metadata } = metadataSchema.parse(value);
  return { occurredAt: instant(occurredAt), ...metadata };
}

/** @throws when the value, which comes from JSON, is no object. */
export function parseEventData(value: unknown): JsonObject {
  return dataSchema.parse(value);
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
