import type { Allowances, Plan } from '../access/plan.ts';
import type { Credits } from '../shared/credits.ts';
import type { AccountId, CheckId, DebitId, GrantId, KeyId, NoteId } from '../shared/ids.ts';
import type { Instant } from '../shared/instant.ts';
import type {
  CountedDebit,
  GrantKind,
  GrantShare,
  HoldReleaseReason,
  KeyCap,
  LedgerEvent,
} from './events.ts';
import type { PriceLine } from './prices.ts';

/** What the rules need from outside: the time of the command and the allowances now in force. */
export interface LedgerContext {
  readonly at: Instant;
  readonly allowances: Allowances;
}

export type LedgerCommand =
  | { readonly type: 'open-account'; readonly accountId: AccountId; readonly plan: Plan }
  | { readonly type: 'choose-plan'; readonly plan: Plan }
  | {
      readonly type: 'grant-credits';
      readonly grantId: GrantId;
      readonly kind: Exclude<GrantKind, 'allowance'>;
      readonly amount: Credits;
      readonly expiresAt: Instant | null;
      readonly noteId: NoteId | null;
    }
  | {
      readonly type: 'hold-credits';
      readonly checkId: CheckId;
      readonly amount: Credits;
      readonly holdMs: number;
      /** Checks whose cached parts this one means to use: they must be paid for. */
      readonly reuses: readonly CheckId[];
      /** The key that pays, when it has a cap. */
      readonly cap: KeyCap | null;
    }
  | {
      readonly type: 'settle-hold';
      readonly checkId: CheckId;
      readonly lines: readonly PriceLine[];
      readonly priceVersion: number;
      readonly wordCount: number;
      readonly reused: ReusedParts | null;
    }
  | { readonly type: 'release-hold'; readonly checkId: CheckId; readonly reason: HoldReleaseReason }
  | { readonly type: 'serve-cache-hit'; readonly checkId: CheckId; readonly reused: ReusedParts }
  | {
      readonly type: 'refund-debit';
      readonly debit: {
        readonly debitId: DebitId;
        readonly amount: Credits;
        readonly perGrant: readonly GrantShare[];
        readonly debitedAt: Instant;
        readonly countedUnder: CountedDebit | null;
      };
      readonly noteId: NoteId;
    }
  | { readonly type: 'roll-period' }
  | { readonly type: 'erase-account' };

/** One kind of command. */
export type Command<Type extends LedgerCommand['type']> = Extract<LedgerCommand, { type: Type }>;

export interface ReusedParts {
  readonly reuses: readonly CheckId[];
  readonly lines: readonly PriceLine[];
}

export type LedgerAnswer =
  | { readonly status: 'done'; readonly available: Credits; readonly balance: Credits }
  /** The command had been carried out before; `amount` is what was charged then. */
  | { readonly status: 'already_debited'; readonly amount: Credits; readonly available: Credits }
  | {
      readonly status: 'insufficient_credits';
      readonly needed: Credits;
      readonly available: Credits;
    }
  /** The account may have the credits; the key has spent, or holds, what it may in this period. */
  | {
      readonly status: 'key_cap_reached';
      readonly keyId: KeyId;
      readonly monthlyCap: Credits;
      readonly needed: Credits;
      readonly remaining: Credits;
      /** When the account's period ends. */
      readonly resetsAt: Instant;
    }
  | { readonly status: 'plan_required'; readonly plan: Plan }
  /** A cached part was made by a check that was never paid for: run it instead. */
  | { readonly status: 'reuse_unpaid'; readonly unpaid: readonly CheckId[] }
  | { readonly status: 'hold_missing' }
  | { readonly status: 'already_refunded'; readonly amount: Credits }
  | { readonly status: 'no_account' }
  | { readonly status: 'account_erased' }
  | { readonly status: 'account_exists' };

/** An event with the words that name it for good within its stream: the basis of its id. */
export interface DecidedEvent {
  readonly event: LedgerEvent;
  readonly idKey: string;
}

export interface LedgerDecision {
  readonly events: readonly DecidedEvent[];
  readonly answer: LedgerAnswer;
}
