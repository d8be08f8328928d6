import type { OAuthClient } from '../../../domain/access/client/client.ts';
import { isCodeChallenge } from '../../../domain/access/pkce.ts';
import type { OAuthOutcome } from '../../../domain/access/protocol-outcome.ts';
import { matchesRedirectUri } from '../../../domain/access/redirect-uri.ts';
import { type Resource, readResources } from '../../../domain/access/resource.ts';
import { scope } from './addresses.ts';
import { type AuthorizeError, authorizeResponse } from './authorize-response.ts';
import { type Parameters, readParameters } from './parameters.ts';

/** A request that may be shown to a person, complete: nothing is read from the request again. */
export interface AuthorizeRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly resources: readonly Resource[];
  readonly state: string | null;
}

export type AuthorizeReading =
  | { readonly kind: 'request'; readonly request: AuthorizeRequest }
  /** Nobody to send the browser to: RFC 6749 4.1.2.1 wants the person told instead. */
  | { readonly kind: 'page'; readonly reason: 'client' | 'redirect_uri'; readonly detail: string }
  | { readonly kind: 'redirect'; readonly location: string };

export interface AuthorizePorts {
  readonly issuer: string;
  findClient(command: { readonly clientId: string }): Promise<OAuthOutcome<OAuthClient>>;
}

/** Judges the query of `GET /oauth/authorize`, as it stands in the address, against the client it names. */
export async function readAuthorizeRequest(
  { issuer, findClient }: AuthorizePorts,
  query: string,
): Promise<AuthorizeReading> {
  const parameters = readParameters(query);
  const { repeated } = parameters;
  const clientId = parameters.one('client_id');
  if (clientId === null || repeated.includes('client_id')) {
    return page('client', 'expected the parameter client_id once');
  }
  const found = await findClient({ clientId });
  if (!found.ok) return page('client', found.description);
  const client = found.value;
  const redirectUri = parameters.one('redirect_uri');
  if (redirectUri === null || repeated.includes('redirect_uri')) {
    return page('redirect_uri', 'expected the parameter redirect_uri once');
  }
  if (!client.redirectUris.some((registered) => matchesRedirectUri(registered, redirectUri))) {
    return page('redirect_uri', 'the redirect URI is not one that the client has registered');
  }
  const state = repeated.includes('state') ? null : parameters.one('state');
  const fault = faultOf(parameters);
  const resources = readResources(issuer, parameters.all('resource'));
  const codeChallenge = parameters.one('code_challenge');
  if (fault === null && resources !== null && codeChallenge !== null) {
    return { kind: 'request', request: { client, redirectUri, codeChallenge, resources, state } };
  }
  const answer = fault ?? unknownTarget;
  return { kind: 'redirect', location: authorizeResponse({ issuer, redirectUri, state }, answer) };
}

const unknownTarget: AuthorizeError = {
  error: 'invalid_target',
  description: 'resource: expected the address of the tool server or of REST',
};

/** The first thing that is wrong with a request whose client and redirect URI are right. */
function faultOf(parameters: Parameters): AuthorizeError | null {
  if (parameters.repeated.length > 0) {
    return invalid('expected each parameter once; only resource may be repeated');
  }
  // RFC 9101 5.2: what such a parameter holds would have to count, so it must not be passed over.
  if (parameters.one('request') !== null) return { error: 'request_not_supported' };
  if (parameters.one('request_uri') !== null) return { error: 'request_uri_not_supported' };
  const responseType = parameters.one('response_type');
  if (responseType === null) return invalid('expected the parameter response_type');
  if (responseType !== 'code') {
    return { error: 'unsupported_response_type', description: 'expected response_type=code' };
  }
  if ((parameters.one('response_mode') ?? 'query') !== 'query') {
    return invalid('expected response_mode=query');
  }
  // RFC 7636 4.3: without a method the challenge would be the verifier itself.
  if (parameters.one('code_challenge_method') !== 'S256') {
    return invalid('expected code_challenge_method=S256');
  }
  if (!isCodeChallenge(parameters.one('code_challenge') ?? '')) {
    return invalid('expected a code_challenge of 43 characters of base64url');
  }
  if ((parameters.one('scope') ?? scope) !== scope) {
    return { error: 'invalid_scope', description: `the only scope is ${scope}` };
  }
  return null;
}

function invalid(description: string): AuthorizeError {
  return { error: 'invalid_request', description };
}

function page(reason: 'client' | 'redirect_uri', detail: string): AuthorizeReading {
  return { kind: 'page', reason, detail };
}
