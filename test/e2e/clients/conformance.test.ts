import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ConnectedService, startConnectedService } from '../../support/connected-service.ts';
import { freePort } from '../../support/free-port.ts';
import { type LineProcess, lineProcess } from '../../support/line-process.ts';
import { needs } from '../../support/needs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);
const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';

/** The suite does not start on the version of Node that the service is built for, so it brings its own. */
describe('the authorization part of the MCP conformance suite', function () {
  this.timeout(600_000);
  const folder = temporaryFolder();
  let service: ConnectedService | undefined;
  let tests: LineProcess | undefined;
  before(async function () {
    needs(this, `${suite} and node@22 from the package registry`, await installed(folder.path));
    service = await startConnectedService();
  });
  after(async () => {
    await tests?.end();
    await service?.close();
    folder.remove();
  });

  it('passes', async () => {
    const { issuer, mcpUrl, person } = service ?? assert.fail('the service does not run');
    const port = await freePort();
    const clientId = await registered(issuer, `http://127.0.0.1:${port}/callback`);
    const writer = await person({ email: 'writer@example.com' });
    const options = ['--url', issuer, '--client-id', clientId, '--resource', String(mcpUrl)];
    const bin = join(folder.path, 'node_modules/.bin');
    tests = lineProcess(
      [
        join(bin, 'node'),
        join(bin, 'conformance'),
        'authorization',
        ...options,
        '-p',
        String(port),
      ],
      { PATH: process.env.PATH ?? '', HOME: folder.path },
    );
    const address = await tests.said(/http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+(?=\s)/);
    const callback = await writer.decide(address, 'approve');
    assert.ok((await fetch(callback)).ok);
    assert.equal(await tests.ended(), 0, tests.output());
    // A suite that ran nothing would have failed nothing either.
    assert.match(tests.output(), /Total: 3 passed, 0 failed(?!, [1-9])/);
  });
});

async function installed(folder: string): Promise<boolean> {
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, 'node@22', suite]);
    return true;
  } catch {
    return false;
  }
}

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
