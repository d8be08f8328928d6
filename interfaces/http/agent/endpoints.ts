import { attemptLimits, limitedByAddress } from '../attempts.ts';
import type { Endpoint, Handle } from '../exchange.ts';
import { paths } from '../oauth/addresses.ts';
import type { AgentApplication, OAuthEnvironment } from '../oauth/application.ts';
import { claimEndpoint } from './claim.ts';
import { guideEndpoint } from './guide.ts';
import { identityEndpoint } from './identity.ts';

/** Agent registration, as far as the agent sees it. */
export function agentEndpoints(
  application: AgentApplication,
  environment: OAuthEnvironment,
): readonly Endpoint[] {
  const { baseUrl, trustedProxies } = environment;
  const limit = { application, limit: attemptLimits.agent, trustedProxies };
  const post = (path: string, handle: Handle): Endpoint => ({
    method: 'POST',
    path,
    handle: limitedByAddress(limit, handle),
    errors: 'agent',
  });
  return [
    post(paths.agentIdentity, identityEndpoint(application, environment)),
    post(paths.agentClaim, claimEndpoint(application, environment)),
    guideEndpoint(baseUrl),
  ];
}
