import type { RequestHandler } from 'express';
import { success } from '../../domain/shared/refusal.ts';
import type { Handle } from './exchange.ts';

/** What a script has to be able to read: why it was refused, and the session of a tool server. */
const exposedHeaders =
  'WWW-Authenticate, Retry-After, X-Request-Id, Mcp-Session-Id, MCP-Protocol-Version';
const requestHeaders =
  'Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id';
/** The longest that Chromium keeps the answer to a preflight. */
const preflightSeconds = 7_200;

/**
 * Answers scripts of every origin (Fetch standard, 3.3 "HTTP-CORS protocol"), and never with the credentials
 * that a browser keeps: there is no Access-Control-Allow-Credentials, and no origin is repeated.
 */
export const openToAllOrigins: RequestHandler = (_request, response, next) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
  next();
};

export function preflight(methods: string): Handle {
  const headers = {
    Allow: methods,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': requestHeaders,
    'Access-Control-Max-Age': String(preflightSeconds),
  };
  return async () => success({ status: 204, headers, body: '' });
}
