import assert from 'node:assert/strict';
import { createServer, request as forward } from 'node:http';
import { pipeline } from 'node:stream';

/** A loopback address in front of a server, for programs that cannot send a credential. */
export interface BearerProxy {
  readonly url: URL;
  close(): Promise<void>;
}

/** Adds the credential to whatever comes; all else passes as it is, Host and Origin too, and streams flow. */
export async function bearerProxy(target: URL, credential: string): Promise<BearerProxy> {
  const { hostname: host, port } = target;
  const proxy = createServer((request, response) => {
    const { method, url: path, rawHeaders } = request;
    const headers = [...rawHeaders, 'authorization', `Bearer ${credential}`];
    const upstream = forward({ host, port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders).flushHeaders();
      pipeline(answer, response, () => undefined);
    });
    pipeline(request, upstream, () => undefined);
    upstream.once('error', () => response.destroy());
    response.once('close', () => upstream.destroy());
  });
  // It passes on for how long the server keeps a connection, so it must not close one before.
  proxy.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  assert.ok(typeof address === 'object' && address !== null);
  return {
    url: new URL(target.pathname, `http://127.0.0.1:${address.port}`),
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
