import type { RequestListener } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { refused } from '../../domain/shared/refusal.ts';
import type { HttpEnvironment, RestApplication } from './application.ts';
import type { Endpoint, Handle } from './exchange.ts';
import { operationEndpoints } from './operations.ts';
import { restEndpoints } from './rest/endpoints.ts';
import { serve } from './serve.ts';

/** The whole HTTP interface: one routing table, served in its order. */
export function createHttpApp(application: RestApplication, environment: HttpEnvironment): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.use(requireHost(serve(environment, 'no host', noHost)));
  mount(app, environment, [
    ...restEndpoints(application, environment.baseUrl),
    ...operationEndpoints(application, environment),
  ]);
  // No label of a metric may come from a client, so all unknown paths are one route.
  app.use(serve(environment, 'unknown', unknownPath));
  return app;
}

function mount(app: Express, environment: HttpEnvironment, endpoints: readonly Endpoint[]): void {
  for (const { method, path, handle } of endpoints) {
    const listener = serve(environment, path, handle);
    const otherMethod = serve(environment, path, methodNotAllowed(method));
    if (method === 'GET') app.route(path).get(listener).all(otherMethod);
    else app.route(path).post(listener).all(otherMethod);
  }
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
function methodNotAllowed(method: Endpoint['method']): Handle {
  const allowed = method === 'GET' ? 'GET, HEAD' : method;
  return async ({ response }) => {
    response.setHeader('Allow', allowed);
    return refused('method_not_allowed', `this address answers to ${allowed}`);
  };
}
