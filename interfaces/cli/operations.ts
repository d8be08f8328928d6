import type { WishedKey } from '../../application/access/create-key.ts';
import type { KeyList } from '../../application/access/list-keys.ts';
import type { ShownKey } from '../../application/access/show-key.ts';
import type { AuditReport } from '../../application/ledger/audit-stores.ts';
import type { StatementPart, StatementQuery } from '../../application/ledger/get-statement.ts';
import type { Balances } from '../../application/ledger/list-balances.ts';
import type { Refund } from '../../application/ledger/refund-debit.ts';
import type { AccountView } from '../../application/ledger/show-account.ts';
import type { PastAccountView } from '../../application/ledger/show-account-at.ts';
import type { CheckpointVerdict } from '../../application/ledger/verify-checkpoint.ts';
import type { ReadModelDifference } from '../../application/ports/read-models.ts';
import type { Plan } from '../../domain/access/plan.ts';
import type { SignedCheckpoint } from '../../domain/ledger/checkpoint.ts';
import type { Credits } from '../../domain/shared/credits.ts';
import type {
  AccountId,
  AuthorizationId,
  DebitId,
  GrantId,
  KeyId,
} from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';

export interface RebuildReport {
  /** How many were replayed, without those that came in the meantime. */
  readonly events: number;
  readonly differing: number;
  readonly differences: readonly ReadModelDifference[];
}

/** What the command line can do to a data folder, bound by the composition. */
export interface Operations {
  openAccount(email: string, plan: Plan): Promise<Outcome<{ readonly accountId: AccountId }>>;
  choosePlan(account: AccountId, plan: Plan): Promise<Outcome<{ readonly plan: Plan }>>;
  grantCredits(grant: {
    readonly accountId: AccountId;
    readonly amount: Credits;
    readonly kind: 'bonus' | 'purchase' | 'adjustment';
    readonly reason: string;
    readonly expiresAt: Instant | null;
  }): Promise<Outcome<{ readonly grantId: GrantId; readonly available: Credits }>>;
  showAccount(account: AccountId): Promise<Outcome<AccountView>>;
  showAccountAt(account: AccountId, at: Instant): Promise<Outcome<PastAccountView>>;
  createKey(key: WishedKey): Promise<Outcome<{ readonly keyId: KeyId; readonly key: string }>>;
  listKeys(account: AccountId): Promise<Outcome<KeyList>>;
  showKey(key: KeyId): Promise<Outcome<ShownKey>>;
  revokeKey(key: KeyId): Promise<Outcome<{ readonly keyId: KeyId }>>;
  eraseAccount(account: AccountId): Promise<
    Outcome<{
      readonly accountId: AccountId;
      readonly keys: readonly KeyId[];
      readonly authorizations: readonly AuthorizationId[];
    }>
  >;
  refundDebit(refund: {
    readonly accountId: AccountId;
    readonly debitId: DebitId;
    readonly reason: string;
  }): Promise<Outcome<Refund>>;
  /** Read page by page: consume it before the stores are closed. */
  statement(query: StatementQuery): Promise<Outcome<AsyncIterable<StatementPart>>>;
  /** Every account's credits, now or as of a past instant. */
  listBalances(at: Instant | null): Promise<Balances>;
  audit(account: AccountId | null): Promise<AuditReport>;
  rebuild(options: {
    readonly from: number;
    readonly resume: boolean;
    onStart(start: { readonly position: number; readonly resumed: boolean }): void;
    onProgress(progress: {
      readonly events: number;
      readonly position: number;
      readonly target: number;
    }): void;
  }): Promise<RebuildReport>;
  makeCheckpoint(): Promise<SignedCheckpoint>;
  verifyCheckpoint(asked: {
    readonly checkpoint: SignedCheckpoint;
    /** The key to trust, as PEM. */
    readonly publicKey: string;
  }): Promise<CheckpointVerdict>;
  /** The public key that checkpoints are signed with, as PEM; made when there is none yet. */
  checkpointKey(): string;
  /** The same; undefined when none has been made. */
  knownCheckpointKey(): string | undefined;
  close(): Promise<void>;
}

/** The four engines, offline: no account, no charge. Each answers its report sections for one input line. */
export interface BulkEngines {
  analyse(engine: BulkEngine, input: BulkInput): Promise<object>;
  close(): Promise<void>;
}

export const bulkEngineNames = ['detection', 'grammar', 'plagiarism', 'forensics'] as const;
export type BulkEngine = (typeof bulkEngineNames)[number];

export type BulkInput =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'pair';
      readonly suspicious: string;
      readonly source: string;
      readonly keepSource: boolean;
    };
