import { mapGet } from '../shared/persistent-map.ts';
import { forfeitedPart, grantPriority } from './burn-order.ts';
import type { Command, LedgerAnswer, LedgerContext } from './command.ts';
import { type Draft, done, record, standing } from './draft.ts';

export function grantCredits(
  draft: Draft,
  command: Command<'grant-credits'>,
  { at }: LedgerContext,
): LedgerAnswer {
  const { grantId, kind, amount, expiresAt, noteId } = command;
  if (draft.ledger.grants.some((grant) => grant.grantId === grantId)) return done(draft);
  record(draft, {
    idKey: `grant|${grantId}`,
    at,
    event: {
      type: 'CreditsGranted',
      version: 1,
      data: {
        grantId,
        kind,
        amount,
        expiresAt,
        noteId,
        effectiveAt: at,
        priority: grantPriority[kind],
        ...standing(draft.ledger, { balance: amount }),
      },
    },
  });
  return done(draft);
}

export function refundDebit(
  draft: Draft,
  command: Command<'refund-debit'>,
  { at }: LedgerContext,
): LedgerAnswer {
  const { ledger } = draft;
  const { debitId, amount, perGrant, debitedAt, countedUnder } = command.debit;
  const before = mapGet(ledger.refunded, debitId);
  if (before !== undefined) return { status: 'already_refunded', amount: before };
  const forfeited = forfeitedPart(ledger.grants, perGrant);
  record(draft, {
    idKey: `refund|${debitId}`,
    at,
    event: {
      type: 'CreditsRefunded',
      version: 2,
      data: {
        debitId,
        amount,
        perGrant,
        forfeited,
        debitedAt,
        noteId: command.noteId,
        countedUnder,
        ...standing(ledger, { balance: amount - forfeited }),
      },
    },
  });
  return done(draft);
}
