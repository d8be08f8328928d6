import assert from 'node:assert/strict';
import { type ConnectedService, startConnectedService } from '../../support/connected-service.ts';
import { freePort } from '../../support/free-port.ts';
import { type LineProcess, lineProcess } from '../../support/line-process.ts';
import { type McpPrograms, mcpPrograms, mcpProgramsNeed } from '../../support/mcp-programs.ts';
import { needs } from '../../support/needs.ts';

describe('the authorization part of the MCP conformance suite', function () {
  this.timeout(600_000);
  let programs: McpPrograms | null = null;
  let service: ConnectedService | undefined;
  let tests: LineProcess | undefined;
  before(async function () {
    programs = await mcpPrograms();
    needs(this, mcpProgramsNeed, programs !== null);
    service = await startConnectedService();
  });
  after(async () => {
    await tests?.end();
    await service?.close();
  });

  it('passes', async () => {
    const { issuer, mcpUrl, person } = service ?? assert.fail('the service does not run');
    const port = await freePort();
    const clientId = await registered(issuer, `http://127.0.0.1:${port}/callback`);
    const writer = await person({ email: 'writer@example.com' });
    const { command, environment } = programs ?? assert.fail('the suite is not there');
    const options = ['--url', issuer, '--client-id', clientId, '--resource', String(mcpUrl)];
    tests = lineProcess(
      command('conformance', 'authorization', ...options, '-p', String(port)),
      environment,
    );
    const address = await tests.said(/http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+(?=\s)/);
    const callback = await writer.decide(address, 'approve');
    assert.ok((await fetch(callback)).ok);
    assert.equal(await tests.ended(), 0, tests.output());
    // A suite that ran nothing would have failed nothing either.
    assert.match(tests.output(), /Total: 3 passed, 0 failed(?!, [1-9])/);
  });
});

async function registered(issuer: string, redirectUri: string): Promise<string> {
  const response = await fetch(`${issuer}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Conformance',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    }),
  });
  const { client_id } = JSON.parse(await response.text());
  return String(client_id);
}
