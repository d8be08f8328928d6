import type { AgentError, OAuthError } from '../../../domain/access/protocol-outcome.ts';
import { type Outcome, success } from '../../../domain/shared/refusal.ts';
import { type Answer, type ErrorShape, jsonType } from '../exchange.ts';
import type { Problem } from '../problems.ts';

/** What is decided at the edge, before any use case. */
type EdgeError =
  | 'unsupported_grant_type'
  | 'unauthorized_client'
  | 'anonymous_not_enabled'
  | 'issuer_not_enabled';

export type ProtocolError = OAuthError | AgentError | EdgeError;

/** Every error code of these protocols with its status. RFC 6749 5.2: 400 where nothing else is said. */
export const protocolErrors: Readonly<Record<ProtocolError, number>> = {
  invalid_request: 400,
  invalid_client: 400,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  access_denied: 400,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  invalid_login_hint: 400,
  anonymous_not_enabled: 400,
  issuer_not_enabled: 400,
  invalid_claim_token: 401,
  claimed_or_in_flight: 409,
  claim_expired: 410,
  rate_limited: 429,
};

interface ProtocolRefusal {
  readonly error: ProtocolError;
  readonly description: string;
}

export type ProtocolShape = Exclude<ErrorShape, 'problem'>;

/** A refusal as an answer: the body of RFC 6749 5.2, for agents with `message` beside it. */
export function protocolRefusal(
  { error, description }: ProtocolRefusal,
  shape: ProtocolShape,
): Outcome<Answer> {
  const status = protocolErrors[error];
  return success({
    status,
    contentType: jsonType,
    body: bodyOf({ error, description: plain(description) }, shape),
    headers: { ...noStore, ...headersOf(error) },
    code: error,
  });
}

function headersOf(error: ProtocolError): Readonly<Record<string, string>> {
  if (error !== 'invalid_claim_token') return {};
  // RFC 9110 15.5.2: a 401 has a challenge. The token that it asks for stands in the body, though.
  return { 'WWW-Authenticate': 'Bearer realm="assay", error="invalid_token"' };
}

/** RFC 6749 5.1 asks for both. */
export const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** What is refused or fails outside the protocol, in the words of the protocol. */
export function protocolErrorJson({ status, refusal }: Problem, shape: ProtocolShape): string {
  return bodyOf({ error: errorOf(status), description: plain(refusal.detail) }, shape);
}

function errorOf(status: number): string {
  if (status === 429) return 'rate_limited';
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

function bodyOf(
  { error, description }: { readonly error: string; readonly description: string },
  shape: ProtocolShape,
): string {
  const message = shape === 'agent' ? { message: description } : {};
  return JSON.stringify({ error, error_description: description, ...message });
}

/** RFC 6749 5.2: printable ASCII without quotation mark and backslash. */
function plain(description: string): string {
  return description.replace(/"/g, "'").replace(/[^\x20-\x7e]|\\/g, '?');
}
