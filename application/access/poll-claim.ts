import { pollStatus } from '../../domain/access/agent-claim/agent-claim.ts';
import { claimStream } from '../../domain/access/agent-claim/events.ts';
import { authorizationStream } from '../../domain/access/authorization/events.ts';
import { registrationOfClaimToken } from '../../domain/access/credential-names.ts';
import { answered, denied, type OAuthOutcome } from '../../domain/access/protocol-outcome.ts';
import type { Resource } from '../../domain/access/resource.ts';
import { authorizationOf, type RegistrationId } from '../../domain/shared/ids.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import type { AssertionSigner } from '../ports/assertion-signer.ts';
import type { RateWindows } from '../ports/rate-windows.ts';
import type { AgentClaimRegistry } from './agent-claim-registry.ts';
import type { TokenPorts } from './exchange-code.ts';
import { type GrantToAgentPorts, grantToAgent } from './grant-to-agent.ts';
import { handOut, type IssuedTokens, invalidGrant, makeAccessToken } from './issued-tokens.ts';
import { pollsTooFast } from './poll-pace.ts';

export interface PollClaimPorts extends TokenPorts, GrantToAgentPorts {
  readonly claims: AgentClaimRegistry;
  readonly rateWindows: RateWindows;
  readonly assertions: AssertionSigner;
}

/** What an agent gets once: tokens, and what it renews them with. */
export interface CollectedTokens extends IssuedTokens {
  readonly identityAssertion: string;
  readonly assertionExpires: Instant;
}

/** API.md, "Limits". */
const assertionMs = 30 * 24 * 3600 * 1000;

/**
 * Answers an agent that waits for a person's approval, after RFC 8628 3.4; of many polls at once one gets the
 * tokens. Waiting writes nothing to the log. Refuses with `authorization_pending`, `slow_down`,
 * `expired_token`, `access_denied`, `invalid_grant` (unknown, or collected before) or `invalid_target`.
 */
export async function pollClaim(
  ports: PollClaimPorts,
  {
    claimToken,
    resources,
  }: { readonly claimToken: string; readonly resources: readonly Resource[] | null },
): Promise<OAuthOutcome<CollectedTokens>> {
  const { claims, hasher, clock } = ports;
  const id = registrationOfClaimToken(claimToken);
  if (id === null) return invalidGrant;
  const claim = await claims.current(claimStream(id));
  // Only the agent itself can be told to go slower.
  if (claim === null || !hasher.sameDigest(claim.claimTokenHash, hasher.sha256(claimToken))) {
    return invalidGrant;
  }
  const now = clock.now();
  if (await pollsTooFast(ports, id, now)) {
    return denied('slow_down', 'poll less often, by five seconds more from now on');
  }
  switch (pollStatus(claim, now)) {
    case 'pending':
      return denied('authorization_pending', 'the person has not decided yet');
    case 'declined':
      return denied('access_denied', 'the person declined');
    case 'expired':
      return denied('expired_token', 'the code is over: ask for a new one, or register again');
    case 'collected':
      return invalidGrant;
    case 'approved':
      return collect(ports, id, resources);
  }
}

async function collect(
  ports: PollClaimPorts,
  registrationId: RegistrationId,
  wanted: readonly Resource[] | null,
): Promise<OAuthOutcome<CollectedTokens>> {
  const { claims, authorizations, hasher, assertions, clock, ids } = ports;
  const at = clock.now();
  const id = authorizationOf(registrationId);
  const made = makeAccessToken(ports, id, at);
  const assertionExpires = addMs(at, assertionMs);
  // Signed first: what could still go wrong must not come after the one collection.
  const terms = { registrationId, jti: ids.uuid(), issuedAt: at, expiresAt: assertionExpires };
  const identityAssertion = await assertions.sign(terms);
  const actor = { kind: 'authorization', id } as const;
  const context = { at, correlationId: ids.uuid(), actor };
  const collected = await claims.handle(claimStream(registrationId), { type: 'collect' }, context);
  if (collected.status !== 'approved') return invalidGrant;
  await grantToAgent(ports, { registrationId, accountId: collected.accountId }, context);
  const assertion = { hash: hasher.sha256(identityAssertion), expiresAt: assertionExpires };
  const fresh = { ...made.fresh, assertion };
  const answer = await authorizations.handle(
    authorizationStream(id),
    { type: 'collect', wanted, fresh },
    context,
  );
  const tokens = handOut(made, answer);
  if (!tokens.ok) return tokens;
  return answered({ ...tokens.value, identityAssertion, assertionExpires });
}
