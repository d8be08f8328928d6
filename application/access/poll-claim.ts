import { type AgentClaim, pollStatus } from '../../domain/access/agent-claim/agent-claim.ts';
import { claimStream } from '../../domain/access/agent-claim/events.ts';
import { authorizationStream } from '../../domain/access/authorization/events.ts';
import { registrationOfClaimToken } from '../../domain/access/credential-names.ts';
import { answered, denied, type OAuthOutcome } from '../../domain/access/protocol-outcome.ts';
import type { Resource } from '../../domain/access/resource.ts';
import { type AccountId, authorizationOf } from '../../domain/shared/ids.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import type { AssertionSigner } from '../ports/assertion-signer.ts';
import type { RateWindows } from '../ports/rate-windows.ts';
import type { CommandContext } from '../stream-writer.ts';
import type { AgentClaimRegistry } from './agent-claim-registry.ts';
import type { TokenPorts } from './exchange-code.ts';
import { type GrantToAgentPorts, grantToAgent } from './grant-to-agent.ts';
import { handOut, type IssuedTokens, invalidGrant, makeAccessToken } from './issued-tokens.ts';
import { pollsTooFast } from './poll-pace.ts';
import { isPushedAside, type WaitingClaimsPorts } from './waiting-claims.ts';

export interface PollClaimPorts extends TokenPorts, GrantToAgentPorts, WaitingClaimsPorts {
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
  switch (pollStatus(claim, now)) {
    case 'pending':
      if (await pollsTooFast(ports, id, now)) return tooFast;
      if (await isPushedAside(ports, claim, now)) return codeOver;
      return denied('authorization_pending', 'the person has not decided yet');
    case 'approved':
      return (await pollsTooFast(ports, id, now)) ? tooFast : collect(ports, claim, resources);
    // What stays as it is may be asked for as often as one likes, and going slower would not change it.
    case 'declined':
      return denied('access_denied', 'the person declined');
    case 'expired':
      return codeOver;
    case 'collected':
      return invalidGrant;
  }
}

const tooFast = denied('slow_down', 'poll less often, by five seconds more from now on');

const codeOver = denied('expired_token', 'the code is over: ask for a new one, or register again');

/**
 * The authorization issues its first tokens in one event, as it does for a code: before that event nothing is
 * given away and the next poll tries again, after it nobody else gets any. The claim only repeats it.
 */
async function collect(
  ports: PollClaimPorts,
  claim: AgentClaim,
  wanted: readonly Resource[] | null,
): Promise<OAuthOutcome<CollectedTokens>> {
  const { authorizations, hasher, assertions, clock, ids } = ports;
  const { registrationId } = claim;
  const at = clock.now();
  const id = authorizationOf(registrationId);
  const made = makeAccessToken(ports, id, at);
  const assertionExpires = addMs(at, assertionMs);
  const terms = { registrationId, jti: ids.uuid(), issuedAt: at, expiresAt: assertionExpires };
  const identityAssertion = await assertions.sign(terms);
  const context = { at, correlationId: ids.uuid(), actor: { kind: 'authorization', id } } as const;
  await grantToAgent(ports, { registrationId, accountId: approverOf(claim) }, context);
  const assertion = { hash: hasher.sha256(identityAssertion), expiresAt: assertionExpires };
  const answer = await authorizations.handle(
    authorizationStream(id),
    { type: 'collect', wanted, fresh: { ...made.fresh, assertion } },
    context,
  );
  if (answer.status === 'issued' || answer.status === 'collected') {
    await noteCollected(ports, claim, context);
  }
  const tokens = handOut(made, answer);
  if (!tokens.ok) return tokens;
  return answered({ ...tokens.value, identityAssertion, assertionExpires });
}

function approverOf({ progress }: AgentClaim): AccountId {
  if (progress.status !== 'approved') throw new Error(`a claim that is ${progress.status}`);
  return progress.accountId;
}

/** Tokens that are issued must reach the agent, so a failure here is left to its next poll, which repeats this. */
async function noteCollected(
  { claims }: PollClaimPorts,
  { registrationId }: AgentClaim,
  context: CommandContext,
): Promise<void> {
  const noted = claims.handle(claimStream(registrationId), { type: 'collect' }, context);
  await noted.catch(() => undefined);
}
