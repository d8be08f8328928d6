import type { AccountId } from '../../domain/shared/ids.ts';

/**
 * What the log must not hold: e-mail addresses, names of keys, support's reasons.
 * Encrypted under a key of the account's own; destroying that key erases all of it.
 */
export interface PersonalData {
  /** Durable before it answers. */
  put(account: AccountId, field: string, value: string): Promise<void>;
  get(account: AccountId, field: string): Promise<string | undefined>;
  /** Finds an account by a value stored with `claimUnique`, through a keyed hash. */
  findAccount(field: string, value: string): Promise<AccountId | undefined>;
  /** Stores a value that only one account may have; false when another account has it. */
  claimUnique(account: AccountId, field: string, value: string): Promise<boolean>;
  /** The account's secret for keyed fingerprints, 32 bytes, made on first use. */
  fingerprintKey(account: AccountId): Promise<Uint8Array>;
  close(): Promise<void>;
}
