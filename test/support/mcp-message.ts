import assert from 'node:assert/strict';
import { z } from 'zod';

export const revisions = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof revisions)[number];

const toolResult = z.looseObject({
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  structuredContent: z.looseObject({ code: z.string().optional(), detail: z.string().optional() }),
  isError: z.boolean().default(false),
});
const rpcAnswer = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  method: z.string().optional(),
  params: z.looseObject({ progress: z.number().optional() }).optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});

export type ToolResult = z.infer<typeof toolResult>;
export type RpcAnswer = z.infer<typeof rpcAnswer>;

export interface MessageReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Every JSON-RPC message of the answer: of a stream, in its order. */
  readonly messages: readonly RpcAnswer[];
}

export interface Message {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly id?: number | string;
}

export interface McpClient {
  readonly url: string;
  readonly credential: string;
  readonly revision: Revision;
}

/** One message as that revision wants it, written by hand: what clients in libraries hide can be seen here. */
export async function sendMessage(
  client: McpClient,
  message: Message,
  init: RequestInit = {},
): Promise<MessageReply> {
  const response = await fetch(client.url, {
    method: 'POST',
    body: JSON.stringify(envelope(client.revision, message)),
    ...init,
    headers: { ...headersOf(client, message), ...init.headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    messages: parsedMessages(text),
  };
}

/** Calls a tool and returns its result, which must have come in both forms. */
export async function callTool(
  client: McpClient,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<ToolResult> {
  const reply = await sendMessage(client, {
    method: 'tools/call',
    params: { name, arguments: args },
  });
  return toolResultOf(reply);
}

export function toolResultOf(reply: MessageReply): ToolResult {
  assert.equal(reply.status, 200, reply.text);
  const result = toolResult.parse(reply.messages.at(-1)?.result);
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
  return result;
}

export function headersOf({ credential, revision }: McpClient, message: Message) {
  const name = message.params?.name;
  const modern = {
    'mcp-method': message.method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  };
  return {
    authorization: `Bearer ${credential}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    ...(revision === '2026-07-28' ? modern : {}),
  };
}

export function envelope(revision: Revision, { method, params = {}, id = 1 }: Message): object {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const given: unknown = params._meta ?? {};
  const withMeta =
    revision === '2026-07-28' ? { ...params, _meta: { ...meta, ...Object(given) } } : params;
  const isNotification = method.startsWith('notifications/');
  return { jsonrpc: '2.0', ...(isNotification ? {} : { id }), method, params: withMeta };
}

/** The messages of an answer, whether it came as one or as a stream. */
export function parsedMessages(text: string): readonly RpcAnswer[] {
  const stream = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => data);
  const parts = stream.length > 0 ? stream : [text].filter((part) => part.startsWith('{'));
  return parts.flatMap((part): RpcAnswer[] => {
    const { data } = rpcAnswer.safeParse(JSON.parse(part));
    return data === undefined ? [] : [data];
  });
}
