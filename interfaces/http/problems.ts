import { OutcomeUnknownError, StoreUnavailableError } from '../../application/ports/event-store.ts';
import { OverloadedError } from '../../application/ports/overloaded.ts';
import { AccountErasedError } from '../../application/ports/personal-data.ts';
import type { Refusal, RefusalCode } from '../../domain/shared/refusal.ts';
import { metadataAddress, scope } from './oauth/addresses.ts';

interface ProblemKind {
  readonly status: number;
  /** RFC 9457 3.1.3: the same for every occurrence of the problem. */
  readonly title: string;
}

/** Every code of API.md and DECISIONS with its status: no status of a refusal stands anywhere else. */
export const problemKinds: Readonly<Record<RefusalCode, ProblemKind>> = {
  empty: { status: 400, title: 'There is no text to check' },
  no_checks: { status: 400, title: 'No check is selected' },
  bad_json: { status: 400, title: 'The request is malformed' },
  unauthenticated: { status: 401, title: 'A credential is required' },
  invalid_key: { status: 401, title: 'The credential is not valid' },
  insufficient_credits: { status: 402, title: 'Not enough credits' },
  key_cap_reached: { status: 402, title: 'The key has spent what it may in this period' },
  plan_required: { status: 403, title: 'The plan does not include this' },
  not_allowed_for_key: { status: 403, title: 'The key may not run this check' },
  not_found: { status: 404, title: 'There is nothing at this address' },
  method_not_allowed: { status: 405, title: 'The address does not support this method' },
  request_in_progress: { status: 409, title: 'The same request is still running' },
  file_too_large: { status: 413, title: 'The file is too large' },
  text_too_long: { status: 413, title: 'The text is too long' },
  too_many_words: { status: 413, title: 'The text has too many words' },
  unsupported_type: { status: 415, title: 'The type is not supported' },
  unreadable: { status: 422, title: 'The file could not be read' },
  idempotency_mismatch: { status: 422, title: 'The idempotency key belongs to another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'The service failed' },
};

/** The service is there but cannot work now: RFC 9110 15.6.4. */
export const unavailableStatus = 503;
/** Long enough for a store to fail over, short enough for a person who waits. */
const unavailableRetrySeconds = 5;

export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal: Refusal;
}

/** A refusal as an HTTP answer; the challenge of RFC 6750 3 goes with every 401. */
export function problemOf(refusal: Refusal): Problem {
  return {
    status: problemKinds[refusal.code].status,
    headers: headersOf(refusal),
    refusal,
  };
}

/** An unexpected error as an HTTP answer. Its message may hold anything, so none of it is shown. */
export function problemOfError(error: unknown): Problem {
  if (error instanceof StoreUnavailableError || error instanceof OutcomeUnknownError) {
    return unavailableProblem;
  }
  if (error instanceof OverloadedError) return overloadedProblem;
  // Erased after its key was read and before its check began.
  if (error instanceof AccountErasedError) {
    return problemOf({ code: 'invalid_key', detail: 'the account of this credential was erased' });
  }
  return problemOf({
    code: 'internal',
    detail: 'the service failed on this request; retry with exponential backoff',
  });
}

export const unavailableProblem: Problem = {
  status: unavailableStatus,
  headers: { 'Retry-After': String(unavailableRetrySeconds) },
  refusal: {
    code: 'internal',
    detail: 'the service cannot reach its store right now; retry with exponential backoff',
  },
};

const overloadedProblem: Problem = {
  ...unavailableProblem,
  refusal: {
    code: 'internal',
    detail: 'the service has more work than it takes on right now; retry with exponential backoff',
  },
};

/**
 * Adds to the challenge of a 401 where the metadata of the REST resource stand (RFC 9728 5.1) and the scope to
 * ask for (RFC 6750 3).
 */
export function challenging(problem: Problem, issuer: string): Problem {
  const challenge = problem.headers['WWW-Authenticate'];
  if (challenge === undefined) return problem;
  const metadata = `resource_metadata="${metadataAddress(issuer, 'rest')}", scope="${scope}"`;
  return {
    ...problem,
    headers: { ...problem.headers, 'WWW-Authenticate': `${challenge}, ${metadata}` },
  };
}

/** The body: `detail` and `code` as specified, the members of RFC 9457 beside them. */
export function problemJson(
  problem: Problem,
  occurrence: { readonly requestId: string; readonly path: string },
): string {
  const { refusal, status } = problem;
  const known =
    'needed' in refusal
      ? { needed: refusal.needed, remaining: refusal.remaining, shortfall: refusal.shortfall }
      : {};
  return JSON.stringify({
    detail: refusal.detail,
    code: refusal.code,
    ...known,
    type: `/v1/docs#${refusal.code}`,
    title: problemKinds[refusal.code].title,
    status,
    instance: occurrence.path,
    request_id: occurrence.requestId,
  });
}

function headersOf(refusal: Refusal): Readonly<Record<string, string>> {
  switch (refusal.code) {
    case 'unauthenticated':
      return { 'WWW-Authenticate': 'Bearer realm="assay"' };
    case 'invalid_key':
      return { 'WWW-Authenticate': 'Bearer realm="assay", error="invalid_token"' };
    case 'rate_limited':
      return { 'Retry-After': String(Math.max(1, Math.ceil(refusal.retryAfterSeconds))) };
    default:
      return {};
  }
}
