import type { AccountId, KeyId } from '../../shared/ids.ts';
import type { ApiKey } from './api-key.ts';
import type { ApiKeyEvent } from './events.ts';
import type { KeyTerms } from './terms.ts';

export type ApiKeyCommand =
  | ({
      readonly type: 'create-key';
      readonly keyId: KeyId;
      readonly accountId: AccountId;
      readonly keyHash: string;
      readonly rateLimit: number;
    } & KeyTerms)
  | { readonly type: 'revoke-key' };

export type ApiKeyAnswer = 'done' | 'already_revoked' | 'key_exists' | 'no_such_key';

export interface ApiKeyDecision {
  readonly events: readonly { readonly event: ApiKeyEvent; readonly idKey: string }[];
  readonly answer: ApiKeyAnswer;
}

/** The rules of an API key: made once, revoked once, never revived. */
export function decide(key: ApiKey, command: ApiKeyCommand): ApiKeyDecision {
  if (command.type === 'create-key') {
    if (key.status !== 'unknown') return { events: [], answer: 'key_exists' };
    const { type: _, ...data } = command;
    return {
      events: [{ idKey: 'create', event: { type: 'KeyCreated', version: 2, data } }],
      answer: 'done',
    };
  }
  if (key.status === 'unknown') return { events: [], answer: 'no_such_key' };
  if (key.status === 'revoked') return { events: [], answer: 'already_revoked' };
  const { keyId, accountId, keyHash } = key;
  return {
    events: [
      {
        idKey: 'revoke',
        event: { type: 'KeyRevoked', version: 1, data: { keyId, accountId, keyHash } },
      },
    ],
    answer: 'done',
  };
}
