import type { AuthorizationAnswer, FreshTokens } from '../../domain/access/authorization/decide.ts';
import { accessTokenPrefix, refreshTokenPrefix } from '../../domain/access/credential-names.ts';
import { answered, denied, type OAuthOutcome } from '../../domain/access/protocol-outcome.ts';
import type { Resource } from '../../domain/access/resource.ts';
import type { AuthorizationId } from '../../domain/shared/ids.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { Secrets } from '../ports/secrets.ts';

/** What the token endpoint hands out. The answer is the only time the tokens exist outside their holder's hands. */
export interface IssuedTokens {
  readonly authorizationId: AuthorizationId;
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  /** Null for an agent, which renews by its assertion. */
  readonly refreshToken: string | null;
  /** Where the access token may be used. */
  readonly resources: readonly Resource[];
}

/** API.md, "Limits". */
const accessTokenSeconds = 3600;
const refreshTokenMs = 30 * 24 * 3600 * 1000;

/** Tokens that are handed out if the decision goes that way, and their hashes. */
export interface MadeTokens {
  readonly authorizationId: AuthorizationId;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly fresh: FreshTokens;
}

export interface MakeTokensPorts {
  readonly secrets: Secrets;
  readonly hasher: Hasher;
}

/** An access token, for agents, which have nothing to refresh with. */
export function makeAccessToken(
  { secrets, hasher }: MakeTokensPorts,
  authorizationId: AuthorizationId,
  at: Instant,
): MadeTokens {
  const accessToken = secrets.credential(accessTokenPrefix(authorizationId));
  const expiresAt = addMs(at, accessTokenSeconds * 1000);
  const access = { hash: hasher.sha256(accessToken), expiresAt };
  const fresh = { access, refresh: null, assertion: null };
  return { authorizationId, accessToken, refreshToken: null, fresh };
}

/** An access token and what it is refreshed with. */
export function makeTokens(
  ports: MakeTokensPorts,
  authorizationId: AuthorizationId,
  at: Instant,
): MadeTokens {
  const made = makeAccessToken(ports, authorizationId, at);
  const refreshToken = ports.secrets.credential(refreshTokenPrefix(authorizationId));
  // The 30 days begin anew with each rotation (DECISIONS).
  const expiresAt = addMs(at, refreshTokenMs);
  const refresh = { hash: ports.hasher.sha256(refreshToken), expiresAt };
  return { ...made, refreshToken, fresh: { ...made.fresh, refresh } };
}

/** Hands the tokens out, if that is what was decided. */
export function handOut(
  { authorizationId, accessToken, refreshToken }: MadeTokens,
  answer: AuthorizationAnswer,
): OAuthOutcome<IssuedTokens> {
  if (answer.status === 'issued') {
    const { resources } = answer;
    const expiresInSeconds = accessTokenSeconds;
    return answered({ authorizationId, accessToken, refreshToken, expiresInSeconds, resources });
  }
  if (answer.status === 'too_many') {
    return denied('rate_limited', 'too many tokens were issued within an hour');
  }
  if (answer.status === 'refused' && answer.error === 'invalid_target') {
    return denied('invalid_target', 'the authorization does not cover this resource');
  }
  return invalidGrant;
}

/** RFC 6749 5.2 has one error for all that can be wrong with a grant: why is nobody's business. */
export const invalidGrant = denied(
  'invalid_grant',
  'the grant is unknown, expired, used before, ended, or belongs to another client',
);
