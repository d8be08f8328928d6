import { z } from 'zod';
import { checkKinds } from '../../domain/checks/request.ts';
import { credits } from '../../domain/shared/credits.ts';
import {
  accountId,
  authorizationId,
  checkId,
  clientId,
  debitId,
  grantId,
  keyId,
  noteId,
  passkeyId,
  registrationId,
  signInId,
} from '../../domain/shared/ids.ts';
import { instant } from '../../domain/shared/instant.ts';

/** Turns a domain constructor, which throws, into a schema that reports. */
function checkedBy<Input, Output>(input: z.ZodType<Input>, construct: (value: Input) => Output) {
  return input.transform((value, context): Output => {
    try {
      return construct(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'bad' });
      return z.NEVER;
    }
  });
}

export const checksSchema = z.array(z.enum(checkKinds));
export const creditsSchema = checkedBy(z.number(), credits);
export const instantSchema = checkedBy(z.number(), instant);
export const accountIdSchema = checkedBy(z.string(), accountId);
export const keyIdSchema = checkedBy(z.string(), keyId);
export const checkIdSchema = checkedBy(z.string(), checkId);
export const debitIdSchema = checkedBy(z.string(), debitId);
export const grantIdSchema = checkedBy(z.string(), grantId);
export const noteIdSchema = checkedBy(z.string(), noteId);
export const authorizationIdSchema = checkedBy(z.string(), authorizationId);
export const clientIdSchema = checkedBy(z.string(), clientId);
export const registrationIdSchema = checkedBy(z.string(), registrationId);
/** SHA-256 or HMAC-SHA-256, as hex digits. */
export const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);
export const passkeyIdSchema = checkedBy(z.string(), passkeyId);
export const signInIdSchema = checkedBy(z.string(), signInId);
