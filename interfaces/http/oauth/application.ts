import type { OAuthClient } from '../../../domain/access/client/client.ts';
import type { AgentOutcome, OAuthOutcome } from '../../../domain/access/protocol-outcome.ts';
import type { Resource } from '../../../domain/access/resource.ts';
import type { RegistrationId } from '../../../domain/shared/ids.ts';
import type { Instant } from '../../../domain/shared/instant.ts';
import type { Attempts } from '../attempts.ts';

/** Null: not named in the request. */
type WantedResources = readonly Resource[] | null;

export interface RegisteredMetadata {
  readonly clientId: string;
  readonly issuedAt: Instant;
  readonly clientName: string | null;
  readonly redirectUris: readonly string[];
}

export interface ClaimCode {
  readonly userCode: string;
  readonly expiresAt: Instant;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
}

export interface IssuedTokens {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  /** Null for an agent, which renews by its assertion. */
  readonly refreshToken: string | null;
}

export interface ClaimedTokens extends IssuedTokens {
  readonly identityAssertion: string;
  readonly assertionExpires: Instant;
}

/** The use cases behind the OAuth endpoints, bound to their ports. */
export interface OAuthApplication extends Attempts {
  registerClient(command: {
    readonly clientName: string | null;
    readonly redirectUris: readonly string[];
  }): Promise<OAuthOutcome<RegisteredMetadata>>;
  findClient(command: { readonly clientId: string }): Promise<OAuthOutcome<OAuthClient>>;
  exchangeCode(command: {
    readonly code: string;
    readonly codeVerifier: string;
    readonly redirectUri: string | null;
    readonly clientId: string;
    readonly resources: WantedResources;
  }): Promise<OAuthOutcome<IssuedTokens>>;
  refreshTokens(command: {
    readonly refreshToken: string;
    readonly clientId: string;
    readonly resources: WantedResources;
  }): Promise<OAuthOutcome<IssuedTokens>>;
  revokeToken(command: { readonly token: string; readonly clientId: string | null }): Promise<void>;
  /** The JSON Web Key Set that identity assertions are signed under. */
  publicKeys(): Promise<object>;
}

/** The use cases of agents that a person claims. */
export interface AgentApplication extends Attempts {
  registerAgent(command: {
    readonly loginHint: string;
    readonly agentName: string | null;
  }): Promise<
    AgentOutcome<{
      readonly registrationId: RegistrationId;
      readonly claimToken: string;
      readonly expiresAt: Instant;
      readonly claim: ClaimCode;
    }>
  >;
  renewClaimCode(command: { readonly claimToken: string; readonly email: string }): Promise<
    AgentOutcome<{
      readonly registrationId: RegistrationId;
      readonly claimAttemptId: string;
      readonly claim: ClaimCode;
    }>
  >;
  pollClaim(command: {
    readonly claimToken: string;
    readonly resources: WantedResources;
  }): Promise<OAuthOutcome<ClaimedTokens>>;
  renewByAssertion(command: {
    readonly assertion: string;
    readonly resources: WantedResources;
  }): Promise<OAuthOutcome<IssuedTokens>>;
}

/** What these endpoints know of where they stand. */
export interface OAuthEnvironment {
  /** The issuer, without a trailing slash; never taken from a request. */
  readonly baseUrl: string;
  readonly trustedProxies: number;
}
