import { z } from 'zod';
import type { AgentClaimEvent } from '../../domain/access/agent-claim/events.ts';
import {
  accountIdSchema,
  authorizationIdSchema,
  digestSchema,
  instantSchema,
  registrationIdSchema,
} from './value-schemas.ts';

function event<Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) {
  return z.object({
    type: z.literal(type),
    version: z.literal(1),
    data: z.strictObject({ registrationId: registrationIdSchema, ...data }),
  });
}

/** The newest version of every event of a claim's stream, as it is stored. */
export const agentClaimEventSchema: z.ZodType<AgentClaimEvent> = z.discriminatedUnion('type', [
  event('AgentRegistered', {
    hintHash: digestSchema,
    claimTokenHash: digestSchema,
    codeHash: digestSchema,
    codeExpiresAt: instantSchema,
    expiresAt: instantSchema,
  }),
  event('ClaimCodeRenewed', { codeHash: digestSchema, codeExpiresAt: instantSchema }),
  event('ClaimCodeRefused', { tries: z.number().int().positive() }),
  event('ClaimCodeEntered', { accountId: accountIdSchema, decideBy: instantSchema }),
  event('ClaimApproved', { accountId: accountIdSchema, authorizationId: authorizationIdSchema }),
  event('ClaimDeclined', { accountId: accountIdSchema }),
  event('ClaimCollected', { authorizationId: authorizationIdSchema }),
  event('ClaimForgotten', {}),
]);
