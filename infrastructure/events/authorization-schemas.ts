import { z } from 'zod';
import type { AuthorizationEvent } from '../../domain/access/authorization/events.ts';
import { resources } from '../../domain/access/resource.ts';
import {
  accountIdSchema,
  authorizationIdSchema,
  digestSchema,
  instantSchema,
} from './value-schemas.ts';

const resourceList = z.array(z.enum(resources));

/** The newest version of every event of an authorization's stream, as it is stored. */
export const authorizationEventSchema: z.ZodType<AuthorizationEvent> = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('AuthorizationGranted'),
      version: z.literal(1),
      data: z.strictObject({
        authorizationId: authorizationIdSchema,
        accountId: accountIdSchema,
        party: z.enum(['app', 'agent']),
        clientHash: digestSchema,
        resources: resourceList,
        code: z
          .strictObject({
            codeHash: digestSchema,
            expiresAt: instantSchema,
            challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
            redirectUriHash: digestSchema,
          })
          .nullable(),
      }),
    }),
    z.object({
      type: z.literal('TokensIssued'),
      version: z.literal(1),
      data: z.strictObject({
        authorizationId: authorizationIdSchema,
        by: z.enum(['code', 'refresh', 'claim', 'assertion']),
        accessTokenHash: digestSchema,
        accessExpiresAt: instantSchema,
        resources: resourceList,
        refreshTokenHash: digestSchema.nullable(),
        refreshExpiresAt: instantSchema.nullable(),
        assertionHash: digestSchema.nullable(),
        assertionExpiresAt: instantSchema.nullable(),
      }),
    }),
    z.object({
      type: z.literal('AccessTokenRevoked'),
      version: z.literal(1),
      data: z.strictObject({
        authorizationId: authorizationIdSchema,
        accessTokenHash: digestSchema,
      }),
    }),
    z.object({
      type: z.literal('AuthorizationEnded'),
      version: z.literal(1),
      data: z.strictObject({
        authorizationId: authorizationIdSchema,
        accountId: accountIdSchema,
        reason: z.enum([
          'code_replayed',
          'code_refused',
          'refresh_reused',
          'disconnected',
          'revoked',
          'erased',
        ]),
      }),
    }),
  ],
);
