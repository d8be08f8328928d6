import { attemptLimits, limitedByAddress } from '../attempts.ts';
import type { Endpoint, Handle } from '../exchange.ts';
import { paths } from './addresses.ts';
import type { OAuthEnvironment } from './application.ts';
import { metadataEndpoints } from './metadata.ts';
import { registerEndpoint } from './register.ts';
import { revokeEndpoint } from './revoke.ts';
import { type TokenApplication, tokenEndpoint } from './token.ts';

/** The authorization server, without the pages that a person sees. */
export function oauthEndpoints(
  applications: TokenApplication,
  environment: OAuthEnvironment,
): readonly Endpoint[] {
  const { oauth: application } = applications;
  const { trustedProxies } = environment;
  const post = (kind: 'token' | 'register' | 'revoke', handle: Handle): Endpoint => ({
    method: 'POST',
    path: paths[kind],
    handle: limitedByAddress({ application, limit: attemptLimits[kind], trustedProxies }, handle),
    errors: 'oauth',
    crossOrigin: true,
  });
  return [
    post('token', tokenEndpoint(applications, environment)),
    post('register', registerEndpoint(application)),
    post('revoke', revokeEndpoint(application)),
    ...metadataEndpoints(application, environment),
  ];
}
