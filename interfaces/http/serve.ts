import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpEnvironment } from './application.ts';
import { discardBody } from './body/discard-body.ts';
import {
  type Answer,
  ClientGoneError,
  type Endpoint,
  type ErrorShape,
  type Exchange,
  type Handle,
  type Handled,
  jsonType,
} from './exchange.ts';
import { protocolErrorJson } from './oauth/protocol-errors.ts';
import { challenging, type Problem, problemJson, problemOf, problemOfError } from './problems.ts';
import { requestIdOf } from './request-id.ts';
import { writeStream } from './write-stream.ts';

const requestIdHeader = 'X-Request-Id';

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Turns a handler into a listener: request id, span, answer or problem, metrics, one log line. */
export function serve(
  environment: HttpEnvironment,
  { path: route, handle, errors = 'problem' }: Omit<Endpoint, 'method'>,
): Serve {
  const attributes = { route };
  return (request, response) => {
    const requestId = requestIdOf(request.headers['x-request-id']) ?? environment.freshRequestId();
    response.setHeader(requestIdHeader, requestId);
    const exchange: Exchange = { request, response, requestId };
    const startedMs = environment.monotonicMs();
    const work = () => answerOf(environment, exchange, handle);
    environment
      .inRequest(requestId, async () => {
        const result = await environment.telemetry.trace('http.request', attributes, work);
        if (result !== null) await write(exchange, result, errors);
        const durationMs = environment.monotonicMs() - startedMs;
        report(environment, { route, method: request.method ?? '', result, durationMs });
      })
      .catch((error: unknown) => {
        // Nothing can be said to the client any more, but it must not wait for it.
        response.destroy();
        environment.telemetry.log('error', 'answer failed', describeError(error));
      });
  };
}

/** Answers in the place of a handler that still waits for the rest of its request, and hangs up. */
export function writeProblem(response: ServerResponse<IncomingMessage>, problem: Problem): void {
  const requestId = String(response.getHeader(requestIdHeader) ?? '');
  response.setHeader('Connection', 'close');
  const exchange = { request: response.req, response, requestId };
  void write(exchange, { kind: 'problem', problem }, 'problem');
}

type Result = { readonly kind: 'answer'; readonly answer: Answer } | ProblemResult;
interface ProblemResult {
  readonly kind: 'problem';
  readonly problem: Problem;
}

async function answerOf(
  environment: HttpEnvironment,
  exchange: Exchange,
  handle: Handle,
): Promise<Result | null> {
  try {
    return resultOf(await handle(exchange), environment);
  } catch (error) {
    if (error instanceof ClientGoneError) return null;
    environment.telemetry.log('error', 'request failed', describeError(error));
    return { kind: 'problem', problem: challenging(problemOfError(error), environment.baseUrl) };
  }
}

function resultOf(outcome: Handled, { baseUrl }: HttpEnvironment): Result {
  if (outcome.ok) return { kind: 'answer', answer: outcome.value };
  const problem = challenging(problemOf(outcome.refusal), baseUrl);
  const headers = { ...problem.headers, ...outcome.headers };
  return { kind: 'problem', problem: { ...problem, headers } };
}

async function write(exchange: Exchange, result: Result, errors: ErrorShape): Promise<void> {
  const { request, response } = exchange;
  if (response.headersSent || response.destroyed) return;
  const { status, headers, contentType, body } = encoded(exchange, result, errors);
  if (!request.complete) discardBody(request, response);
  const isStream = body instanceof ReadableStream;
  response.writeHead(status, {
    ...headers,
    ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
    // RFC 9110 8.6: a 204 has none; and nobody knows the length of a stream.
    ...(isStream || status === 204 ? {} : { 'Content-Length': Buffer.byteLength(body) }),
    'Cache-Control': headers['Cache-Control'] ?? 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  if (isStream) await writeStream(response, body);
  else response.end(request.method === 'HEAD' ? undefined : body);
}

interface Encoded {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
  readonly body: Answer['body'];
}

function encoded(exchange: Exchange, result: Result, errors: ErrorShape): Encoded {
  if (result.kind === 'answer') {
    const { status = 200, headers = {}, contentType, body } = result.answer;
    return { status, headers, contentType, body };
  }
  const { problem } = result;
  const { request, requestId } = exchange;
  const occurrence = { requestId, path: pathOf(request) };
  return {
    status: problem.status,
    headers: problem.headers,
    contentType: jsonType,
    body:
      errors === 'problem' ? problemJson(problem, occurrence) : protocolErrorJson(problem, errors),
  };
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

interface Served {
  readonly route: string;
  readonly method: string;
  readonly result: Result | null;
  readonly durationMs: number;
}

function report({ telemetry }: HttpEnvironment, served: Served): void {
  const { route, result, durationMs } = served;
  const status = statusOf(result);
  telemetry.count('assay.requests', { route, status });
  telemetry.record('assay.request.duration', durationMs, { route, status });
  const code = codeOf(result);
  if (code !== null) telemetry.count('assay.rejected', { code });
  telemetry.log('info', 'request', {
    route,
    method: served.method,
    status,
    ...(code === null ? {} : { code }),
    ms: Math.round(durationMs * 10) / 10,
  });
}

function codeOf(result: Result | null): string | null {
  if (result === null) return null;
  return result.kind === 'problem' ? result.problem.refusal.code : (result.answer.code ?? null);
}

/** 499 is what proxies log for a client that left; it is never sent. */
function statusOf(result: Result | null): number {
  if (result === null) return 499;
  return result.kind === 'problem' ? result.problem.status : (result.answer.status ?? 200);
}

/** The kind of an error and where it happened. Its message is left out: it may quote a text. */
export function describeError(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause instanceof Error ? { cause: error.cause.name } : {};
  return { error: error.name, at: frames.slice(0, 8).join('\n'), ...cause };
}
