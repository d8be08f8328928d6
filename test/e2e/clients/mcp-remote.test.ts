import assert from 'node:assert/strict';
import { join } from 'node:path';
import { z } from 'zod';
import { type ConnectedService, startConnectedService } from '../../support/connected-service.ts';
import { assertEveryToolListed, runEveryTool } from '../../support/every-tool.ts';
import { freePort } from '../../support/free-port.ts';
import { type LineProcess, lineProcess } from '../../support/line-process.ts';
import { packageRoot } from '../../support/package-root.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const program = join(packageRoot, 'node_modules/mcp-remote/dist/proxy.js');

describe('mcp-remote', function () {
  this.timeout(600_000);
  const folder = temporaryFolder();
  let service: ConnectedService;
  let remote: LineProcess | undefined;
  before(async () => {
    service = await startConnectedService();
    await service.warmEngines();
  });
  after(async () => {
    await remote?.end();
    await service?.close();
    folder.remove();
  });

  it('brings a program that knows only its own machine to the tools', async () => {
    const person = await service.person({ email: 'writer@example.com' });
    const port = String(await freePort());
    remote = lineProcess([process.execPath, program, String(service.mcpUrl), port], {
      PATH: process.env.PATH ?? '',
      HOME: folder.path,
      MCP_REMOTE_CONFIG_DIR: folder.path,
      // The program that it opens the browser with: the person is played by the test.
      BROWSER: 'true',
    });
    const address = await remote.said(/http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+(?=\s)/);
    const callback = await person.decide(address, 'approve');
    assert.equal(callback.hostname, 'localhost');
    assert.equal((await fetch(callback)).status, 200);

    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'a-desktop', version: '1.0.0' },
    };
    remote.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    assert.ok('result' in (await remote.answer(1)));
    remote.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const request = requester(remote);
    assertEveryToolListed(listing.parse(await request('tools/list')).tools);
    await runEveryTool('mcp-remote', (name, given) =>
      request('tools/call', { name, arguments: given }),
    );
  });
});

const response = z.object({ result: z.looseObject({}) });
const listing = z.object({
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
});

/** Sends requests with ids of their own, after that of the greeting. */
function requester(remote: LineProcess) {
  let id = 1;
  return async (method: string, params: object = {}): Promise<object> => {
    id += 1;
    remote.send({ jsonrpc: '2.0', id, method, params });
    return response.parse(await remote.answer(id)).result;
  };
}
