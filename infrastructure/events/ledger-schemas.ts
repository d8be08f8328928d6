import { z } from 'zod';
import { plans } from '../../domain/access/plan.ts';
import type { LedgerEvent } from '../../domain/ledger/events.ts';
import {
  accountIdSchema,
  checkIdSchema,
  creditsSchema,
  debitIdSchema,
  grantIdSchema,
  instantSchema,
  keyIdSchema,
  noteIdSchema,
} from './value-schemas.ts';

const standing = { balanceAfter: creditsSchema, heldAfter: creditsSchema };
const shares = z.array(z.strictObject({ grantId: grantIdSchema, amount: creditsSchema }));
const lines = z.array(
  z.strictObject({
    item: z.enum(['ai', 'grammar', 'plagiarism', 'deep']),
    amount: creditsSchema,
  }),
);
const plan = z.enum(plans);

function event<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({ type: z.literal(type), version: z.literal(1), data });
}

function secondVersion<Type extends string, Data extends z.ZodType>(type: Type, data: Data) {
  return z.object({ type: z.literal(type), version: z.literal(2), data });
}

/** The newest version of every event of an account's stream, as it is stored. */
export const ledgerEventSchema: z.ZodType<LedgerEvent> = z.discriminatedUnion('type', [
  event('AccountOpened', z.strictObject({ accountId: accountIdSchema, plan })),
  event('PlanChosen', z.strictObject({ plan, previous: plan, ...standing })),
  event(
    'PeriodStarted',
    z.strictObject({ plan, periodStart: instantSchema, periodEnd: instantSchema, ...standing }),
  ),
  event(
    'CreditsGranted',
    z.strictObject({
      grantId: grantIdSchema,
      kind: z.enum(['allowance', 'bonus', 'purchase', 'adjustment']),
      amount: creditsSchema,
      effectiveAt: instantSchema,
      expiresAt: instantSchema.nullable(),
      priority: z.number().int(),
      noteId: noteIdSchema.nullable(),
      ...standing,
    }),
  ),
  event(
    'GrantExpired',
    z.strictObject({
      grantId: grantIdSchema,
      amount: creditsSchema,
      reason: z.enum(['expired', 'plan_changed']),
      ...standing,
    }),
  ),
  secondVersion(
    'CreditsHeld',
    z.strictObject({
      checkId: checkIdSchema,
      amount: creditsSchema,
      perGrant: shares,
      expiresAt: instantSchema,
      attempt: z.number().int(),
      cap: z.strictObject({ keyId: keyIdSchema, monthlyCap: creditsSchema }).nullable(),
      ...standing,
    }),
  ),
  event(
    'CreditsDebited',
    z.strictObject({
      debitId: debitIdSchema,
      checkId: checkIdSchema,
      amount: creditsSchema,
      lines,
      perGrant: shares,
      priceVersion: z.number().int(),
      wordCount: z.number().int(),
      holdExpiresAt: instantSchema,
      ...standing,
    }),
  ),
  event(
    'HoldReleased',
    z.strictObject({
      checkId: checkIdSchema,
      amount: creditsSchema,
      perGrant: shares,
      forfeited: creditsSchema,
      reason: z.enum(['failed', 'cancelled', 'expired']),
      holdExpiresAt: instantSchema,
      attempt: z.number().int(),
      ...standing,
    }),
  ),
  secondVersion(
    'CreditsRefunded',
    z.strictObject({
      debitId: debitIdSchema,
      amount: creditsSchema,
      perGrant: shares,
      forfeited: creditsSchema,
      debitedAt: instantSchema,
      noteId: noteIdSchema,
      countedUnder: z
        .strictObject({ keyId: keyIdSchema, period: z.number().int().positive() })
        .nullable(),
      ...standing,
    }),
  ),
  event(
    'CacheHitServed',
    z.strictObject({
      checkId: checkIdSchema,
      reuses: z.array(checkIdSchema),
      lines,
      creditsSaved: creditsSchema,
      ...standing,
    }),
  ),
  event('AccountErased', z.strictObject({ accountId: accountIdSchema, ...standing })),
]);
