import type { AccountId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instant.ts';
import { narrowed, type Resource } from '../resource.ts';
import type { Authorization, KnownAuthorization, KnownToken } from './authorization.ts';
import type {
  AuthorizationEvent,
  AuthorizationGranted,
  EndReason,
  TokensIssued,
} from './events.ts';

/** Hashes of tokens that are handed out if the decision goes that way. */
export interface FreshTokens {
  readonly access: KnownToken;
  readonly refresh: KnownToken | null;
  readonly assertion: KnownToken | null;
}

interface Request {
  /** Null: all that was approved. */
  readonly wanted: readonly Resource[] | null;
  readonly fresh: FreshTokens;
}

export interface ExchangeCode extends Request {
  readonly type: 'exchange-code';
  readonly codeHash: string;
  readonly clientHash: string;
  /** What the verifier answers; null when it is no verifier. */
  readonly challenge: string | null;
  /** Null when none was sent. */
  readonly redirectUriHash: string | null;
}

export interface Refresh extends Request {
  readonly type: 'refresh';
  readonly refreshTokenHash: string;
  readonly clientHash: string;
}

export interface RevokeToken {
  readonly type: 'revoke-access-token' | 'revoke-refresh-token';
  readonly tokenHash: string;
  /** Null when the request names no client. */
  readonly clientHash: string | null;
}

export type AuthorizationCommand =
  | ({ readonly type: 'grant-authorization' } & AuthorizationGranted['data'])
  | ExchangeCode
  | Refresh
  | ({ readonly type: 'collect' } & Request)
  | ({ readonly type: 'renew'; readonly assertionHash: string } & Request)
  | RevokeToken
  | {
      readonly type: 'end-authorization';
      readonly accountId: AccountId;
      readonly reason: 'disconnected' | 'erased';
    };

export type AuthorizationAnswer =
  | { readonly status: 'granted' | 'exists' | 'done' | 'unknown' }
  /** The first tokens of an agent were issued before; or so many within an hour that it has to wait. */
  | { readonly status: 'collected' | 'too_many' }
  | { readonly status: 'issued'; readonly resources: readonly Resource[] }
  | { readonly status: 'refused'; readonly error: 'invalid_grant' | 'invalid_target' };

/** Tokens last an hour. Used refresh tokens are remembered for 30 days, so what may come in a day counts. */
const maxIssuedInAnHour = 120;
const hourMs = 3_600_000;

export interface AuthorizationDecision {
  readonly events: readonly { readonly event: AuthorizationEvent; readonly idKey: string }[];
  readonly answer: AuthorizationAnswer;
}

export interface AuthorizationContext {
  readonly at: Instant;
  /** Whether two digests are the same, in a time that says nothing of where they differ. */
  sameDigest(one: string, other: string): boolean;
}

/**
 * The rules of an authorization: a code is used once, a refresh token is used once, and whoever uses one
 * twice, or cannot show what belongs to a code, ends everything that came of it.
 */
export function decide(
  authorization: Authorization,
  command: AuthorizationCommand,
  context: AuthorizationContext,
): AuthorizationDecision {
  if (command.type === 'grant-authorization') {
    if (authorization.status !== 'unknown') return only({ status: 'exists' });
    const { type: _, ...data } = command;
    return {
      events: [{ idKey: 'grant', event: { type: 'AuthorizationGranted', version: 1, data } }],
      answer: { status: 'granted' },
    };
  }
  if (command.type === 'end-authorization') {
    if (authorization.status === 'unknown' || authorization.accountId !== command.accountId) {
      return only({ status: 'unknown' });
    }
    return end(authorization, command.reason, { status: 'done' });
  }
  const isRevocation =
    command.type === 'revoke-access-token' || command.type === 'revoke-refresh-token';
  // RFC 7009 2.2: what is not valid any more, or never was, has been revoked as far as anybody can tell.
  if (authorization.status !== 'active') return isRevocation ? only({ status: 'done' }) : refused;
  switch (command.type) {
    case 'exchange-code':
      return exchangeCode(authorization, command, context);
    case 'refresh':
      return refresh(authorization, command, context);
    case 'collect':
      if (authorization.party !== 'agent') return refused;
      if (authorization.assertion !== null) return only({ status: 'collected' });
      return issue(authorization, 'claim', command);
    case 'renew':
      return renew(authorization, command, context);
    case 'revoke-access-token':
    case 'revoke-refresh-token':
      return revokeToken(authorization, command, context);
  }
}

function exchangeCode(
  authorization: KnownAuthorization,
  command: ExchangeCode,
  { at, sameDigest }: AuthorizationContext,
): AuthorizationDecision {
  const { code, clientHash } = authorization;
  // Whoever guesses has none of the secret and must not be able to end anything.
  if (code === null || !sameDigest(code.codeHash, command.codeHash)) return refused;
  // RFC 6749 4.1.2: a second use means that somebody else has the code, and perhaps had it first.
  if (code.used) return end(authorization, 'code_replayed', refused.answer);
  if (code.expiresAt <= at) return refused;
  const { challenge, redirectUriHash } = command;
  const belongs =
    sameDigest(clientHash, command.clientHash) &&
    (redirectUriHash === null || sameDigest(code.redirectUriHash, redirectUriHash)) &&
    challenge !== null &&
    sameDigest(code.challenge, challenge);
  // A code that leaked is worth one guess and no more.
  if (!belongs) return end(authorization, 'code_refused', refused.answer);
  return issue(authorization, 'code', command);
}

function refresh(
  authorization: KnownAuthorization,
  command: Refresh,
  { at, sameDigest }: AuthorizationContext,
): AuthorizationDecision {
  const { refreshTokens, clientHash } = authorization;
  const known = refreshTokens.find(({ hash }) => sameDigest(hash, command.refreshTokenHash));
  if (known === undefined || known.expiresAt <= at) return refused;
  // RFC 9700 4.14.2: of two who hold the same refresh token one is not the client, and nobody knows which.
  if (known !== refreshTokens.at(-1)) return end(authorization, 'refresh_reused', refused.answer);
  if (!sameDigest(clientHash, command.clientHash)) return refused;
  return issue(authorization, 'refresh', command);
}

function renew(
  authorization: KnownAuthorization,
  command: Extract<AuthorizationCommand, { readonly type: 'renew' }>,
  { at, sameDigest }: AuthorizationContext,
): AuthorizationDecision {
  const { assertion } = authorization;
  if (assertion === null || assertion.expiresAt <= at) return refused;
  if (!sameDigest(assertion.hash, command.assertionHash)) return refused;
  return issue(authorization, 'assertion', command);
}

function issue(
  authorization: KnownAuthorization,
  by: TokensIssued['data']['by'],
  { wanted, fresh: { access, refresh: next, assertion } }: Request,
): AuthorizationDecision {
  const resources = narrowed(authorization.resources, wanted);
  // RFC 8707 2: an honest mistake of a client, so what it holds stays good.
  if (resources === null) return only({ status: 'refused', error: 'invalid_target' });
  if (issuedLately(authorization.accessTokens, access) >= maxIssuedInAnHour) return tooMany;
  if (issuedLately(authorization.refreshTokens, next) >= maxIssuedInAnHour) return tooMany;
  const data = {
    authorizationId: authorization.authorizationId,
    by,
    accessTokenHash: access.hash,
    accessExpiresAt: access.expiresAt,
    resources,
    refreshTokenHash: next?.hash ?? null,
    refreshExpiresAt: next?.expiresAt ?? null,
    assertionHash: assertion?.hash ?? null,
    assertionExpiresAt: assertion?.expiresAt ?? null,
  };
  return {
    events: [{ idKey: `issue|${access.hash}`, event: { type: 'TokensIssued', version: 1, data } }],
    answer: { status: 'issued', resources },
  };
}

/** Tokens of a kind last equally long, so those of the last hour end within an hour before the fresh one. */
function issuedLately(known: readonly KnownToken[], fresh: KnownToken | null): number {
  if (fresh === null) return 0;
  return known.filter(({ expiresAt }) => expiresAt > fresh.expiresAt - hourMs).length;
}

/** RFC 7009 2.1: a refresh token takes the authorization with it, an access token only itself. */
function revokeToken(
  authorization: KnownAuthorization,
  { type, tokenHash, clientHash }: RevokeToken,
  { sameDigest }: AuthorizationContext,
): AuthorizationDecision {
  const done = { status: 'done' } as const;
  // Another client's token: RFC 7009 2.1 refuses it, and the answer must not say that it exists.
  if (clientHash !== null && !sameDigest(authorization.clientHash, clientHash)) return only(done);
  const isIt = ({ hash }: KnownToken): boolean => sameDigest(hash, tokenHash);
  if (type === 'revoke-refresh-token') {
    return authorization.refreshTokens.some(isIt)
      ? end(authorization, 'revoked', done)
      : only(done);
  }
  if (!authorization.accessTokens.some(isIt)) return only(done);
  const data = { authorizationId: authorization.authorizationId, accessTokenHash: tokenHash };
  return {
    events: [
      { idKey: `revoke|${tokenHash}`, event: { type: 'AccessTokenRevoked', version: 1, data } },
    ],
    answer: done,
  };
}

function end(
  { status, authorizationId, accountId }: KnownAuthorization,
  reason: EndReason,
  answer: AuthorizationAnswer,
): AuthorizationDecision {
  if (status === 'ended') return only(answer);
  const data = { authorizationId, accountId, reason };
  return {
    events: [{ idKey: 'end', event: { type: 'AuthorizationEnded', version: 1, data } }],
    answer,
  };
}

function only(answer: AuthorizationAnswer): AuthorizationDecision {
  return { events: [], answer };
}

const tooMany = only({ status: 'too_many' });
const refused = only({ status: 'refused', error: 'invalid_grant' });
