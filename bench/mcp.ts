import autocannon from 'autocannon';
import { z } from 'zod';
import { type Comparison, interleaved, type Measure } from './rounds.ts';
import { type ServerUnderTest, startServer } from './server-process.ts';
import { type BenchRow, number, ratios } from './table.ts';
import { prose } from './text.ts';

const seconds = 5;
const rounds = 5;
const revision = '2026-07-28';
const concurrencies = [1, 32] as const;
/** As `npm start` runs it. */
const nodeFlags = ['--max-semi-space-size=32'];

/** Calls of a tool a second: a check whose report is cached against a tool that does nothing. */
export async function mcpRows(): Promise<readonly BenchRow[]> {
  const assay = await startServer(18_807, nodeFlags);
  const empty = await startServer(18_808, nodeFlags, 'dist/bench/empty-tool-process.js');
  try {
    const ours = { server: assay, body: toolCall({ text: prose(50) }) };
    const peer = { server: empty, body: toolCall({ text: prose(50), detail: 'full' }) };
    await answered(ours);
    // Until their code is compiled, both are several times slower, and the larger one for longer.
    for (const side of [ours, peer]) await load(side, { connections: 32, duration: 4 * seconds });
    const rows: BenchRow[] = [];
    for (const connections of concurrencies) {
      const sides = { ours: rate(ours, connections), peer: rate(peer, connections) };
      rows.push(row(await interleaved(sides, rounds), connections));
    }
    return rows;
  } finally {
    await Promise.all([assay.stop(), empty.stop()]);
  }
}

function row({ ours, peer, ratio, ratios: all }: Comparison, connections: number): BenchRow {
  return {
    what: `a cached \`check_grammar\` over \`/mcp\` against the same server with an empty tool, ${connections} in flight, calls/s`,
    figure: `${number(ours)} / ${number(peer)} = ${number(ratio, 2)}x (${ratios(all)})`,
    goal: 'at least 0.5x',
    met: ratio >= 0.5,
  };
}

interface Side {
  readonly server: ServerUnderTest;
  readonly body: string;
}

function rate(side: Side, connections: number): Measure {
  return async () => {
    await load(side, { connections, duration: 1 });
    // An error of a tool is a 200 as well, so one answer is read.
    await answered(side);
    return load(side, { connections, duration: seconds });
  };
}

async function load(
  { server, body }: Side,
  options: { readonly connections: number; readonly duration: number },
): Promise<number> {
  const headers = headersOf(server);
  const target = { url: `${server.url}/mcp`, method: 'POST', headers, body } as const;
  const result = await autocannon({ ...target, ...options });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${server.url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`,
    );
  }
  return result.requests.average;
}

const answer = z.object({
  result: z.object({ isError: z.literal(false).optional(), structuredContent: z.looseObject({}) }),
});

/** @throws when the tool does not answer as it should */
async function answered({ server, body }: Side): Promise<void> {
  const init = { method: 'POST', headers: headersOf(server), body };
  const response = await fetch(`${server.url}/mcp`, init);
  const text = await response.text();
  answer.parse(JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text));
}

function headersOf({ key }: ServerUnderTest) {
  return {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    'mcp-method': 'tools/call',
    'mcp-name': 'check_grammar',
  };
}

function toolCall(given: Readonly<Record<string, string>>): string {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'check_grammar', arguments: given, _meta: meta };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}
