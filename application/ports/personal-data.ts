import type { AccountId, ClientId, RegistrationId } from '../../domain/shared/ids.ts';

/** Whoever words are kept of. Clients and agents that register are nobody's account. */
export type PersonalDataOwner = AccountId | ClientId | RegistrationId;

/** The account was erased: its data key is gone, and nothing can be kept for it any more. */
export class AccountErasedError extends Error {
  override readonly name = 'AccountErasedError';
}

/** What is stored was sealed under another server secret than the one given now. */
export class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError';
}

/**
 * What the log must not hold: e-mail addresses, names of keys, support's reasons.
 * Encrypted under a key of the owner's own; destroying that key erases all of it.
 * Whatever would store something throws AccountErasedError once the owner is erased.
 */
export interface PersonalData {
  /** Durable before it answers. @throws AccountErasedError */
  put(owner: PersonalDataOwner, field: string, value: string): Promise<void>;
  /** Undefined when there is none, or the owner was erased. */
  get(owner: PersonalDataOwner, field: string): Promise<string | undefined>;
  /** Finds an account by a value stored with `claimUnique`, through a keyed hash. */
  findAccount(field: string, value: string): Promise<AccountId | undefined>;
  /** Stores a value that only one account may have; false when another account has it. @throws AccountErasedError */
  claimUnique(account: AccountId, field: string, value: string): Promise<boolean>;
  /** The account's secret for keyed fingerprints, 32 bytes, made on first use. @throws AccountErasedError */
  fingerprintKey(account: AccountId): Promise<Uint8Array>;
  /**
   * The key that seals what other stores hold of the account's texts: 32 bytes, made on first use, the same
   * for everybody, and gone for good with the data key. @throws AccountErasedError
   */
  textKey(account: AccountId): Promise<Uint8Array>;
  /**
   * Destroys the owner's data key, all its values and its claims of unique values, for good: other accounts
   * may claim them, and no key is ever made for this owner again. Durable before it answers, down to the
   * bytes the store itself has written. Repeating it is a success and finishes what a crash left undone.
   */
  erase(owner: PersonalDataOwner): Promise<void>;
  close(): Promise<void>;
}
