import type { Credits } from './credits.ts';

/** The codes of the specification and of DECISIONS, written once. The edge maps each to a status. */
export type PlainRefusalCode =
  | 'empty'
  | 'no_checks'
  | 'bad_json'
  | 'unauthenticated'
  | 'invalid_key'
  | 'plan_required'
  | 'not_allowed_for_key'
  | 'file_too_large'
  | 'text_too_long'
  | 'too_many_words'
  | 'unsupported_type'
  | 'unreadable'
  | 'request_in_progress'
  | 'idempotency_mismatch'
  | 'not_found'
  | 'method_not_allowed'
  | 'headers_too_large'
  | 'internal';

/** An outcome the API documents. It is a value: only broken invariants and failed dependencies throw. */
export type Refusal =
  | { readonly code: PlainRefusalCode; readonly detail: string }
  | {
      /** `key_cap_reached`: the account may have credits left, the key has not. */
      readonly code: 'insufficient_credits' | 'key_cap_reached';
      readonly detail: string;
      /** The whole price of what was asked, in credits. */
      readonly needed: Credits;
      /** What the account, or the key in this period, may still spend. */
      readonly remaining: Credits;
      readonly shortfall: Credits;
    }
  | { readonly code: 'rate_limited'; readonly detail: string; readonly retryAfterSeconds: number };

export type RefusalCode = Refusal['code'];

/** Success with a value, or a refusal. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

export function success<Value>(value: Value): Outcome<Value> {
  return { ok: true, value };
}

export function refused(
  code: PlainRefusalCode,
  detail: string,
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code, detail } };
}
