import { includesApiAccess } from '../access/plan.ts';
import type { Credits } from '../shared/credits.ts';
import { type CheckId, debitOf } from '../shared/ids.ts';
import { type Instant, instant } from '../shared/instant.ts';
import { mapGet } from '../shared/persistent-map.ts';
import { takeInBurnOrder } from './burn-order.ts';
import type { Command, LedgerAnswer, LedgerContext, ReusedParts } from './command.ts';
import { type Draft, done, record, releaseHold as recordRelease, standing } from './draft.ts';
import type { GrantShare } from './events.ts';
import { remainingUnder } from './key-spending.ts';
import { available, type Ledger, settledCheck } from './ledger.ts';
import { totalPrice } from './prices.ts';

export function holdCredits(
  draft: Draft,
  command: Command<'hold-credits'>,
  { at }: LedgerContext,
): LedgerAnswer {
  const { checkId, amount, cap } = command;
  const { plan } = draft.ledger;
  if (!includesApiAccess(plan)) return { status: 'plan_required', plan };
  const settled = settledCheck(draft.ledger, checkId);
  if (settled?.status === 'debited') return alreadyDebited(draft.ledger, settled.amount);
  const unpaid = unpaidChecks(draft.ledger, command.reuses);
  if (unpaid.length > 0) return { status: 'reuse_unpaid', unpaid };
  const open = mapGet(draft.ledger.holds, checkId);
  if (open?.amount === amount && open.keyId === (cap?.keyId ?? null)) return done(draft);
  // A try that crashed held another price, because more or less of the report was in the cache then, or
  // came with another key.
  if (open !== undefined) recordRelease(draft, { checkId, hold: open, reason: 'cancelled', at });
  const remaining = cap === null ? amount : remainingUnder(draft.ledger.keySpendings, cap);
  if (cap !== null && remaining < amount) {
    const resetsAt = draft.ledger.period?.end ?? at;
    return { status: 'key_cap_reached', ...cap, needed: amount, remaining, resetsAt };
  }
  const perGrant = takeInBurnOrder(draft.ledger.grants, amount);
  if (perGrant === undefined) {
    return { status: 'insufficient_credits', needed: amount, available: available(draft.ledger) };
  }
  recordHold(draft, command, { perGrant, at });
  return done(draft);
}

function recordHold(
  draft: Draft,
  { checkId, amount, holdMs, cap }: Command<'hold-credits'>,
  { perGrant, at }: { readonly perGrant: readonly GrantShare[]; readonly at: Instant },
): void {
  const { ledger } = draft;
  const settled = settledCheck(ledger, checkId);
  const attempt = settled?.status === 'unpaid' ? settled.attempts + 1 : 1;
  record(draft, {
    idKey: `hold|${checkId}|${attempt}`,
    at,
    event: {
      type: 'CreditsHeld',
      version: 2,
      data: {
        checkId,
        amount,
        perGrant,
        attempt,
        expiresAt: wholeMinute(at + holdMs),
        cap,
        ...standing(ledger, { held: amount }),
      },
    },
  });
}

/** Holds end on whole minutes, so that few different instants have to be watched. */
function wholeMinute(epochMs: number): Instant {
  return instant(Math.ceil(epochMs / 60_000) * 60_000);
}

export function settleHold(
  draft: Draft,
  command: Command<'settle-hold'>,
  { at }: LedgerContext,
): LedgerAnswer {
  const { ledger } = draft;
  const { checkId, lines, priceVersion, wordCount } = command;
  const settled = settledCheck(ledger, checkId);
  if (settled?.status === 'debited') return alreadyDebited(ledger, settled.amount);
  const hold = mapGet(ledger.holds, checkId);
  if (hold === undefined) return { status: 'hold_missing' };
  if (totalPrice(lines) !== hold.amount) {
    throw new Error(`debit of ${totalPrice(lines)} differs from the hold of ${hold.amount}`);
  }
  const { amount, perGrant } = hold;
  record(draft, {
    idKey: `debit|${checkId}`,
    at,
    event: {
      type: 'CreditsDebited',
      version: 1,
      data: {
        checkId,
        amount,
        lines,
        perGrant,
        priceVersion,
        wordCount,
        debitId: debitOf(checkId),
        holdExpiresAt: hold.expiresAt,
        ...standing(ledger, { balance: -amount, held: -amount }),
      },
    },
  });
  const served = settled?.served ?? false;
  if (command.reused !== null && !served) {
    recordCacheHit(draft, { checkId, reused: command.reused, at });
  }
  return done(draft);
}

function alreadyDebited(ledger: Ledger, amount: Credits): LedgerAnswer {
  return { status: 'already_debited', amount, available: available(ledger) };
}

export function releaseHold(
  draft: Draft,
  command: Command<'release-hold'>,
  { at }: LedgerContext,
): LedgerAnswer {
  const hold = mapGet(draft.ledger.holds, command.checkId);
  if (hold !== undefined) {
    recordRelease(draft, { checkId: command.checkId, hold, reason: command.reason, at });
  }
  return done(draft);
}

export function serveCacheHit(
  draft: Draft,
  command: Command<'serve-cache-hit'>,
  { at }: LedgerContext,
): LedgerAnswer {
  const { ledger } = draft;
  const unpaid = unpaidChecks(ledger, command.reused.reuses);
  if (unpaid.length > 0) return { status: 'reuse_unpaid', unpaid };
  const before = settledCheck(ledger, command.checkId);
  // A check that paid for this itself was charged in a try whose answer never got through.
  if (before?.status === 'debited') return alreadyDebited(ledger, before.amount);
  // A check that was served before is answered once more without another event.
  if (before === undefined || !before.served) {
    recordCacheHit(draft, { checkId: command.checkId, reused: command.reused, at });
  }
  return done(draft);
}

function recordCacheHit(
  draft: Draft,
  hit: { readonly checkId: CheckId; readonly reused: ReusedParts; readonly at: Instant },
): void {
  const { reuses, lines } = hit.reused;
  record(draft, {
    idKey: `cache-hit|${hit.checkId}`,
    at: hit.at,
    event: {
      type: 'CacheHitServed',
      version: 1,
      data: {
        checkId: hit.checkId,
        reuses,
        lines,
        creditsSaved: totalPrice(lines),
        ...standing(draft.ledger, {}),
      },
    },
  });
}

function unpaidChecks(ledger: Ledger, checks: readonly CheckId[]): readonly CheckId[] {
  return checks.filter((check) => settledCheck(ledger, check)?.status !== 'debited');
}
