import type { LedgerAnswer } from '../../domain/ledger/command.ts';
import { accountStream, type KeyCap } from '../../domain/ledger/events.ts';
import { type Credits, credits } from '../../domain/shared/credits.ts';
import type { AccountId, CheckId } from '../../domain/shared/ids.ts';
import type { Refusal } from '../../domain/shared/refusal.ts';
import { AccountErasedError } from '../ports/personal-data.ts';
import type { CommandContext } from '../stream-writer.ts';
import type { AccountLedger } from './account-ledger.ts';

/** Longer than any check may take; a hold that outlives its process is released by then. */
const holdMs = 10 * 60 * 1000;

export type HoldOutcome =
  | { readonly status: 'held' }
  /** This very check was paid for before: run it again for nothing. */
  | { readonly status: 'paid_before'; readonly amount: Credits; readonly available: Credits }
  | { readonly status: 'reuse_unpaid'; readonly unpaid: readonly CheckId[] }
  | { readonly status: 'refused'; readonly refusal: Refusal };

/** Sets credits aside for a check before its work begins. Here, and only here, 402 is decided. @throws AccountErasedError */
export async function holdCredits(
  { ledger }: { readonly ledger: AccountLedger },
  command: {
    readonly accountId: AccountId;
    readonly checkId: CheckId;
    readonly amount: Credits;
    readonly reuses: readonly CheckId[];
    /** The key that pays, when it has a cap. */
    readonly cap: KeyCap | null;
  },
  context: CommandContext,
): Promise<HoldOutcome> {
  const { accountId, checkId, amount, reuses, cap } = command;
  const answer = await ledger.handle(
    accountStream(accountId),
    { type: 'hold-credits', checkId, amount, holdMs, reuses, cap },
    context,
  );
  switch (answer.status) {
    case 'done':
      return { status: 'held' };
    case 'already_debited':
      return { status: 'paid_before', amount: answer.amount, available: answer.available };
    case 'reuse_unpaid':
      return answer;
    case 'insufficient_credits':
      return { status: 'refused', refusal: insufficient(answer.needed, answer.available) };
    case 'key_cap_reached':
      return { status: 'refused', refusal: capReached(answer) };
    case 'plan_required':
      return {
        status: 'refused',
        refusal: { code: 'plan_required', detail: `the plan "${answer.plan}" has no API access` },
      };
    case 'account_erased':
      throw new AccountErasedError(`the account ${accountId} was erased`);
    default:
      throw new Error(`a hold was answered with ${answer.status}`);
  }
}

function insufficient(needed: Credits, remaining: Credits): Refusal {
  const shortfall = credits(needed - remaining);
  return {
    code: 'insufficient_credits',
    detail: `this request needs ${needed} credits, ${remaining} remain: ${shortfall} short`,
    needed,
    remaining,
    shortfall,
  };
}

function capReached(answer: Extract<LedgerAnswer, { status: 'key_cap_reached' }>): Refusal {
  const { keyId, monthlyCap, needed, remaining, resetsAt } = answer;
  const shortfall = credits(needed - remaining);
  const until = new Date(resetsAt).toISOString();
  return {
    code: 'key_cap_reached',
    detail:
      `this request needs ${needed} credits; the key ${keyId} may spend ${monthlyCap} a month and has ` +
      `${remaining} left until ${until}: ${shortfall} short`,
    needed,
    remaining,
    shortfall,
  };
}
