import type { NewEvent } from '../../shared/event.ts';
import type { AccountId, KeyId } from '../../shared/ids.ts';
import type { KeyTerms } from './terms.ts';

export type KeyCreated = NewEvent<
  'KeyCreated',
  {
    readonly keyId: KeyId;
    readonly accountId: AccountId;
    /** SHA-256 of the key, 64 hex digits. The key itself is shown once and never kept. */
    readonly keyHash: string;
    /** Requests a minute. */
    readonly rateLimit: number;
  } & KeyTerms,
  2
>;
export type KeyRevoked = NewEvent<
  'KeyRevoked',
  { readonly keyId: KeyId; readonly accountId: AccountId; readonly keyHash: string }
>;

export type ApiKeyEvent = KeyCreated | KeyRevoked;

export function keyStream(key: KeyId): string {
  return `key-${key}`;
}
