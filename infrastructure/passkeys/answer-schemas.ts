import { z } from 'zod';

/** No authenticator's answer of ours is larger; attestations are not asked for. */
const text = z
  .string()
  .max(10_000)
  .regex(/^[A-Za-z0-9_-]*$/);
const id = text.min(1).max(1_400);

/** The answer of `navigator.credentials.create`, as far as it is looked at. */
export const newAnswer = z.object({
  id,
  rawId: id,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: text, attestationObject: text }),
  clientExtensionResults: z.object({}).default({}),
});

/** The answer of `navigator.credentials.get`. */
export const signInAnswer = z.object({
  id,
  rawId: id,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.min(1),
  }),
  clientExtensionResults: z.object({}).default({}),
});
