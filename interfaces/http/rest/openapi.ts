import { z } from 'zod';
import { problemKinds } from '../problems.ts';
import { reportExample, requestExamples, usageExample } from './openapi-examples.ts';
import { header, rateHeaders, requestIdHeader } from './openapi-headers.ts';
import { checkProblems, usageProblems } from './openapi-problems.ts';
import { operations, overview } from './openapi-text.ts';
import { problemSchema, refusalCodes } from './problem-schemas.ts';
import { reportSchema, usageSchema } from './report-schemas.ts';
import { type CheckRoute, formBodies, jsonBodies } from './request-schemas.ts';

/**
 * The OpenAPI 3.1 description of the REST interface, made from the schemas that decode requests.
 * @param baseUrl the issuer address without a trailing slash
 */
export function openApiDocument(baseUrl: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: '1',
      summary: 'Text checks',
      description: overview + errorTable(),
    },
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
        Report: { ...jsonSchema(reportSchema, 'output'), examples: [reportExample] },
        Usage: { ...jsonSchema(usageSchema, 'output'), examples: [usageExample] },
        Problem: jsonSchema(problemSchema, 'output'),
      },
    },
  };
}

/** The `type` of an error points at this page. */
function errorTable(): string {
  const rows = refusalCodes.map((code) => {
    const { status, title } = problemKinds[code];
    return `| ${status} | \`${code}\` | ${title} |`;
  });
  return ['\n\n| Status | Code | Meaning |', '|---|---|---|', ...rows].join('\n');
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
        schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
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
          ...requestIdHeader,
          ...rateHeaders,
        },
        content: { 'application/json': { schema: reference('Report') } },
      },
      ...checkProblems(route),
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
        headers: { ...requestIdHeader, ...rateHeaders },
        content: { 'application/json': { schema: reference('Usage') } },
      },
      ...usageProblems(),
    },
  };
}

function reference(name: 'Report' | 'Usage') {
  return { $ref: `#/components/schemas/${name}` };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  // OpenAPI 3.1 says once for the whole document which dialect its schemas are written in.
  const { $schema: _, ...members } = z.toJSONSchema(schema, { io });
  return members;
}
