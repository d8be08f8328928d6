import { z } from 'zod';
import type { PasskeyEvent } from '../../domain/access/passkey/events.ts';
import type { SignInEvent } from '../../domain/access/sign-in/events.ts';
import {
  accountIdSchema,
  instantSchema,
  passkeyIdSchema,
  signInIdSchema,
} from './value-schemas.ts';

const codeHash = z.string().regex(/^[0-9a-f]{64}$/);
const passkey = z.strictObject({ passkeyId: passkeyIdSchema, accountId: accountIdSchema });

function event<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({ type: z.literal(type), version: z.literal(1), data });
}

/** The newest version of every event of a sign-in's stream, as it is stored. */
export const signInEventSchema: z.ZodType<SignInEvent> = z.discriminatedUnion('type', [
  event(
    'SignInStarted',
    z.strictObject({
      signInId: signInIdSchema,
      accountId: accountIdSchema.nullable(),
      codeHash,
      expiresAt: instantSchema,
    }),
  ),
  event(
    'SignInCodeRefused',
    z.strictObject({ signInId: signInIdSchema, tries: z.number().int().positive() }),
  ),
  event('SignedIn', z.strictObject({ signInId: signInIdSchema, accountId: accountIdSchema })),
]);

/** The newest version of every event of a passkey's stream, as it is stored. */
export const passkeyEventSchema: z.ZodType<PasskeyEvent> = z.discriminatedUnion('type', [
  event('PasskeyAdded', passkey),
  event('PasskeyRemoved', passkey),
]);
