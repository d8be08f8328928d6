import type { Telemetry } from '../../application/ports/telemetry.ts';
import { type Refusal, success } from '../../domain/shared/refusal.ts';
import { bearerCredential } from '../http/bearer.ts';
import {
  ClientGoneError,
  type Endpoint,
  type Exchange,
  type Handle,
  type Handled,
  jsonType,
} from '../http/exchange.ts';
import { metadataAddress, scope } from '../http/oauth/addresses.ts';
import { rateHeaders, rateRefusal } from '../http/rate-headers.ts';
import type { McpApplication } from './application.ts';
import { jsonRpcError, refusedCode } from './json-rpc-error.ts';
import { messageServer } from './message-server.ts';
import { crossOriginHeaders, foreignSite, preflightHeaders, type Site } from './site.ts';

const path = '/mcp';
const methods = 'POST, OPTIONS';

/** MCP over Streamable HTTP: each POST is one message, and nothing is kept between two of them. */
export function mcpEndpoint(
  application: McpApplication,
  environment: Site & { readonly telemetry: Telemetry },
): Endpoint {
  const serveMessage = messageServer(application, environment);
  const handle: Handle = async (exchange) => {
    const { request, response } = exchange;
    const foreign = foreignSite(request, environment);
    if (foreign !== null)
      return success(jsonRpcError({ status: 403, code: refusedCode, message: foreign }));
    for (const [name, value] of Object.entries(crossOriginHeaders(request))) {
      response.setHeader(name, value);
    }
    if (request.method === 'OPTIONS') return preflight;
    const credential = bearerCredential(request.headers.authorization);
    const caller = await application.authenticate({ credential, resource: 'mcp' });
    // A plan without access is told to whoever calls a tool: a person can only be told by the agent.
    if (!caller.ok && caller.refusal.code !== 'plan_required') {
      return challenged(caller.refusal, environment.baseUrl);
    }
    if (request.method !== 'POST') return methodNotAllowed;
    if (caller.ok) {
      const decision = await application.admitMessage({ caller: caller.value });
      standing(exchange);
      for (const [name, value] of Object.entries(rateHeaders(decision, 'messages'))) {
        response.setHeader(name, value);
      }
      if (!decision.admitted) return { ok: false, refusal: rateRefusal(decision, 'messages') };
    }
    return serveMessage(exchange, caller);
  };
  return { method: 'any', path, handle };
}

const preflight: Handled = success({
  status: 204,
  headers: { Allow: methods, ...preflightHeaders },
  contentType: jsonType,
  body: '',
});

/** There is no stream to open with GET and no session to end with DELETE. */
const methodNotAllowed: Handled = {
  ok: false,
  refusal: { code: 'method_not_allowed', detail: `this address answers to ${methods}` },
  headers: { Allow: methods },
};

/** RFC 9728 5.1: a client without a good credential learns where to get one, RFC 6750 3: and for what. */
function challenged(refusal: Refusal, baseUrl: string): Handled {
  const metadata = metadataAddress(baseUrl, 'mcp');
  const fault = refusal.code === 'invalid_key' ? 'error="invalid_token", ' : '';
  const challenge = `Bearer ${fault}resource_metadata="${metadata}", scope="${scope}"`;
  return { ok: false, refusal, headers: { 'WWW-Authenticate': challenge } };
}

/** @throws ClientGoneError when the request was refused meanwhile, and answered */
function standing({ response }: Exchange): void {
  if (response.headersSent) throw new ClientGoneError('the request broke off and was refused');
}
