import { authorizationStream } from '../../domain/access/authorization/events.ts';
import type { OAuthOutcome } from '../../domain/access/protocol-outcome.ts';
import type { Resource } from '../../domain/access/resource.ts';
import { authorizationOf } from '../../domain/shared/ids.ts';
import type { AssertionSigner } from '../ports/assertion-signer.ts';
import type { TokenPorts } from './exchange-code.ts';
import { handOut, type IssuedTokens, invalidGrant, makeAccessToken } from './issued-tokens.ts';

export interface RenewByAssertionPorts extends TokenPorts {
  readonly assertions: AssertionSigner;
}

/**
 * Gives an agent a new access token for its assertion, RFC 7523 2.1, as often as it asks while that is good.
 * The signature says that it is ours; the log says that it is the one that was given, and that the person
 * has not disconnected the agent since. Refuses with `invalid_grant`, `invalid_target` or `rate_limited`.
 */
export async function renewByAssertion(
  ports: RenewByAssertionPorts,
  {
    assertion,
    resources,
  }: { readonly assertion: string; readonly resources: readonly Resource[] | null },
): Promise<OAuthOutcome<IssuedTokens>> {
  const { authorizations, assertions, hasher, clock, ids } = ports;
  const at = clock.now();
  const registrationId = await assertions.verify(assertion, at);
  if (registrationId === null) return invalidGrant;
  const id = authorizationOf(registrationId);
  const made = makeAccessToken(ports, id, at);
  const answer = await authorizations.handle(
    authorizationStream(id),
    {
      type: 'renew',
      assertionHash: hasher.sha256(assertion),
      wanted: resources,
      fresh: made.fresh,
    },
    { at, correlationId: ids.uuid(), actor: { kind: 'authorization', id } },
  );
  return handOut(made, answer);
}
