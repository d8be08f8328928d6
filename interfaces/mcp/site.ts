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

const thisMachine = localhostAllowedHostnames();

/**
 * Why a request must not be served, or null. The Host is that of the configured address, and of this machine
 * where the address is, or outside production: a page that gets itself resolved to a loopback address (DNS
 * rebinding) sends its own name. Pages may be those of the address, or of a tool on the person's own machine,
 * such as the MCP Inspector, which has to show a credential like everybody. Programs send no Origin.
 */
export function foreignSite({ headers }: IncomingMessage, site: Site): string | null {
  const own = new URL(site.baseUrl).hostname;
  const isHere = !site.production || thisMachine.includes(own);
  const host = validateHostHeader(headers.host, isHere ? [own, ...thisMachine] : [own]);
  if (!host.ok) return `Invalid Host: expected ${own}`;
  const origin = validateOriginHeader(headers.origin, [own, ...thisMachine]);
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
