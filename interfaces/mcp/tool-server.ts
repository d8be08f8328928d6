import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type RequestId,
  Server,
  type ServerContext,
  type ServerOptions,
  type Tool,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Caller } from '../../application/access/authenticate.ts';
import { CheckCancelledError } from '../../application/checks/check-watch.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';
import { type CallToolPorts, callTool } from './call-tool.ts';
import type { Cancellations } from './cancellations.ts';
import { progressReport } from './progress.ts';
import { toolInputs } from './tool-inputs.ts';
import { type ObjectSchema, toolOutputs } from './tool-outputs.ts';
import { instructions, type ToolName, toolNames, toolTexts } from './tool-texts.ts';

/** One message, and who sent it. */
export interface Sender {
  /** Or why there is nobody whose credits could be spent: told to whoever calls a tool. */
  readonly caller: Outcome<Caller>;
  readonly correlationId: string;
}

export interface ToolServerPorts extends CallToolPorts {
  readonly cancellations: Cancellations;
}

const serverInfo = { name: 'assay', title: 'Assay', version: '1' };

/** Revisions before 2025-06-18 have batches, of which a window of requests would count one as one. */
const supportedProtocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18'];

/** The same for everybody, and changes only with a new version of the service. */
const cacheHint = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

const options: ServerOptions = {
  capabilities: { tools: {} },
  instructions,
  supportedProtocolVersions,
  cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
};

/** The server of one message: stateless, so any node can answer the next one. */
export function toolServer(ports: ToolServerPorts, sender: Sender): Server {
  const server = new Server(serverInfo, options);
  server.setRequestHandler('tools/list', () => ({ tools: [...tools] }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const name = toolNames.find((candidate) => candidate === params.name);
    // The name is the caller's own word and is not repeated.
    if (name === undefined) {
      const message = `Unknown tool: expected one of ${toolNames.join(', ')}`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    return watched(ports, { ...sender, name, given: params.arguments ?? {}, context });
  });
  return server;
}

interface WatchedCall extends Sender {
  readonly name: ToolName;
  readonly given: Readonly<Record<string, unknown>>;
  readonly context: ServerContext;
}

/** Runs a call under the eyes of its client, which may take it back, by a message or by closing the stream. */
async function watched(ports: ToolServerPorts, call: WatchedCall): Promise<CallToolResult> {
  const { context, caller } = call;
  const { id, signal } = context.mcpReq;
  const report = progressReport((progress) => tell(context, progress));
  const run = (cancelled: AbortSignal): Promise<CallToolResult> => {
    const watch = { cancelled: AbortSignal.any([signal, cancelled]), onStep: report.onStep };
    return callTool(ports, { ...call, watch });
  };
  try {
    if (!caller.ok) return await run(signal);
    const { credentialId } = caller.value;
    return await ports.cancellations.cancellable({ credentialId, id }, run);
  } catch (error) {
    // Nobody waits for an answer, but the stream has to end with one.
    if (!(error instanceof CheckCancelledError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, 'The call was cancelled');
  } finally {
    report.stop();
  }
}

/** Only a client that gave a token for it wants to be told; one that has gone cannot be. */
function tell(
  { mcpReq }: ServerContext,
  progress: { readonly progress: number; readonly total: number; readonly message: string },
): void {
  const progressToken: RequestId | undefined = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const params = { progressToken, ...progress };
  mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
}

const tools: readonly Tool[] = toolNames.map((name) => ({
  name,
  ...toolTexts[name],
  inputSchema: inputSchemaOf(name),
  outputSchema: toolOutputs[name],
  annotations: { ...annotations(name), title: toolTexts[name].title },
}));

function inputSchemaOf(name: ToolName): ObjectSchema {
  const { properties, required } = z.toJSONSchema(toolInputs[name], { io: 'input' });
  return {
    type: 'object',
    properties,
    ...(required === undefined ? {} : { required }),
    additionalProperties: false,
  };
}

/**
 * What a client may do without asking. With `store: true` a text is added to the library, and a second call
 * then finds the text of the first; nothing is ever changed or deleted, and nothing outside is touched.
 */
function annotations(name: ToolName): NonNullable<Tool['annotations']> {
  const mayStore = name === 'check_plagiarism' || name === 'check_all';
  return {
    readOnlyHint: !mayStore,
    destructiveHint: false,
    idempotentHint: !mayStore,
    openWorldHint: false,
  };
}
