import type { IncomingMessage } from 'node:http';
import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';

/** Which hosts the tool server answers to, and which pages may call it. */
export interface Site {
  readonly baseUrl: string;
  readonly production: boolean;
}

/** What a page may send, and what it may read of the answer, beside what every page may. */
const requestHeaders =
  'Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-Id, X-Request-Id';
const responseHeaders =
  'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, Mcp-Protocol-Version, X-Request-Id';

/**
 * Why a request must not be served, or null. Host and Origin are those of the configured address, and outside
 * production of this machine: a page that gets itself resolved to a loopback address (DNS rebinding) sends its
 * own name. Programs send no Origin.
 */
export function foreignSite({ headers }: IncomingMessage, site: Site): string | null {
  const hostnames = hostnamesOf(site);
  const host = validateHostHeader(headers.host, hostnames);
  if (!host.ok) return 'Invalid Host: expected the address of this service';
  const origin = validateOriginHeader(headers.origin, hostnames);
  return origin.ok ? null : 'Invalid Origin: pages of other sites may not call this service';
}

/** CORS for the pages that may call; who sends no Origin is no page. */
export function crossOriginHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const { origin } = headers;
  if (origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': responseHeaders,
    Vary: 'Origin',
  };
}

export const preflightHeaders = {
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': requestHeaders,
  'Access-Control-Max-Age': '7200',
} as const;

function hostnamesOf({ baseUrl, production }: Site): string[] {
  const own = new URL(baseUrl).hostname;
  return production ? [own] : [own, ...localhostAllowedHostnames()];
}
