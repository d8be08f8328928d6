import { type AdmitAttemptPorts, admitAttempt } from '../application/access/admit-attempt.ts';
import { exchangeCode, type TokenPorts } from '../application/access/exchange-code.ts';
import { type FindClientPorts, findClient } from '../application/access/find-client.ts';
import { type PollClaimPorts, pollClaim } from '../application/access/poll-claim.ts';
import { refreshTokens } from '../application/access/refresh-tokens.ts';
import { type RegisterAgentPorts, registerAgent } from '../application/access/register-agent.ts';
import { type RegisterClientPorts, registerClient } from '../application/access/register-client.ts';
import {
  type RenewByAssertionPorts,
  renewByAssertion,
} from '../application/access/renew-by-assertion.ts';
import {
  type RenewClaimCodePorts,
  renewClaimCode,
} from '../application/access/renew-claim-code.ts';
import { type RevokeTokenPorts, revokeToken } from '../application/access/revoke-token.ts';
import type { AgentApplication, OAuthApplication } from './http/oauth/application.ts';

export interface OAuthPorts
  extends AdmitAttemptPorts,
    TokenPorts,
    FindClientPorts,
    RegisterClientPorts,
    RevokeTokenPorts {
  /** The JSON Web Key Set that identity assertions are signed under. */
  publicKeys(): Promise<object>;
}

/** The authorization server's use cases, bound to their ports. */
export function oauthApplication(ports: OAuthPorts): OAuthApplication {
  return {
    admitAttempt: (command) => admitAttempt(ports, command),
    registerClient: (command) => registerClient(ports, command),
    findClient: (command) => findClient(ports, command),
    exchangeCode: (command) => exchangeCode(ports, command),
    refreshTokens: (command) => refreshTokens(ports, command),
    revokeToken: (command) => revokeToken(ports, command),
    publicKeys: () => ports.publicKeys(),
  };
}

export interface AgentPorts
  extends AdmitAttemptPorts,
    RegisterAgentPorts,
    RenewClaimCodePorts,
    PollClaimPorts,
    RenewByAssertionPorts {}

/** The use cases of agents that a person claims, bound to their ports. */
export function agentApplication(ports: AgentPorts): AgentApplication {
  return {
    admitAttempt: (command) => admitAttempt(ports, command),
    registerAgent: (command) => registerAgent(ports, command),
    renewClaimCode: (command) => renewClaimCode(ports, command),
    pollClaim: (command) => pollClaim(ports, command),
    renewByAssertion: (command) => renewByAssertion(ports, command),
  };
}
