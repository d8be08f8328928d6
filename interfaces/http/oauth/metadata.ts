import { type Resource, resourceAddress, resources } from '../../../domain/access/resource.ts';
import { success } from '../../../domain/shared/refusal.ts';
import { type Endpoint, jsonType } from '../exchange.ts';
import {
  assertionGrant,
  claimGrants,
  metadataPath,
  paths,
  protectedResourcePath,
  scope,
} from './addresses.ts';
import type { OAuthApplication, OAuthEnvironment } from './application.ts';

/** Nothing here changes without a new version of the service; short enough for that to be noticed. */
const headers = { 'Cache-Control': 'public, max-age=300' };

/** What clients read before they do anything: RFC 8414, RFC 9728, RFC 7517. */
export function metadataEndpoints(
  application: Pick<OAuthApplication, 'publicKeys'>,
  { baseUrl }: Pick<OAuthEnvironment, 'baseUrl'>,
): readonly Endpoint[] {
  const fixed = (path: string, document: object): Endpoint => {
    const body = JSON.stringify(document);
    const handle = async () => success({ contentType: jsonType, body, headers });
    return { method: 'GET', path, handle, crossOrigin: true };
  };
  return [
    ...resources.map((resource) =>
      fixed(metadataPath(baseUrl, resource), protectedResource(baseUrl, resource)),
    ),
    // For clients that look at the root of the host only: what they are after is the tool server.
    fixed(protectedResourcePath, protectedResource(baseUrl, 'mcp')),
    fixed(paths.authorizationServer, authorizationServer(baseUrl)),
    {
      method: 'GET',
      path: paths.jwks,
      crossOrigin: true,
      handle: async () => {
        const body = JSON.stringify(await application.publicKeys());
        return success({ contentType: 'application/jwk-set+json', body, headers });
      },
    },
  ];
}

/** RFC 8414 2, with the members of RFC 9207 3, RFC 9728 4, the client metadata document draft and DECISIONS. */
export function authorizationServer(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}${paths.authorize}`,
    token_endpoint: `${issuer}${paths.token}`,
    registration_endpoint: `${issuer}${paths.register}`,
    revocation_endpoint: `${issuer}${paths.revoke}`,
    jwks_uri: `${issuer}${paths.jwks}`,
    scopes_supported: [scope],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', ...claimGrants, assertionGrant],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: resources.map((resource) => resourceAddress(issuer, resource)),
    service_documentation: `${issuer}/v1/docs`,
    agent_auth: {
      skill: `${issuer}${paths.agentGuide}`,
      identity_endpoint: `${issuer}${paths.agentIdentity}`,
      claim_endpoint: `${issuer}${paths.agentClaim}`,
      identity_types_supported: ['service_auth'],
    },
  };
}

/** RFC 9728 2. */
function protectedResource(issuer: string, resource: Resource): object {
  return {
    resource: resourceAddress(issuer, resource),
    authorization_servers: [issuer],
    scopes_supported: [scope],
    bearer_methods_supported: ['header'],
    resource_name: resource === 'mcp' ? 'Assay tool server' : 'Assay REST API',
    resource_documentation: `${issuer}/v1/docs`,
  };
}
