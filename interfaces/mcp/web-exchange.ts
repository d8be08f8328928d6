import { type Answer, ClientGoneError, type Exchange, jsonType } from '../http/exchange.ts';

/** What the library reads of a request. Above all not the credential. */
const passedOn = /^(accept|content-type|mcp-[a-z0-9-]+)$/;

/** Set by whoever writes the answer: on the way down, a connection is not kept. */
const ours: readonly string[] = ['connection', 'content-length', 'content-type', 'cache-control'];

/** Our request as the library wants it. Its body was read, and parsed, under our limits. */
export function webRequest({ request }: Exchange, url: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && passedOn.test(name)) headers.set(name, value);
  }
  return new Request(url, { method: 'POST', headers, signal });
}

/** @throws ClientGoneError */
export async function webAnswer(response: Response, exchange: Exchange): Promise<Answer> {
  const { status, body } = response;
  const contentType = response.headers.get('content-type') ?? jsonType;
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !ours.includes(name)),
  );
  if (body !== null && contentType.startsWith('text/event-stream')) {
    // Some proxies wait for the whole of an answer unless they are told not to.
    return { status, headers: { ...headers, 'X-Accel-Buffering': 'no' }, contentType, body };
  }
  const text = await response.text();
  if (exchange.response.destroyed) throw new ClientGoneError('the client closed its request');
  return { status, headers, contentType, body: text };
}
