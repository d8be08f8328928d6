import assert from 'node:assert/strict';
import { z } from 'zod';
import { type ConnectedService, startConnectedService } from '../../support/connected-service.ts';
import { assertEveryToolListed, runEveryTool } from '../../support/every-tool.ts';
import { type McpPrograms, mcpPrograms, mcpProgramsNeed } from '../../support/mcp-programs.ts';
import { needs } from '../../support/needs.ts';

const answer = z.object({ result: z.looseObject({}) });
const tools = z.array(z.object({ name: z.string(), description: z.string() }));

describe('the MCP Inspector on the command line', function () {
  this.timeout(600_000);
  let programs: McpPrograms | null = null;
  let service: ConnectedService | undefined;
  let key = '';
  before(async function () {
    programs = await mcpPrograms();
    needs(this, mcpProgramsNeed, programs !== null);
    service = await startConnectedService();
    await service.warmEngines();
    key = await service.key({ email: 'writer@example.com' });
  });
  after(() => service?.close());

  for (const era of ['legacy', 'modern']) {
    /** Runs it once, for one request. */
    const inspected = async (method: string, ...words: readonly string[]) => {
      const { run } = programs ?? assert.fail('the Inspector is not there');
      const { code, stdout, stderr } = await run(
        'mcp-inspector',
        ...['--cli', String(service?.mcpUrl), '--transport', 'http'],
        ...['--header', `Authorization: Bearer ${key}`, '--protocol-era', era],
        ...['--format', 'json', '--method', method, ...words],
      );
      // With --strict it ends with 6 when a schema of a tool has an error.
      assert.equal(code, 0, stderr + stdout);
      return { result: answer.parse(JSON.parse(stdout)).result, stderr };
    };

    it(`finds the schemas of the tools portable, in the ${era} era`, async () => {
      const { result, stderr } = await inspected('tools/list', '--strict');
      assertEveryToolListed(tools.parse(result.tools));
      assert.match(stderr, /\b0 errors\b/);
    });

    it(`runs every tool, in the ${era} era`, async () => {
      await runEveryTool(`the Inspector, ${era}`, async (name, given) => {
        const words = ['--tool-name', name, '--tool-args-json', JSON.stringify(given)];
        return (await inspected('tools/call', ...words)).result;
      });
    });
  }
});
