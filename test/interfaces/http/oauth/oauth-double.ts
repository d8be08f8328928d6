import type { RateDecision } from '../../../../application/ports/rate-windows.ts';
import { denied } from '../../../../domain/access/protocol-outcome.ts';
import type {
  AgentApplication,
  OAuthApplication,
} from '../../../../interfaces/http/oauth/application.ts';

/** The use cases by hand: nothing is known to them, unless told otherwise. */
export type ProtocolDouble = OAuthApplication & AgentApplication;

export function oauthDouble(overrides: Partial<ProtocolDouble> = {}): ProtocolDouble {
  const unknown = async () => denied('invalid_grant', 'not known');
  return {
    registerClient: async () => denied('invalid_client_metadata', 'not known'),
    findClient: async () => denied('invalid_client', 'not known'),
    exchangeCode: unknown,
    refreshTokens: unknown,
    revokeToken: async () => undefined,
    registerAgent: async () => denied('invalid_login_hint', 'not known'),
    renewClaimCode: async () => denied('invalid_claim_token', 'not known'),
    pollClaim: unknown,
    renewByAssertion: unknown,
    publicKeys: async () => ({ keys: [] }),
    admitAttempt: async ({ limit }): Promise<RateDecision> => ({
      admitted: true,
      limit: limit.attempts,
      remaining: limit.attempts - 1,
      resetSeconds: limit.windowSeconds,
    }),
    ...overrides,
  };
}

export const refusedAttempt = async (): Promise<RateDecision> => ({
  admitted: false,
  limit: 1,
  remaining: 0,
  resetSeconds: 33,
});
