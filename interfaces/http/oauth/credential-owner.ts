import {
  authorizationOfRefreshToken,
  registrationOfClaimToken,
} from '../../../domain/access/credential-names.ts';
import type { Parameters } from './parameters.ts';

/** Whose credential a token request shows, as limits count it; null when it shows none that lasts. */
export function credentialOwner(parameters: Parameters): string | null {
  const refreshToken = parameters.one('refresh_token');
  if (refreshToken !== null) return authorizationOfRefreshToken(refreshToken);
  const claimToken = parameters.one('claim_token');
  if (claimToken !== null) return registrationOfClaimToken(claimToken);
  return parameters.one('assertion');
}
