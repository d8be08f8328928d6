import assert from 'node:assert/strict';
import {
  Client,
  type ClientOptions,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import {
  type OAuthDiscoveryState as EarlierDiscoveryState,
  UnauthorizedError as EarlierUnauthorizedError,
} from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { type ConnectedService, startConnectedService } from '../../support/connected-service.ts';
import { assertEveryToolListed, runEveryTool } from '../../support/every-tool.ts';
import type { Person } from '../../support/person.ts';
import { rememberingProvider } from '../../support/remembering-provider.ts';

const redirectUrl = 'http://localhost:33419/callback';
/** Where everything else is busy too. */
const patience = { timeout: 120_000 };
const info = { name: 'an-assistant', version: '1.0.0' };

describe('the clients of the MCP SDK', function () {
  this.timeout(600_000);
  let service: ConnectedService;
  let person: Person;
  before(async () => {
    service = await startConnectedService();
    await service.warmEngines();
    person = await service.person({ email: 'writer@example.com' });
  });
  after(() => service?.close());

  const versions: readonly (readonly [string, ClientOptions])[] = [
    ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
    ['2025-11-25', { supportedProtocolVersions: ['2025-11-25'] }],
  ];
  for (const [revision, options] of versions) {
    it(`version 2 finds its way from a 401 to the tools, in ${revision}`, async () => {
      const authProvider = rememberingProvider<
        StoredOAuthClientInformation,
        StoredOAuthTokens,
        OAuthDiscoveryState
      >(redirectUrl);
      const transport = () => new StreamableHTTPClientTransport(service.mcpUrl, { authProvider });
      const client = () => new Client(info, options);
      const first = transport();
      await assert.rejects(client().connect(first), UnauthorizedError);
      const address = authProvider.address() ?? assert.fail('nobody was sent anywhere');
      const callback = await person.decide(address, 'approve');
      assert.equal(callback.searchParams.get('state'), authProvider.state());
      await first.finishAuth(callback.searchParams);

      const connected = client();
      await connected.connect(transport());
      assert.equal(connected.getNegotiatedProtocolVersion(), revision);
      assertEveryToolListed((await connected.listTools()).tools);
      await runEveryTool(`version 2 in ${revision}`, (name, given) =>
        connected.callTool({ name, arguments: { ...given } }, patience),
      );
      await connected.close();
      await refusedOnceDisconnected(authProvider.tokens()?.access_token);
    });
  }

  it('version 1 finds its way from a 401 to the tools', async () => {
    const authProvider = rememberingProvider<
      OAuthClientInformationMixed,
      OAuthTokens,
      EarlierDiscoveryState
    >(redirectUrl);
    const transport = () => new EarlierTransport(service.mcpUrl, { authProvider });
    const first = transport();
    await assert.rejects(new EarlierClient(info).connect(first), EarlierUnauthorizedError);
    const address = authProvider.address() ?? assert.fail('nobody was sent anywhere');
    const callback = await person.decide(address, 'approve');
    await first.finishAuth(callback.searchParams.get('code') ?? '');

    const connected = new EarlierClient(info);
    await connected.connect(transport());
    assertEveryToolListed((await connected.listTools()).tools);
    await runEveryTool('version 1', (name, given) =>
      connected.callTool({ name, arguments: { ...given } }, undefined, patience),
    );
    await connected.close();
    await refusedOnceDisconnected(authProvider.tokens()?.access_token);
  });

  /** The token is for the tool server alone, and stops there as soon as the person says so. */
  async function refusedOnceDisconnected(accessToken = ''): Promise<void> {
    assert.equal(await service.statusOf(accessToken), 401);
    assert.notEqual(await mcpStatus(accessToken), 401);
    const [newest = assert.fail('nothing is connected')] = await person.connections();
    await person.disconnect(newest);
    assert.equal(await mcpStatus(accessToken), 401);
  }

  async function mcpStatus(accessToken: string): Promise<number> {
    const response = await fetch(service.mcpUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    });
    await response.text();
    return response.status;
  }
});
