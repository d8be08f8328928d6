import { paths } from '../oauth/addresses.ts';
import type { ClaimCode } from '../oauth/application.ts';

/** What the agent shows its person, and how it polls meanwhile: RFC 8628 3.2 in the words of API.md. */
export function claimBlock(claim: ClaimCode, issuer: string) {
  return {
    user_code: claim.userCode,
    // There is no address with the code in it: the person must have seen the code (RFC 8628 5.4).
    verification_uri: `${issuer}${paths.agentPage}`,
    expires_in: claim.expiresInSeconds,
    interval: claim.intervalSeconds,
  };
}
