import { authorizationStream } from '../../domain/access/authorization/events.ts';
import { authorizationOfRefreshToken } from '../../domain/access/credential-names.ts';
import type { OAuthOutcome } from '../../domain/access/protocol-outcome.ts';
import type { Resource } from '../../domain/access/resource.ts';
import type { TokenPorts } from './exchange-code.ts';
import { handOut, type IssuedTokens, invalidGrant, makeTokens } from './issued-tokens.ts';

/**
 * Gives new tokens for a refresh token, RFC 6749 6, which is good for one use: a second one ends the
 * authorization and every token of it. Refuses with `invalid_grant`, `invalid_target` or `rate_limited`.
 */
export async function refreshTokens(
  ports: TokenPorts,
  request: {
    readonly refreshToken: string;
    readonly clientId: string;
    /** Null: all that was approved. Fewer hold for this access token, not for those that follow. */
    readonly resources: readonly Resource[] | null;
  },
): Promise<OAuthOutcome<IssuedTokens>> {
  const { authorizations, hasher, clock, ids } = ports;
  const { refreshToken, clientId, resources } = request;
  const id = authorizationOfRefreshToken(refreshToken);
  if (id === null) return invalidGrant;
  const at = clock.now();
  const made = makeTokens(ports, id, at);
  const answer = await authorizations.handle(
    authorizationStream(id),
    {
      type: 'refresh',
      refreshTokenHash: hasher.sha256(refreshToken),
      clientHash: hasher.sha256(clientId),
      wanted: resources,
      fresh: made.fresh,
    },
    { at, correlationId: ids.uuid(), actor: { kind: 'authorization', id } },
  );
  return handOut(made, answer);
}
