import { authorizationStream } from '../../domain/access/authorization/events.ts';
import { authorizationOfCode } from '../../domain/access/credential-names.ts';
import { challengeOf } from '../../domain/access/pkce.ts';
import type { OAuthOutcome } from '../../domain/access/protocol-outcome.ts';
import type { Resource } from '../../domain/access/resource.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { AuthorizationRegistry } from './authorization-registry.ts';
import {
  handOut,
  type IssuedTokens,
  invalidGrant,
  type MakeTokensPorts,
  makeTokens,
} from './issued-tokens.ts';

export interface TokenPorts extends MakeTokensPorts {
  readonly authorizations: AuthorizationRegistry;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Exchanges an authorization code for tokens, RFC 6749 4.1.3 with PKCE (RFC 7636 4.5). Of many exchanges of
 * one code one succeeds, and a further one ends all that came of it; a wrong verifier, redirect URI or
 * client burns the code. Refuses with `invalid_grant` or `invalid_target`.
 */
export async function exchangeCode(
  ports: TokenPorts,
  request: {
    readonly code: string;
    readonly codeVerifier: string;
    /** Null when none was sent: OAuth 2.1 has none here, and only a client of OAuth 2.0 is held to it. */
    readonly redirectUri: string | null;
    readonly clientId: string;
    /** Null: all that was approved. */
    readonly resources: readonly Resource[] | null;
  },
): Promise<OAuthOutcome<IssuedTokens>> {
  const { authorizations, hasher, clock, ids } = ports;
  const { code, codeVerifier, redirectUri, clientId, resources } = request;
  const id = authorizationOfCode(code);
  if (id === null) return invalidGrant;
  const at = clock.now();
  const made = makeTokens(ports, id, at);
  const answer = await authorizations.handle(
    authorizationStream(id),
    {
      type: 'exchange-code',
      codeHash: hasher.sha256(code),
      clientHash: hasher.sha256(clientId),
      challenge: challengeOf(codeVerifier, hasher.sha256Base64url),
      redirectUriHash: redirectUri === null ? null : hasher.sha256(redirectUri),
      wanted: resources,
      fresh: made.fresh,
    },
    { at, correlationId: ids.uuid(), actor: { kind: 'authorization', id } },
  );
  return handOut(made, answer);
}
