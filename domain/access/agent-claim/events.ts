import type { NewEvent } from '../../shared/event.ts';
import type { AccountId, AuthorizationId, RegistrationId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instant.ts';

export type AgentRegistered = NewEvent<
  'AgentRegistered',
  {
    readonly registrationId: RegistrationId;
    /** HMAC of the e-mail address of the person that the agent says it acts for. */
    readonly hintHash: string;
    /** SHA-256 of what the agent polls with. */
    readonly claimTokenHash: string;
    /** HMAC of the code that the agent shows to the person. */
    readonly codeHash: string;
    readonly codeExpiresAt: Instant;
    readonly expiresAt: Instant;
  }
>;
export type ClaimCodeRenewed = NewEvent<
  'ClaimCodeRenewed',
  {
    readonly registrationId: RegistrationId;
    readonly codeHash: string;
    readonly codeExpiresAt: Instant;
  }
>;
export type ClaimCodeRefused = NewEvent<
  'ClaimCodeRefused',
  {
    readonly registrationId: RegistrationId;
    /** Wrong codes so far, this one included. */
    readonly tries: number;
  }
>;
export type ClaimCodeEntered = NewEvent<
  'ClaimCodeEntered',
  {
    readonly registrationId: RegistrationId;
    readonly accountId: AccountId;
    readonly decideBy: Instant;
  }
>;
export type ClaimApproved = NewEvent<
  'ClaimApproved',
  {
    readonly registrationId: RegistrationId;
    readonly accountId: AccountId;
    readonly authorizationId: AuthorizationId;
  }
>;
export type ClaimDeclined = NewEvent<
  'ClaimDeclined',
  { readonly registrationId: RegistrationId; readonly accountId: AccountId }
>;
export type ClaimCollected = NewEvent<
  'ClaimCollected',
  { readonly registrationId: RegistrationId; readonly authorizationId: AuthorizationId }
>;
export type ClaimForgotten = NewEvent<
  'ClaimForgotten',
  { readonly registrationId: RegistrationId }
>;

export type AgentClaimEvent =
  | AgentRegistered
  | ClaimCodeRenewed
  | ClaimCodeRefused
  | ClaimCodeEntered
  | ClaimApproved
  | ClaimDeclined
  | ClaimCollected
  | ClaimForgotten;

export function claimStream(registration: RegistrationId): string {
  return `claim-${registration}`;
}
