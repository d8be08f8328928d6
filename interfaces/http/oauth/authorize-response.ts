/** Where an answer goes, and what goes with every one of them. */
export interface AuthorizeTarget {
  readonly issuer: string;
  readonly redirectUri: string;
  readonly state: string | null;
}

/** RFC 6749 4.1.2.1, RFC 8707 2, RFC 9101 6. */
export interface AuthorizeError {
  readonly error:
    | 'invalid_request'
    | 'unsupported_response_type'
    | 'invalid_scope'
    | 'invalid_target'
    | 'access_denied'
    | 'server_error'
    | 'temporarily_unavailable'
    | 'request_not_supported'
    | 'request_uri_not_supported';
  readonly description?: string;
}

/**
 * The address that a browser is sent to with the answer to an authorization request. The redirect URI stays
 * as it is, byte by byte, with its own query (RFC 6749 3.1.2); `iss` says who answers (RFC 9207 2).
 */
export function authorizeResponse(
  { issuer, redirectUri, state }: AuthorizeTarget,
  answer: AuthorizeError | { readonly code: string },
): string {
  const parameters = new URLSearchParams();
  if ('code' in answer) {
    parameters.set('code', answer.code);
  } else {
    parameters.set('error', answer.error);
    if (answer.description !== undefined) parameters.set('error_description', answer.description);
  }
  if (state !== null) parameters.set('state', state);
  parameters.set('iss', issuer);
  return `${redirectUri}${joint(redirectUri)}${parameters}`;
}

function joint(redirectUri: string): string {
  if (!redirectUri.includes('?')) return '?';
  return /[?&]$/.test(redirectUri) ? '' : '&';
}
