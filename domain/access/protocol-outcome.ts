/** The error codes of RFC 6749 5.2, RFC 7591 3.2.2, RFC 8628 3.5 and RFC 8707 2 that rules of ours answer. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'invalid_scope'
  | 'access_denied'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'rate_limited'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

/** The error codes of agent registration, as DECISIONS has them. */
export type AgentError =
  | 'invalid_login_hint'
  | 'invalid_claim_token'
  | 'claimed_or_in_flight'
  | 'claim_expired';

/** An outcome that a protocol documents with codes of its own, beside those of the API. */
export type ProtocolOutcome<Value, Code extends string> =
  | { readonly ok: true; readonly value: Value }
  | ProtocolRefusal<Code>;

export interface ProtocolRefusal<Code extends string> {
  readonly ok: false;
  readonly error: Code;
  /** For the developer of the client; holds nothing that was sent. */
  readonly description: string;
}

export type OAuthOutcome<Value> = ProtocolOutcome<Value, OAuthError>;
export type AgentOutcome<Value> = ProtocolOutcome<Value, AgentError>;

export function answered<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function denied<Code extends string>(
  error: Code,
  description: string,
): ProtocolRefusal<Code> {
  return { ok: false, error, description };
}
