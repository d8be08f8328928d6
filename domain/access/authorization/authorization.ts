import type { AccountId, AuthorizationId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instant.ts';
import type { Resource } from '../resource.ts';
import type { AuthorizationEvent, PendingCode, TokensIssued } from './events.ts';

/** A credential as it is remembered. */
export interface KnownToken {
  readonly hash: string;
  readonly expiresAt: Instant;
}

/** The fold of an authorization's stream: everything a decision about its codes and tokens needs. */
export type Authorization = { readonly status: 'unknown' } | KnownAuthorization;

export interface KnownAuthorization {
  readonly status: 'active' | 'ended';
  readonly authorizationId: AuthorizationId;
  readonly accountId: AccountId;
  readonly party: 'app' | 'agent';
  readonly clientHash: string;
  readonly resources: readonly Resource[];
  readonly code: (PendingCode & { readonly used: boolean }) | null;
  readonly accessTokens: readonly KnownToken[];
  /** The newest stands last; those before it were used, and are remembered until they would have expired. */
  readonly refreshTokens: readonly KnownToken[];
  readonly assertion: KnownToken | null;
}

export const unknownAuthorization: Authorization = { status: 'unknown' };

export function evolve(
  authorization: Authorization,
  event: AuthorizationEvent,
  occurredAt: Instant,
): Authorization {
  if (event.type === 'AuthorizationGranted') {
    const { code, ...data } = event.data;
    return {
      status: 'active',
      ...data,
      code: code === null ? null : { ...code, used: false },
      accessTokens: [],
      refreshTokens: [],
      assertion: null,
    };
  }
  if (authorization.status === 'unknown') return authorization;
  switch (event.type) {
    case 'TokensIssued':
      return withTokens(authorization, event.data, occurredAt);
    case 'AccessTokenRevoked': {
      const { accessTokenHash } = event.data;
      const others = authorization.accessTokens.filter(({ hash }) => hash !== accessTokenHash);
      return { ...authorization, accessTokens: others };
    }
    case 'AuthorizationEnded':
      return { ...authorization, status: 'ended', accessTokens: [], refreshTokens: [] };
  }
}

function withTokens(
  authorization: KnownAuthorization,
  issued: TokensIssued['data'],
  at: Instant,
): KnownAuthorization {
  const { code, accessTokens, refreshTokens, assertion } = authorization;
  const access = { hash: issued.accessTokenHash, expiresAt: issued.accessExpiresAt };
  return {
    ...authorization,
    code: code === null ? null : { ...code, used: code.used || issued.by === 'code' },
    accessTokens: [...unexpired(accessTokens, at), access],
    refreshTokens: [
      ...unexpired(refreshTokens, at),
      ...token(issued.refreshTokenHash, issued.refreshExpiresAt),
    ],
    assertion: token(issued.assertionHash, issued.assertionExpiresAt)[0] ?? assertion,
  };
}

function unexpired(tokens: readonly KnownToken[], at: Instant): readonly KnownToken[] {
  return tokens.filter(({ expiresAt }) => expiresAt > at);
}

function token(hash: string | null, expiresAt: Instant | null): readonly KnownToken[] {
  return hash === null || expiresAt === null ? [] : [{ hash, expiresAt }];
}
