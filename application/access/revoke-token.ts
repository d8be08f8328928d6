import { authorizationStream } from '../../domain/access/authorization/events.ts';
import {
  authorizationOfAccessToken,
  authorizationOfRefreshToken,
} from '../../domain/access/credential-names.ts';
import type { Clock } from '../ports/clock.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { Ids } from '../ports/ids.ts';
import type { AuthorizationRegistry } from './authorization-registry.ts';

export interface RevokeTokenPorts {
  readonly authorizations: AuthorizationRegistry;
  readonly hasher: Hasher;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Revokes a token, RFC 7009: an access token alone, a refresh token with its whole authorization. Once this
 * answers, no request with it is accepted. Unknown tokens and those of another client are left alone, and
 * the answer is the same. Tokens say themselves of which kind they are, so no hint is needed.
 */
export async function revokeToken(
  { authorizations, hasher, clock, ids }: RevokeTokenPorts,
  {
    token,
    clientId,
  }: {
    readonly token: string;
    /** Null when none was sent: an agent has none, and whoever holds a token may give it up. */
    readonly clientId: string | null;
  },
): Promise<void> {
  const ofAccess = authorizationOfAccessToken(token);
  const id = ofAccess ?? authorizationOfRefreshToken(token);
  if (id === null) return;
  await authorizations.handle(
    authorizationStream(id),
    {
      type: ofAccess === null ? 'revoke-refresh-token' : 'revoke-access-token',
      tokenHash: hasher.sha256(token),
      clientHash: clientId === null ? null : hasher.sha256(clientId),
    },
    { at: clock.now(), correlationId: ids.uuid(), actor: { kind: 'authorization', id } },
  );
}
