import type { IncomingMessage, ServerResponse } from 'node:http';

/** More than the largest request that is ever accepted; a client that sends on loses its connection. */
const maxDiscardedBytes = 64 * 1024 * 1024;

/**
 * Reads the rest of a body and throws it away. Many clients look at the answer only after they have
 * sent everything, and closing the connection before that would make them lose it.
 */
export function discardBody(request: IncomingMessage, response: ServerResponse): void {
  const isUntouched = request.readableFlowing === null;
  if (isUntouched && request.headers.expect !== undefined) {
    // RFC 9110 10.1.1: without a 100 the client may never send the body, so what follows on this
    // connection could not be told from a next request.
    response.setHeader('Connection', 'close');
    return;
  }
  let discardedBytes = 0;
  request.on('data', (chunk: Buffer) => {
    discardedBytes += chunk.length;
    if (discardedBytes > maxDiscardedBytes) request.destroy();
  });
  request.resume();
}
