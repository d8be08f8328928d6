import { z } from 'zod';
import type { RefusalCode } from '../../../domain/shared/refusal.ts';
import { problemKinds } from '../problems.ts';

const isCode = (code: string): code is RefusalCode => code in problemKinds;
export const refusalCodes: readonly RefusalCode[] = Object.keys(problemKinds).filter(isCode);

/** `detail` and `code` of API.md; the members of RFC 9457 beside them. */
export const problemSchema = z.looseObject({
  detail: z.string().describe('What was expected and what came, for a person.'),
  code: z.enum(refusalCodes),
  type: z.string(),
  title: z.string(),
  status: z.int(),
  instance: z.string(),
  request_id: z.string(),
  needed: z.int().min(0).describe('402: the whole price of the request in credits.').optional(),
  remaining: z
    .int()
    .min(0)
    .describe('402: the credits that the account, or the key in this period, may still spend.')
    .optional(),
  shortfall: z.int().min(0).describe('402: the credits that are missing.').optional(),
});
