import type { AccountId, AuthorizationId, RegistrationId } from '../../shared/ids.ts';
import { addMs, type Instant } from '../../shared/instant.ts';
import { forgetAfterMs } from '../registration-lifetimes.ts';
import type { AgentClaimEvent } from './events.ts';

/** The fold of a claim's stream: how far an agent's registration has come. It is kept as a document, too. */
export type AgentClaim = {
  readonly registrationId: RegistrationId;
  readonly registeredAt: Instant;
  readonly hintHash: string;
  readonly claimTokenHash: string;
  readonly codeHash: string;
  readonly codeExpiresAt: Instant;
  readonly expiresAt: Instant;
  /** Wrong codes so far, over all codes of the claim. */
  readonly tries: number;
  readonly progress: ClaimProgress;
  /** It is over, and what the agent said of itself is destroyed. */
  readonly forgotten: boolean;
};

export type ClaimProgress =
  | { readonly status: 'open' }
  | { readonly status: 'entered'; readonly accountId: AccountId; readonly decideBy: Instant }
  | {
      readonly status: 'approved' | 'collected';
      readonly accountId: AccountId;
      readonly authorizationId: AuthorizationId;
    }
  | { readonly status: 'declined'; readonly accountId: AccountId };

/** With 10^6 codes and five tries in all, one guesser in 200,000 gets through. */
const maxTries = 5;

/** The claim after one more event; null before it exists. */
export function evolve(
  claim: AgentClaim | null,
  event: AgentClaimEvent,
  occurredAt: Instant,
): AgentClaim | null {
  if (event.type === 'AgentRegistered') {
    const progress = { status: 'open' } as const;
    return { ...event.data, registeredAt: occurredAt, tries: 0, progress, forgotten: false };
  }
  if (claim === null) return null;
  switch (event.type) {
    case 'ClaimCodeRenewed': {
      const { codeHash, codeExpiresAt } = event.data;
      return { ...claim, codeHash, codeExpiresAt, progress: { status: 'open' } };
    }
    case 'ClaimCodeRefused':
      return { ...claim, tries: event.data.tries };
    case 'ClaimCodeEntered': {
      const { accountId, decideBy } = event.data;
      return { ...claim, progress: { status: 'entered', accountId, decideBy } };
    }
    case 'ClaimApproved': {
      const { accountId, authorizationId } = event.data;
      return { ...claim, progress: { status: 'approved', accountId, authorizationId } };
    }
    case 'ClaimDeclined': {
      const { accountId } = event.data;
      return { ...claim, progress: { status: 'declined', accountId } };
    }
    case 'ClaimCollected': {
      const { progress } = claim;
      if (progress.status !== 'approved') return claim;
      return { ...claim, progress: { ...progress, status: 'collected' } };
    }
    case 'ClaimForgotten':
      return { ...claim, forgotten: true };
  }
}

/** Whether a code may still be typed for it, now or after a new one: neither decided, nor over. */
export function isLive({ progress, tries, expiresAt }: AgentClaim, at: Instant): boolean {
  const isUndecided = progress.status === 'open' || progress.status === 'entered';
  return isUndecided && tries < maxTries && expiresAt > at;
}

/** Whether something can happen to it without its agent: its code is good, or a person looks at it. */
export function isWaiting(claim: AgentClaim, at: Instant): boolean {
  return isLive(claim, at) && waitEnd(claim) > at;
}

/** Until when an undecided claim waits: for its code to be typed, or then for the decision. */
export function waitEnd({ progress, codeExpiresAt }: AgentClaim): Instant {
  return progress.status === 'entered' ? progress.decideBy : codeExpiresAt;
}

/** Whether it is over for good, whatever the clock of the node says. */
export function isForgettable({ expiresAt }: AgentClaim, at: Instant): boolean {
  return expiresAt <= addMs(at, -forgetAfterMs);
}

/** Until when an account may decide; null when it may not. Only who typed the code does, and not for ever. */
export function decisionDue(
  { progress, expiresAt }: AgentClaim,
  accountId: AccountId,
  at: Instant,
): Instant | null {
  if (progress.status !== 'entered' || progress.accountId !== accountId) return null;
  return progress.decideBy > at && expiresAt > at ? progress.decideBy : null;
}

/** What the agent that polls is told, RFC 8628 3.5. */
export function pollStatus(
  claim: AgentClaim,
  at: Instant,
): 'pending' | 'approved' | 'declined' | 'collected' | 'expired' {
  const { progress, expiresAt } = claim;
  if (progress.status === 'collected' || progress.status === 'declined') return progress.status;
  if (expiresAt <= at) return 'expired';
  if (progress.status === 'approved') return 'approved';
  return isWaiting(claim, at) ? 'pending' : 'expired';
}
