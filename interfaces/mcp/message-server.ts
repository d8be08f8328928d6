import { createMcpHandler, type RequestId } from '@modelcontextprotocol/server';
import type { Caller } from '../../application/access/authenticate.ts';
import type { Telemetry } from '../../application/ports/telemetry.ts';
import { type Outcome, success } from '../../domain/shared/refusal.ts';
import { parseHeaderValue } from '../http/body/header-value.ts';
import { parseJson } from '../http/body/json-body.ts';
import { bytesSink, readBody } from '../http/body/read-body.ts';
import { type Answer, ClientGoneError, type Exchange, type Handled } from '../http/exchange.ts';
import { rateHeaders, rateRefusal } from '../http/rate-headers.ts';
import { maxJsonBytes } from '../http/rest/decode-check.ts';
import { describeError } from '../http/serve.ts';
import type { McpApplication } from './application.ts';
import { openCancellations } from './cancellations.ts';
import {
  invalidRequestCode,
  jsonRpcError,
  methodNotFoundCode,
  parseErrorCode,
} from './json-rpc-error.ts';
import { maxWordUnits, messageKind } from './message.ts';
import { type Sender, toolServer } from './tool-server.ts';
import { webAnswer, webRequest } from './web-exchange.ts';

interface Environment {
  readonly baseUrl: string;
  readonly telemetry: Telemetry;
}

type ServeMessage = (exchange: Exchange, caller: Outcome<Caller>) => Promise<Handled>;

/** What the library is given of a message beside its request. */
interface Served extends Sender {
  /** In revision 2026-07-28 a closed stream takes the call back; before, it says nothing. */
  onModern(): void;
}

/** Reads one message of an admitted sender, counts it, and has the library answer it. */
export function messageServer(application: McpApplication, environment: Environment): ServeMessage {
  const { telemetry, baseUrl } = environment;
  const cancellations = openCancellations();
  const ports = { application, telemetry, cancellations };
  const messages = new WeakMap<Request, Served>();
  const library = createMcpHandler(
    ({ requestInfo, era }) => {
      const message = requestInfo === undefined ? undefined : messages.get(requestInfo);
      if (message === undefined) throw new Error('a message without a sender');
      if (era === 'modern') message.onModern();
      return toolServer(ports, message);
    },
    { onerror: (error) => telemetry.log('warn', 'message refused', describeError(error)) },
  );

  async function dispatch(exchange: Exchange, sent: Dispatched): Promise<Handled> {
    const { response, requestId: correlationId } = exchange;
    const closed = new AbortController();
    const request = webRequest(exchange, `${baseUrl}/mcp`, closed.signal);
    const onModern = (): void => {
      response.once('close', () => {
        if (!response.writableFinished) closed.abort();
      });
      if (response.destroyed) closed.abort();
    };
    messages.set(request, { caller: sent.caller, correlationId, onModern });
    const answered = await library.fetch(request, { parsedBody: sent.message });
    return success(await webAnswer(answered, exchange));
  }

  return async (exchange, caller) => {
    // The library answers 415, and reads nothing.
    if (!isJson(exchange)) return dispatch(exchange, { caller, message: null });
    const read = await readMessage(exchange, caller);
    if (!read.ok) return read;
    const { message, fault } = read.value;
    if (fault !== null) return success(fault);
    const sent = messageKind(message);
    switch (sent.kind) {
      case 'tool call': {
        const admitted = caller.ok ? await admit(application, exchange, caller.value) : caller;
        return dispatch(exchange, { caller: admitted, message });
      }
      case 'cancellation':
        if (caller.ok) cancellations.cancel({ ...caller.value, id: sent.id });
        return dispatch(exchange, { caller, message });
      case 'long-winded':
        return success(longWinded);
      case 'subscription':
        return success(nothingToSubscribe(sent.id));
      case 'other':
        return dispatch(exchange, { caller, message });
    }
  };
}

interface Dispatched {
  readonly caller: Outcome<Caller>;
  readonly message: object | null;
}

/** Each call of a tool counts in the window that REST and MCP share. A refused one is told to the model. */
async function admit(
  application: McpApplication,
  { response }: Exchange,
  caller: Caller,
): Promise<Outcome<Caller>> {
  const decision = await application.admitRequest({ caller });
  if (response.headersSent) throw new ClientGoneError('the request broke off and was refused');
  for (const [name, value] of Object.entries(rateHeaders(decision))) {
    response.setHeader(name, value);
  }
  return decision.admitted ? success(caller) : { ok: false, refusal: rateRefusal(decision) };
}

type ReadMessage =
  | { readonly message: object; readonly fault: null }
  | { readonly message: null; readonly fault: Answer };

/** Who may check nothing has to be told so by its model, but sends no texts that are worth reading. */
const maxBytesInVain = 64 * 1024;

async function readMessage(
  exchange: Exchange,
  caller: Outcome<Caller>,
): Promise<Outcome<ReadMessage>> {
  const maxBytes = caller.ok ? maxJsonBytes : maxBytesInVain;
  const detail = `a message may have ${maxBytes} bytes`;
  const limit = { maxBytes, code: 'text_too_long', detail } as const;
  const bytes = await readBody(exchange, limit, bytesSink(exchange.request, limit));
  if (!bytes.ok) return caller.ok ? bytes : caller;
  const parsed = parseJson(bytes.value);
  if (!parsed.ok) return faulty(parseErrorCode, `Parse error: ${parsed.refusal.detail}`);
  const { value } = parsed;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return success({ message: value, fault: null });
  }
  return faulty(invalidRequestCode, 'Invalid request: expected one JSON-RPC message, no batch');
}

function faulty(code: number, message: string): Outcome<ReadMessage> {
  return success({ message: null, fault: jsonRpcError({ status: 400, code, message }) });
}

const longWinded = jsonRpcError({
  status: 400,
  code: invalidRequestCode,
  message: `Invalid request: id, method, name and progress token may have ${maxWordUnits} characters`,
});

function nothingToSubscribe(id: RequestId | null): Answer {
  const message = 'Method not found: the tools of this server never change';
  return jsonRpcError({ status: 404, code: methodNotFoundCode, message, id });
}

function isJson({ request }: Exchange): boolean {
  return parseHeaderValue(request.headers['content-type'] ?? '')?.value === 'application/json';
}
