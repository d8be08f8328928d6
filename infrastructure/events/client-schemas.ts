import { z } from 'zod';
import type { ClientEvent } from '../../domain/access/client/events.ts';
import { clientIdSchema, digestSchema } from './value-schemas.ts';

/** The newest version of every event of a client's stream, as it is stored. */
export const clientEventSchema: z.ZodType<ClientEvent> = z.discriminatedUnion('type', [
  event('ClientRegistered', { metadataHash: digestSchema }),
  event('ClientApproved', {}),
  event('ClientForgotten', {}),
]);

function event<Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) {
  return z.object({
    type: z.literal(type),
    version: z.literal(1),
    data: z.strictObject({ clientId: clientIdSchema, ...data }),
  });
}
