import { success } from '../../../domain/shared/refusal.ts';
import type { RestApplication } from '../application.ts';
import { type Endpoint, jsonType } from '../exchange.ts';
import { guarded } from '../guard.ts';
import { checkEndpoint } from './checks.ts';
import { docsEndpoints } from './docs.ts';
import { openApiDocument } from './openapi.ts';
import type { CheckRoute } from './request-schemas.ts';
import { usageEndpoint } from './usage.ts';

/** The REST interface, in the order of the specification. */
export function restEndpoints(application: RestApplication, baseUrl: string): readonly Endpoint[] {
  const check = (route: CheckRoute): Endpoint => ({
    method: 'POST',
    path: `/v1/${route}`,
    handle: guarded(application, checkEndpoint(application, route)),
  });
  return [
    check('analyze'),
    check('detect'),
    check('grammar'),
    check('plagiarism'),
    { method: 'GET', path: '/v1/usage', handle: guarded(application, usageEndpoint(application)) },
    description(baseUrl),
    ...docsEndpoints(),
  ];
}

function description(baseUrl: string): Endpoint {
  const body = JSON.stringify(openApiDocument(baseUrl));
  return {
    method: 'GET',
    path: '/v1/openapi.json',
    handle: async () => success({ contentType: jsonType, body }),
  };
}
