import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { answerClientErrors } from './client-errors.ts';

export interface ServerOptions {
  readonly freshRequestId: () => string;
  /** Time for the headers of a request to arrive. */
  readonly headersTimeoutMs?: number;
  /** Time for a whole request to arrive. */
  readonly requestTimeoutMs?: number;
}

/** API.md allows uploads of 20 MB: 120 s let them through at 1.4 Mbit/s and end slow attacks. */
const defaultRequestTimeoutMs = 120_000;
const defaultHeadersTimeoutMs = 20_000;
/** Longer than the 60 s after which most proxies close idle connections, so that they do it first. */
const keepAliveTimeoutMs = 65_000;
/** A bearer credential needs under 1 kB; this is also what Node itself takes as a default. */
const maxHeaderBytes = 16 * 1024;
/** Each connection costs some 50 kB; 10,000 of them must not end the process. */
const maxConnections = 10_000;

/** A server with bounded headers, times and connections that answers broken requests in our shape. */
export function createHttpServer(app: RequestListener, options: ServerOptions): Server {
  const requestTimeout = options.requestTimeoutMs ?? defaultRequestTimeoutMs;
  const headersTimeout = options.headersTimeoutMs ?? defaultHeadersTimeoutMs;
  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout,
      requestTimeout,
      keepAliveTimeout: keepAliveTimeoutMs,
      // The app answers a request without one, in our own shape.
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(5_000, headersTimeout / 2),
    },
    app,
  );
  server.maxConnections = maxConnections;
  // Whether a body is wanted is decided on the headers; the reader of the body sends the 100.
  server.on('checkContinue', app);
  // RFC 9110 10.1.1: an expectation other than 100-continue may be ignored.
  server.on('checkExpectation', app);
  answerClientErrors(server, options.freshRequestId);
  rememberAnswers(server);
  return server;
}

/**
 * Takes no new connections, lets running requests finish within the grace time, then closes. Answers given
 * meanwhile tell their clients not to send another request on the same connection.
 */
export function shutDown(server: Server, graceMs: number): Promise<void> {
  for (const here of answering.get(server)?.values() ?? []) here.forEach(askToClose);
  server.prependListener('request', (_request, response) => askToClose(response));
  return new Promise((resolve) => {
    const closeIdle = setInterval(() => server.closeIdleConnections(), 50);
    const closeAll = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(closeIdle);
      clearTimeout(closeAll);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** The answers of each server that are still being made, by their connection. */
const answering = new WeakMap<Server, Map<Socket, Set<ServerResponse>>>();

function rememberAnswers(server: Server): void {
  const open = new Map<Socket, Set<ServerResponse>>();
  answering.set(server, open);
  server.on('connection', (socket) => {
    open.set(socket, new Set());
    // A pipelined answer whose turn never came is not told that its connection has ended.
    socket.once('close', () => open.delete(socket));
  });
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) {
    server.on(event, ({ socket }: IncomingMessage, response: ServerResponse) => {
      const here = open.get(socket);
      here?.add(response);
      response.once('close', () => here?.delete(response));
    });
  }
}

function askToClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
