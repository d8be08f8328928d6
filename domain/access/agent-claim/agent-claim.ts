import type { AccountId, AuthorizationId, RegistrationId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instant.ts';
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
    return { ...event.data, registeredAt: occurredAt, tries: 0, progress: { status: 'open' } };
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
  }
}

/** Whether a code may still be typed for it, now or after a new one: neither decided, nor over. */
export function isLive({ progress, tries, expiresAt }: AgentClaim, at: Instant): boolean {
  const isUndecided = progress.status === 'open' || progress.status === 'entered';
  return isUndecided && tries < maxTries && expiresAt > at;
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
  const { progress, codeExpiresAt, expiresAt } = claim;
  if (progress.status === 'collected' || progress.status === 'declined') return progress.status;
  if (expiresAt <= at) return 'expired';
  if (progress.status === 'approved') return 'approved';
  const end = progress.status === 'entered' ? progress.decideBy : codeExpiresAt;
  return isLive(claim, at) && end > at ? 'pending' : 'expired';
}
