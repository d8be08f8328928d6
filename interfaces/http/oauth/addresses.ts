import { type Resource, resourceAddress } from '../../../domain/access/resource.ts';

/** The only scope there is: run checks, read the balance. */
export const scope = 'checks';

/** Where the metadata of a protected resource stand: RFC 9728 3.1 puts the well-known part before the path. */
export function metadataAddress(issuer: string, resource: Resource): string {
  return `${issuer}${metadataPath(issuer, resource)}`;
}

export function metadataPath(issuer: string, resource: Resource): string {
  return `${protectedResourcePath}${resourceAddress(issuer, resource).slice(issuer.length)}`;
}

export const protectedResourcePath = '/.well-known/oauth-protected-resource';

export const paths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  jwks: '/.well-known/jwks.json',
  authorizationServer: '/.well-known/oauth-authorization-server',
  agentIdentity: '/agent/identity',
  agentClaim: '/agent/identity/claim',
  /** The page where a person types the code that an agent shows. */
  agentPage: '/agent',
  agentGuide: '/auth.md',
  /** The page that says how a client is connected to the tool server. */
  connectPage: '/connect',
  /** The page where a person makes API keys. */
  keysPage: '/account/keys',
  modelGuide: '/llms.txt',
} as const;

export const claimGrants = [
  'urn:service:agent-auth:grant-type:claim',
  'urn:workos:agent-auth:grant-type:claim',
] as const;
export const assertionGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
