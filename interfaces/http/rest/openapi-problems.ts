import type { RefusalCode } from '../../../domain/shared/refusal.ts';
import { problemKinds, unavailableStatus } from '../problems.ts';
import { problemExample, unavailableExample } from './openapi-examples.ts';
import { header, rateHeaders, requestIdHeader } from './openapi-headers.ts';
import { refusalCodes } from './problem-schemas.ts';
import type { CheckRoute } from './request-schemas.ts';

/** The codes that every guarded endpoint may answer with. */
const commonCodes: readonly RefusalCode[] = [
  'unauthenticated',
  'invalid_key',
  'plan_required',
  'rate_limited',
  'internal',
];
const elsewhereCodes: readonly RefusalCode[] = [
  'not_found',
  'method_not_allowed',
  'headers_too_large',
];
const checkCodes = refusalCodes.filter((code) => !elsewhereCodes.includes(code));
/** A shortcut always selects its own check. */
const shortcutCodes = checkCodes.filter((code) => code !== 'no_checks');

type Responses = Readonly<Record<string, object>>;

export function checkProblems(route: CheckRoute): Responses {
  return problemResponses(route === 'analyze' ? checkCodes : shortcutCodes, `/v1/${route}`);
}

export function usageProblems(): Responses {
  return problemResponses(commonCodes, '/v1/usage');
}

/** One response per status, with the codes it may carry. */
function problemResponses(codes: readonly RefusalCode[], path: string): Responses {
  const responses: Record<string, object> = {};
  for (const code of codes) {
    const { status } = problemKinds[code];
    const same = codes.filter((other) => problemKinds[other].status === status);
    const ofWindow = same.every((other) => beforeWindow.has(other)) ? {} : rateHeaders;
    responses[status] = problemResponse(same, path, { ...ofWindow, ...statusHeaders[status] });
  }
  responses[unavailableStatus] = {
    description: 'The service cannot work right now.',
    headers: { ...requestIdHeader, ...retryAfter },
    content: problemContent({ internal: { value: unavailableExample(path) } }),
  };
  responses.default = problemResponse(elsewhereCodes, path, {});
  return responses;
}

const retryAfter = { 'Retry-After': header('Seconds to wait before trying again.', 'integer') };
/** Decided on the credential alone: the headers of the rate window do not come with these. */
const beforeWindow: ReadonlySet<RefusalCode> = new Set([
  'unauthenticated',
  'invalid_key',
  'plan_required',
]);
/** Where the headers of the rate window are not all there is. */
const statusHeaders: Readonly<Record<number, object>> = {
  [problemKinds.unauthenticated.status]: {
    'WWW-Authenticate': header('The Bearer challenge of RFC 6750.', 'string'),
  },
  [problemKinds.rate_limited.status]: retryAfter,
};

function problemResponse(codes: readonly RefusalCode[], path: string, headers: object) {
  const lines = codes.map((code) => `\`${code}\`: ${problemKinds[code].title}.`);
  const examples = codes.map((code) => [code, { value: problemExample(code, path) }]);
  return {
    description: lines.join(' '),
    headers: { ...requestIdHeader, ...headers },
    content: problemContent(Object.fromEntries(examples)),
  };
}

function problemContent(examples: object) {
  const schema = { $ref: '#/components/schemas/Problem' };
  return { 'application/json': { schema, examples } };
}
