import type { AccountId, KeyId } from '../../shared/ids.ts';
import type { ApiKeyEvent } from './events.ts';
import type { KeyTerms } from './terms.ts';

/** The fold of a key's stream. */
export type ApiKey =
  | { readonly status: 'unknown' }
  | ({
      readonly status: 'active' | 'revoked';
      readonly keyId: KeyId;
      readonly accountId: AccountId;
      readonly keyHash: string;
      readonly rateLimit: number;
    } & KeyTerms);

export const unknownKey: ApiKey = { status: 'unknown' };

export function evolve(key: ApiKey, event: ApiKeyEvent): ApiKey {
  switch (event.type) {
    case 'KeyCreated':
      return { status: 'active', ...event.data };
    case 'KeyRevoked':
      return key.status === 'unknown' ? key : { ...key, status: 'revoked' };
  }
}
