import {
  envelope,
  headersOf,
  type McpClient,
  parsedMessages,
  type RpcAnswer,
} from './mcp-message.ts';

/** A call of a tool whose answer is read as it comes. */
interface OpenCall {
  /** What has come until now. */
  messages(): readonly RpcAnswer[];
  ended(): boolean;
  /** Everything, once the answer is over. */
  all(): Promise<readonly RpcAnswer[]>;
  /** Closes the connection, as a client does that does not want the answer any more. */
  hangUp(): void;
}

interface WishedCall {
  readonly id: number;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly progressToken?: string | number;
}

/** Sends the call; what comes back is read in the background. */
export function openCall(
  client: McpClient,
  { id, name, args, progressToken }: WishedCall,
): OpenCall {
  const meta = progressToken === undefined ? {} : { _meta: { progressToken } };
  const message = { method: 'tools/call', id, params: { name, arguments: args, ...meta } };
  const closed = new AbortController();
  let text = '';
  let ended = false;
  const read = async (): Promise<void> => {
    try {
      const response = await fetch(client.url, {
        method: 'POST',
        headers: headersOf(client, message),
        body: JSON.stringify(envelope(client.revision, message)),
        signal: closed.signal,
      });
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true });
      }
    } catch (error) {
      if (!closed.signal.aborted) throw error;
    } finally {
      ended = true;
    }
  };
  const reading = read();
  return {
    messages: () => parsedMessages(text.slice(0, text.lastIndexOf('\n\n') + 1)),
    ended: () => ended,
    async all() {
      await reading;
      return parsedMessages(text);
    },
    hangUp: () => closed.abort(),
  };
}
