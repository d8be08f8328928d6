import type { AccountId, AuthorizationId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instant.ts';
import type { Resource } from '../resource.ts';
import type { AuthorizationEvent, TokensIssued } from './events.ts';

/** What a request with an access token, and the list of connected apps, need to know of an authorization. */
export type AuthorizationRecord = {
  readonly authorizationId: AuthorizationId;
  readonly accountId: AccountId;
  readonly party: 'app' | 'agent';
  readonly clientHash: string;
  readonly resources: readonly Resource[];
  readonly grantedAt: Instant;
  readonly ended: boolean;
  /** Until when new access tokens can be had without the person; null before the first. */
  readonly renewableUntil: Instant | null;
  readonly accessTokens: readonly AccessTokenRecord[];
};

export type AccessTokenRecord = {
  readonly hash: string;
  readonly expiresAt: Instant;
  readonly resources: readonly Resource[];
};

/** The record after one more event of the stream; null before the authorization exists. */
export function evolveRecord(
  record: AuthorizationRecord | null,
  event: AuthorizationEvent,
  occurredAt: Instant,
): AuthorizationRecord | null {
  if (event.type === 'AuthorizationGranted') {
    const { code: _, ...data } = event.data;
    return { ...data, grantedAt: occurredAt, ended: false, renewableUntil: null, accessTokens: [] };
  }
  if (record === null) return null;
  switch (event.type) {
    case 'TokensIssued':
      return withToken(record, event.data, occurredAt);
    case 'AccessTokenRevoked': {
      const { accessTokenHash } = event.data;
      const others = record.accessTokens.filter(({ hash }) => hash !== accessTokenHash);
      return { ...record, accessTokens: others };
    }
    case 'AuthorizationEnded':
      return { ...record, ended: true, accessTokens: [] };
  }
}

/** Every access token lives equally long, so what has expired is dropped when the next one comes. */
function withToken(
  record: AuthorizationRecord,
  issued: TokensIssued['data'],
  at: Instant,
): AuthorizationRecord {
  const { accessTokenHash: hash, accessExpiresAt: expiresAt, resources } = issued;
  const alive = record.accessTokens.filter((token) => token.expiresAt > at);
  return {
    ...record,
    renewableUntil: issued.refreshExpiresAt ?? issued.assertionExpiresAt ?? record.renewableUntil,
    accessTokens: [...alive, { hash, expiresAt, resources }],
  };
}
