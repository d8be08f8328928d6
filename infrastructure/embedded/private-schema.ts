/**
 * Values are sealed under a key of their account. Where a key stood, an erased account has no bytes: whatever
 * was sealed under it is unreadable for good, and nobody takes the account for one without a key so far.
 */
export const privateSchema = `
  CREATE TABLE IF NOT EXISTS account_keys (
    account TEXT PRIMARY KEY,
    wrapped_key BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS private_values (
    account TEXT NOT NULL,
    field TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (account, field)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS unique_values (
    field TEXT NOT NULL,
    keyed_hash TEXT NOT NULL,
    account TEXT NOT NULL,
    PRIMARY KEY (field, keyed_hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS unique_values_by_account ON unique_values (account, field);
  CREATE TABLE IF NOT EXISTS secret_check (keyed_hash TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;

export type PrivateRequest =
  /** Keeps the key that is there, if any: the first one wins. */
  | { readonly op: 'add-key'; readonly account: string; readonly wrappedKey: Uint8Array }
  | ({ readonly op: 'put' } & SealedValue)
  /** Stores the value only when the account has none yet. */
  | ({ readonly op: 'put-first' } & SealedValue)
  | ({ readonly op: 'claim'; readonly keyedHash: string } & SealedValue)
  | { readonly op: 'erase'; readonly account: string };

/** `taken`: another account has the value. `erased`: the account is to have nothing any more. */
export type PrivateReply = 'done' | 'taken' | 'erased';

export interface SealedValue {
  readonly account: string;
  readonly field: string;
  readonly sealed: Uint8Array;
}
