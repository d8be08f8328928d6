import { z } from 'zod';
import type { RefusalCode } from '../../../domain/shared/refusal.ts';
import { problemKinds, unavailableStatus } from '../problems.ts';
import {
  operations,
  overview,
  problemExample,
  requestExamples,
  usageExample,
} from './openapi-text.ts';
import { problemSchema, refusalCodes } from './problem-schemas.ts';
import { reportSchema, usageSchema } from './report-schemas.ts';
import { type CheckRoute, formBodies, jsonBodies } from './request-schemas.ts';

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

/**
 * The OpenAPI 3.1 description of the REST interface, made from the schemas that decode requests.
 * @param baseUrl the issuer address without a trailing slash
 */
export function openApiDocument(baseUrl: string) {
  return {
    openapi: '3.1.0',
    info: { title: 'Assay', version: '1', summary: 'Text checks', description: overview },
    servers: [{ url: `${baseUrl}/v1` }],
    security: [{ bearer: [] }],
    paths: {
      '/analyze': { post: checkOperation('analyze') },
      '/detect': { post: checkOperation('detect') },
      '/grammar': { post: checkOperation('grammar') },
      '/plagiarism': { post: checkOperation('plagiarism') },
      '/usage': { get: usageOperation() },
    },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key or an OAuth access token with the scope `checks`.',
        },
      },
      schemas: {
        Report: jsonSchema(reportSchema, 'output'),
        Usage: { ...jsonSchema(usageSchema, 'output'), examples: [usageExample] },
        Problem: { ...jsonSchema(problemSchema, 'output'), examples: [problemExample] },
      },
    },
  };
}

function checkOperation(route: CheckRoute) {
  return {
    operationId: route,
    tags: ['checks'],
    ...operations[route],
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        required: false,
        description:
          'Repeats with the same key and body get the stored response for 24 hours; 1 to 255 visible ASCII characters.',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: jsonSchema(jsonBodies[route], 'input'),
          examples: { sample: { value: requestExamples[route] } },
        },
        'multipart/form-data': { schema: jsonSchema(formBodies[route], 'input') },
      },
    },
    responses: {
      '200': {
        description: 'The report.',
        headers: {
          'x-credits-used': header('Credits that this request spent.', 'integer'),
          'x-credits-remaining': header('Credits that are available after it.', 'integer'),
          'Idempotent-Replayed': header('`true` when the response was stored earlier.', 'string'),
          ...commonHeaders(),
        },
        content: { 'application/json': { schema: reference('Report') } },
      },
      ...problemResponses(checkCodes),
    },
  };
}

function usageOperation() {
  return {
    operationId: 'usage',
    tags: ['account'],
    summary: 'Plan and credits',
    description: 'Free of charge; counts as a request in the rate window.',
    responses: {
      '200': {
        description: 'The usage record.',
        headers: commonHeaders(),
        content: { 'application/json': { schema: reference('Usage') } },
      },
      ...problemResponses(commonCodes),
    },
  };
}

function commonHeaders() {
  return {
    RateLimit: header('What is left of the rate window.', 'string'),
    'RateLimit-Policy': header('The rate window: requests and seconds.', 'string'),
    'X-Request-Id': header('The id of this request, for questions about it.', 'string'),
  };
}

function header(description: string, type: 'integer' | 'string') {
  return { description, schema: { type } };
}

/** One response per status, with the codes it may carry. */
function problemResponses(codes: readonly RefusalCode[]): Record<string, object> {
  const responses: Record<string, object> = {};
  for (const code of codes) {
    const { status } = problemKinds[code];
    const same = codes.filter((other) => problemKinds[other].status === status);
    responses[status] = problemResponse(same, statusHeaders[status]);
  }
  responses[unavailableStatus] = problemResponse(['internal'], statusHeaders[unavailableStatus]);
  responses.default = problemResponse(elsewhereCodes);
  return responses;
}

const retryAfter = { 'Retry-After': header('Seconds to wait before trying again.', 'integer') };
const statusHeaders: Readonly<Record<number, object>> = {
  [problemKinds.unauthenticated.status]: {
    'WWW-Authenticate': header('The Bearer challenge of RFC 6750.', 'string'),
  },
  [problemKinds.rate_limited.status]: retryAfter,
  [unavailableStatus]: retryAfter,
};

function problemResponse(codes: readonly RefusalCode[], headers: object = {}) {
  const lines = codes.map((code) => `\`${code}\`: ${problemKinds[code].title}.`);
  return {
    description: lines.join(' '),
    headers: { 'X-Request-Id': header('The id of this request.', 'string'), ...headers },
    content: { 'application/json': { schema: reference('Problem') } },
  };
}

function reference(name: 'Report' | 'Usage' | 'Problem') {
  return { $ref: `#/components/schemas/${name}` };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  // OpenAPI 3.1 says once for the whole document which dialect its schemas are written in.
  const { $schema: _, ...members } = z.toJSONSchema(schema, { io });
  return members;
}
