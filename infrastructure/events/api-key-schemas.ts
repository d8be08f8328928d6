import { z } from 'zod';
import type { ApiKeyEvent } from '../../domain/access/api-key/events.ts';
import {
  accountIdSchema,
  checksSchema,
  creditsSchema,
  instantSchema,
  keyIdSchema,
} from './value-schemas.ts';

const keyHash = z.string().regex(/^[0-9a-f]{64}$/);

/** The newest version of every event of a key's stream, as it is stored. */
export const apiKeyEventSchema: z.ZodType<ApiKeyEvent> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('KeyCreated'),
    version: z.literal(2),
    data: z.strictObject({
      keyId: keyIdSchema,
      accountId: accountIdSchema,
      keyHash,
      rateLimit: z.number().int().positive(),
      monthlyCap: creditsSchema.nullable(),
      expiresAt: instantSchema.nullable(),
      checks: checksSchema.nullable(),
    }),
  }),
  z.object({
    type: z.literal('KeyRevoked'),
    version: z.literal(1),
    data: z.strictObject({ keyId: keyIdSchema, accountId: accountIdSchema, keyHash }),
  }),
]);
