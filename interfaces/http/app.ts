import type { RequestListener } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { refused } from '../../domain/shared/refusal.ts';
import { mcpEndpoint } from '../mcp/endpoint.ts';
import { modelGuideEndpoint } from '../mcp/model-guide.ts';
import { agentEndpoints } from './agent/endpoints.ts';
import type { HttpApplication, HttpEnvironment } from './application.ts';
import { openToAllOrigins, preflight } from './cross-origin.ts';
import type { Endpoint, Handle } from './exchange.ts';
import { oauthEndpoints } from './oauth/endpoints.ts';
import { operationEndpoints } from './operations.ts';
import { restEndpoints } from './rest/endpoints.ts';
import { securityContactEndpoint } from './security-contact.ts';
import { serve } from './serve.ts';

/** Adds what is served beside the routing table. */
export type Mount = (app: Express) => void;

/** The whole HTTP interface: one routing table, served in its order. */
export function createHttpApp(
  { rest, mcp, oauth, agents }: HttpApplication,
  environment: HttpEnvironment,
  mountPages: Mount = () => undefined,
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.use(requireHost(serve(environment, { path: 'no host', handle: noHost })));
  mount(app, environment, [
    ...restEndpoints(rest, environment.baseUrl),
    mcpEndpoint(mcp, environment),
    modelGuideEndpoint(environment.baseUrl),
    securityContactEndpoint(environment),
    ...oauthEndpoints({ oauth, agents }, environment),
    ...agentEndpoints(agents, environment),
    ...operationEndpoints(rest, environment),
  ]);
  mountPages(app);
  // No label of a metric may come from a client, so all unknown paths are one route.
  app.use(serve(environment, { path: 'unknown', handle: unknownPath }));
  return app;
}

function mount(app: Express, environment: HttpEnvironment, endpoints: readonly Endpoint[]): void {
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const here = endpoints.filter((endpoint) => endpoint.path === path);
    const route = app.route(path);
    const crossOrigin = here.some((endpoint) => endpoint.crossOrigin === true);
    const methods = allowedMethods(here, crossOrigin);
    if (crossOrigin) {
      route.all(openToAllOrigins);
      route.options(serve(environment, { path, handle: preflight(methods) }));
    }
    for (const endpoint of here) {
      route[routers[endpoint.method]](serve(environment, endpoint));
    }
    const errors = here[0]?.errors ?? 'problem';
    route.all(serve(environment, { path, handle: methodNotAllowed(methods), errors }));
  }
}

const routers = { GET: 'get', POST: 'post', DELETE: 'delete', any: 'all' } as const;

function allowedMethods(endpoints: readonly Endpoint[], crossOrigin: boolean): string {
  const methods = endpoints.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method));
  return [...methods, ...(crossOrigin ? ['OPTIONS'] : [])].join(', ');
}

const noHost: Handle = async () => refused('bad_json', 'expected the header "Host" (RFC 9112 3.2)');

/** Node would answer these by itself, without a body. */
function requireHost(refuse: RequestListener): RequestHandler {
  return (request, response, next) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      refuse(request, response);
    } else {
      next();
    }
  };
}

const unknownPath: Handle = async () =>
  refused('not_found', 'there is nothing at this address; /v1/docs lists what there is');

/** RFC 9110 15.5.6: a 405 names the methods that work. */
function methodNotAllowed(allowed: string): Handle {
  return async ({ response }) => {
    response.setHeader('Allow', allowed);
    return refused('method_not_allowed', `this address answers to ${allowed}`);
  };
}
