import type { AccountId } from '../shared/ids.ts';
import type { ApiKeyEvent } from './api-key/events.ts';
import type { KeyTerms } from './api-key/terms.ts';

/** What is known of a credential by its hash; one document a credential. */
export type TokenValidity = {
  readonly credentialId: string;
  readonly kind: 'key';
  readonly accountId: AccountId;
  readonly credentialHash: string;
  /** Requests a minute. */
  readonly rateLimit: number;
  readonly revoked: boolean;
} & KeyTerms;

/** The validity of a key after one more event of its stream; null before the key exists. */
export function evolveTokenValidity(
  validity: TokenValidity | null,
  event: ApiKeyEvent,
): TokenValidity | null {
  switch (event.type) {
    case 'KeyCreated': {
      const { keyId, keyHash, ...others } = event.data;
      const created = { credentialId: keyId, credentialHash: keyHash, ...others };
      return { kind: 'key', ...created, revoked: false };
    }
    case 'KeyRevoked':
      return validity === null ? null : { ...validity, revoked: true };
  }
}
