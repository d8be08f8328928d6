import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '../../domain/shared/refusal.ts';
import { jsonType } from './exchange.ts';
import { type Problem, problemJson, problemOf } from './problems.ts';

/** How long a refused client may take to read the answer before its connection is closed. */
const lingerMs = 2_000;

/** Requests that Node's parser gives up on never reach the app; they get the same error body. */
export function answerClientErrors(server: Server, freshRequestId: () => string): void {
  const answered = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
      socket.destroy();
      return;
    }
    refuse(socket, refusalOf(error.code));
  });
  // Without a listener Node closes the connection of a CONNECT request in silence.
  server.on('connect', (_request, socket) =>
    refuse(socket, { code: 'method_not_allowed', detail: 'this is not a proxy' }),
  );

  function refuse(socket: Duplex, refusal: Refusal): void {
    socket.on('error', () => socket.destroy());
    socket.end(rawAnswer(problemOf(refusal), freshRequestId()));
    // Closing at once while the client still sends would reset the connection under the answer.
    socket.resume();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }
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

/** Bytes of an answer are already on the wire: another one would be read as part of it. */
function isAnswering(socket: Duplex): boolean {
  const response: unknown = Reflect.get(socket, '_httpMessage');
  return (
    typeof response === 'object' &&
    response !== null &&
    Reflect.get(response, 'headersSent') === true
  );
}

function rawAnswer(problem: Problem, requestId: string): string {
  const body = problemJson(problem, { requestId, path: '/' });
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    `Content-Type: ${jsonType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    `X-Request-Id: ${requestId}`,
    '',
    body,
  ].join('\r\n');
}
