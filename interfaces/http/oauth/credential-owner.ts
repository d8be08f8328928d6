import { authorizationOfRefreshToken } from '../../../domain/access/credential-names.ts';
import type { Parameters } from './parameters.ts';

/**
 * Whose credential a token request shows, as limits count it; null when it shows none that lasts. An agent that
 * polls is told to slow down instead: that is the error it knows.
 */
export function credentialOwner(parameters: Parameters): string | null {
  const refreshToken = parameters.one('refresh_token');
  if (refreshToken !== null) return authorizationOfRefreshToken(refreshToken);
  return parameters.one('assertion');
}
