import type { LedgerAnswer, LedgerCommand, LedgerContext, LedgerDecision } from './command.ts';
import { holdCredits, releaseHold, serveCacheHit, settleHold } from './decide-check.ts';
import { grantCredits, refundDebit } from './decide-grant.ts';
import { changePlan, type Draft, done, draftOf, record, rollForward, standing } from './draft.ts';
import type { Ledger } from './ledger.ts';

/**
 * The rules of credits: what a command does to an account, given where it stands.
 * Emits first whatever is due at the command's time (expired holds and grants, a new period), so no
 * scheduler is on the critical path. Pure; deciding twice gives the same events with the same ids.
 */
export function decide(
  ledger: Ledger,
  command: LedgerCommand,
  context: LedgerContext,
): LedgerDecision {
  const { events, answer } = carryOut(ledger, command, context);
  return { events, answer };
}

/** `decide`, with the ledger as it is after the events: nobody has to fold them again. */
export function carryOut(
  ledger: Ledger,
  command: LedgerCommand,
  context: LedgerContext,
): LedgerDecision & { readonly ledger: Ledger } {
  const draft = draftOf(ledger);
  const answer =
    command.type === 'open-account'
      ? openAccount(draft, command, context)
      : changeAccount(draft, command, context);
  return { events: draft.events, answer, ledger: draft.ledger };
}

function changeAccount(
  draft: Draft,
  command: Exclude<LedgerCommand, { type: 'open-account' }>,
  context: LedgerContext,
): LedgerAnswer {
  const { accountId, erased } = draft.ledger;
  if (accountId === null) return { status: 'no_account' };
  if (erased && !allowedWhenErased.has(command.type)) return { status: 'account_erased' };
  rollForward(draft, context);
  return apply(draft, command, context);
}

/** What was begun before the erasure may come to its end, and time goes on. */
const allowedWhenErased: ReadonlySet<LedgerCommand['type']> = new Set([
  'settle-hold',
  'release-hold',
  'roll-period',
  'erase-account',
]);

function openAccount(
  draft: Draft,
  command: Extract<LedgerCommand, { type: 'open-account' }>,
  context: LedgerContext,
): LedgerAnswer {
  if (draft.ledger.accountId !== null) return { status: 'account_exists' };
  const { accountId, plan } = command;
  record(draft, {
    idKey: 'open',
    at: context.at,
    event: { type: 'AccountOpened', version: 1, data: { accountId, plan } },
  });
  rollForward(draft, context);
  return done(draft);
}

function apply(
  draft: Draft,
  command: Exclude<LedgerCommand, { type: 'open-account' }>,
  context: LedgerContext,
): LedgerAnswer {
  switch (command.type) {
    case 'choose-plan':
      changePlan(draft, command.plan, context);
      return done(draft);
    case 'grant-credits':
      return grantCredits(draft, command, context);
    case 'hold-credits':
      return holdCredits(draft, command, context);
    case 'settle-hold':
      return settleHold(draft, command, context);
    case 'release-hold':
      return releaseHold(draft, command, context);
    case 'serve-cache-hit':
      return serveCacheHit(draft, command, context);
    case 'refund-debit':
      return refundDebit(draft, command, context);
    case 'roll-period':
      return done(draft);
    case 'erase-account':
      return eraseAccount(draft, context);
  }
}

/** Says once that the account is gone. Its credits stay where they are: nobody can spend them any more. */
function eraseAccount(draft: Draft, { at }: LedgerContext): LedgerAnswer {
  const { accountId, erased } = draft.ledger;
  if (accountId === null || erased) return done(draft);
  const data = { accountId, ...standing(draft.ledger, {}) };
  record(draft, { idKey: 'erase', at, event: { type: 'AccountErased', version: 1, data } });
  return done(draft);
}
