import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '../../domain/shared/refusal.ts';
import { jsonType } from './exchange.ts';
import { type Problem, problemJson, problemOf } from './problems.ts';
import { writeProblem } from './serve.ts';

/** How long a refused client may take to read the answer before its connection is closed. */
const lingerMs = 2_000;

type Response = ServerResponse<IncomingMessage>;

/** Requests that Node's parser gives up on get the same error body as all others. */
export function answerClientErrors(server: Server, freshRequestId: () => string): void {
  const answered = new WeakSet<Duplex>();
  const latest = new WeakMap<Duplex, Response>();
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) {
    server.on(event, (request: IncomingMessage, response: Response) => {
      latest.set(request.socket, response);
    });
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const response = latest.get(socket);
    const problem = problemOf(refusalOf(error.code));
    if (response === undefined || isDone(response)) refuse(socket, problem);
    else if (response.req.complete) endAfter(response, socket);
    else if (response.headersSent) end(socket);
    else writeProblem(response, problem);
  });
  // Without a listener Node closes the connection of a CONNECT request in silence.
  server.on('connect', (_request, socket) => {
    const problem = problemOf({ code: 'method_not_allowed', detail: 'this is not a proxy' });
    refuse(socket, { ...problem, headers: { Allow: 'GET, HEAD, POST' } });
  });

  /** For a request that never reached the app. */
  function refuse(socket: Duplex, problem: Problem): void {
    socket.write(rawAnswer(problem, freshRequestId()));
    end(socket);
  }
}

/** What the parser failed on is then a request of its own, and the first on its turn. */
function isDone(response: Response): boolean {
  return response.req.complete && response.writableFinished;
}

/** The request before the fault is whole: it runs, it is paid for, so its answer must arrive. */
function endAfter(response: Response, socket: Duplex): void {
  if (response.headersSent) response.once('finish', () => end(socket));
  else response.setHeader('Connection', 'close');
}

function end(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end();
  // Closing at once while the client still sends would reset the connection under the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function refusalOf(code: string | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'headers_too_large', detail: 'the request headers are larger than 16 kB' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'bad_json', detail: 'the request did not arrive in time' };
    default:
      return { code: 'bad_json', detail: 'the request is not valid HTTP/1.1' };
  }
}

function rawAnswer(problem: Problem, requestId: string): string {
  const body = problemJson(problem, { requestId, path: '/' });
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Type: ${jsonType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    `X-Request-Id: ${requestId}`,
    '',
    body,
  ].join('\r\n');
}
