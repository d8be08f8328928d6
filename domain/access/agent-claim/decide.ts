import { type AccountId, type AuthorizationId, authorizationOf } from '../../shared/ids.ts';
import { addMs, type Instant } from '../../shared/instant.ts';
import { type AgentClaim, decisionDue, isForgettable, isLive, pollStatus } from './agent-claim.ts';
import type { AgentClaimEvent, AgentRegistered } from './events.ts';

interface RenewCode {
  readonly type: 'renew-code';
  readonly claimTokenHash: string;
  readonly hintHash: string;
  readonly codeHash: string;
  readonly codeExpiresAt: Instant;
}

interface EnterCode {
  readonly type: 'enter-code';
  readonly accountId: AccountId;
  readonly codeHash: string;
}

export type AgentClaimCommand =
  | ({ readonly type: 'register-agent' } & AgentRegistered['data'])
  | RenewCode
  | EnterCode
  | { readonly type: 'approve' | 'decline'; readonly accountId: AccountId }
  /** After the authorization that was approved has issued its first tokens, which it does once. */
  | { readonly type: 'collect' }
  /** After what the agent said of itself was destroyed. */
  | { readonly type: 'forget' };

export type AgentClaimAnswer =
  | { readonly status: 'done' | 'exists' | 'unknown' }
  | { readonly status: 'other_hint' | 'in_flight' | 'expired' }
  /** A typed code was the right one, a wrong one, or not looked at: there is nothing to type it for. */
  | { readonly status: 'entered'; readonly decideBy: Instant }
  | { readonly status: 'wrong' | 'not_judged' }
  | { readonly status: 'declined' }
  | {
      readonly status: 'approved';
      readonly accountId: AccountId;
      readonly authorizationId: AuthorizationId;
    };

export interface AgentClaimDecision {
  readonly events: readonly { readonly event: AgentClaimEvent; readonly idKey: string }[];
  readonly answer: AgentClaimAnswer;
}

export interface AgentClaimContext {
  readonly at: Instant;
  /** Whether two digests are the same, in a time that says nothing of where they differ. */
  sameDigest(one: string, other: string): boolean;
}

/** So long a person may look at a request after typing its code: as long as a code is good. */
const decisionMs = 600_000;

/**
 * The rules of an agent's registration, after RFC 8628: five wrong codes end it, however many codes it had
 * and whoever types at the same time; one account decides, once; the tokens are collected once.
 */
export function decide(
  claim: AgentClaim | null,
  command: AgentClaimCommand,
  context: AgentClaimContext,
): AgentClaimDecision {
  if (command.type === 'register-agent') {
    if (claim !== null) return only({ status: 'exists' });
    const { type: _, ...data } = command;
    return {
      events: [{ idKey: 'register', event: { type: 'AgentRegistered', version: 1, data } }],
      answer: { status: 'done' },
    };
  }
  if (claim === null) return only({ status: 'unknown' });
  switch (command.type) {
    case 'renew-code':
      return renewCode(claim, command, context);
    case 'enter-code':
      return enterCode(claim, command, context);
    case 'approve':
      return approve(claim, command.accountId, context.at);
    case 'decline':
      return decline(claim, command.accountId, context.at);
    case 'collect':
      return collect(claim, context.at);
    case 'forget':
      return forget(claim, context.at);
  }
}

function renewCode(
  claim: AgentClaim,
  { claimTokenHash, hintHash, codeHash, codeExpiresAt }: RenewCode,
  { at, sameDigest }: AgentClaimContext,
): AgentClaimDecision {
  if (!sameDigest(claim.claimTokenHash, claimTokenHash)) return only({ status: 'unknown' });
  // Another address must not take over what one person was asked for.
  if (!sameDigest(claim.hintHash, hintHash)) return only({ status: 'other_hint' });
  const { registrationId, progress } = claim;
  if (progress.status === 'approved' || progress.status === 'collected') {
    return only({ status: 'in_flight' });
  }
  if (!isLive(claim, at)) return only({ status: 'expired' });
  // The person is looking at it: a new code would take the page from under their hands.
  if (progress.status === 'entered' && progress.decideBy > at) return only({ status: 'in_flight' });
  const data = { registrationId, codeHash, codeExpiresAt };
  return {
    // The same code may come twice by chance, but not with the same end.
    events: [
      {
        idKey: `renew|${codeHash}|${codeExpiresAt}`,
        event: { type: 'ClaimCodeRenewed', version: 1, data },
      },
    ],
    answer: { status: 'done' },
  };
}

function enterCode(
  claim: AgentClaim,
  { accountId, codeHash }: EnterCode,
  { at, sameDigest }: AgentClaimContext,
): AgentClaimDecision {
  const { registrationId, progress, tries, codeExpiresAt } = claim;
  if (!isLive(claim, at)) return only({ status: 'not_judged' });
  const isRight = sameDigest(claim.codeHash, codeHash);
  if (progress.status === 'entered') {
    // A code is good for one entry; who made it may come back to it as long as there is to decide.
    const decideBy = decisionDue(claim, accountId, at);
    if (decideBy === null || !isRight) return only({ status: 'not_judged' });
    return only({ status: 'entered', decideBy });
  }
  if (codeExpiresAt <= at) return only({ status: 'not_judged' });
  if (!isRight) {
    const data = { registrationId, tries: tries + 1 };
    return {
      events: [
        { idKey: `refuse|${data.tries}`, event: { type: 'ClaimCodeRefused', version: 1, data } },
      ],
      answer: { status: 'wrong' },
    };
  }
  const decideBy = addMs(at, decisionMs);
  const data = { registrationId, accountId, decideBy };
  return {
    events: [
      {
        idKey: `enter|${codeHash}|${codeExpiresAt}`,
        event: { type: 'ClaimCodeEntered', version: 1, data },
      },
    ],
    answer: { status: 'entered', decideBy },
  };
}

function approve(claim: AgentClaim, accountId: AccountId, at: Instant): AgentClaimDecision {
  const { registrationId, progress } = claim;
  const authorizationId = authorizationOf(registrationId);
  const answer = { status: 'approved', accountId, authorizationId } as const;
  const isAgain = progress.status === 'approved' || progress.status === 'collected';
  if (isAgain && progress.accountId === accountId) return only(answer);
  if (decisionDue(claim, accountId, at) === null) return only({ status: 'unknown' });
  const data = { registrationId, accountId, authorizationId };
  return {
    events: [{ idKey: 'approve', event: { type: 'ClaimApproved', version: 1, data } }],
    answer,
  };
}

function decline(claim: AgentClaim, accountId: AccountId, at: Instant): AgentClaimDecision {
  const { registrationId, progress } = claim;
  const answer = { status: 'declined' } as const;
  if (progress.status === 'declined' && progress.accountId === accountId) return only(answer);
  if (decisionDue(claim, accountId, at) === null) return only({ status: 'unknown' });
  const data = { registrationId, accountId };
  return {
    events: [{ idKey: 'decline', event: { type: 'ClaimDeclined', version: 1, data } }],
    answer,
  };
}

function collect(claim: AgentClaim, at: Instant): AgentClaimDecision {
  const { registrationId, progress } = claim;
  if (pollStatus(claim, at) !== 'approved' || progress.status !== 'approved') {
    return only({ status: 'unknown' });
  }
  const { accountId, authorizationId } = progress;
  const data = { registrationId, authorizationId };
  return {
    events: [{ idKey: 'collect', event: { type: 'ClaimCollected', version: 1, data } }],
    answer: { status: 'approved', accountId, authorizationId },
  };
}

function forget(claim: AgentClaim, at: Instant): AgentClaimDecision {
  const { registrationId, forgotten } = claim;
  if (forgotten) return only({ status: 'done' });
  if (!isForgettable(claim, at)) return only({ status: 'in_flight' });
  const event = { type: 'ClaimForgotten', version: 1, data: { registrationId } } as const;
  return { events: [{ idKey: 'forget', event }], answer: { status: 'done' } };
}

function only(answer: AgentClaimAnswer): AgentClaimDecision {
  return { events: [], answer };
}
