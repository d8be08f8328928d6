import assert from 'node:assert/strict';
import { refused } from '../../../domain/shared/refusal.ts';
import { callTool, type McpClient, revisions, sendMessage } from '../../support/mcp-message.ts';
import { ask, askRaw, double, goodKey, type RunningApp, startApp } from '../http/start-app.ts';

const metadata = 'https://assay.example/.well-known/oauth-protected-resource/mcp';
const list = { method: 'tools/list' };

describe('access to the tool server', () => {
  let app: RunningApp;
  let client: McpClient;

  before(async () => {
    app = await startApp();
    client = { url: `${app.base}/mcp`, credential: goodKey, revision: '2025-11-25' };
  });
  after(() => app.close());

  it('tells a client without a credential where to get one, whatever it sends', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await fetch(client.url, { method });
      assert.equal(response.status, 401, method);
      const expected = `Bearer resource_metadata="${metadata}", scope="checks"`;
      assert.equal(response.headers.get('www-authenticate'), expected);
      assert.match(await response.text(), /"code":"unauthenticated"/);
    }
  });

  it('says invalid_token of a credential that is not good', async () => {
    const reply = await sendMessage({ ...client, credential: 'as_live_bad' }, list);
    assert.equal(reply.status, 401);
    const challenge = reply.headers.get('www-authenticate') ?? '';
    assert.match(
      challenge,
      /^Bearer error="invalid_token", resource_metadata=".+", scope="checks"$/,
    );
  });

  it('takes no credential from the address', async () => {
    const response = await fetch(`${client.url}?access_token=${goodKey}`, { method: 'POST' });
    assert.equal(response.status, 401);
  });

  it('answers GET and DELETE with 405: there is no stream and no session', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const reply = await ask(app, '/mcp', { method });
      assert.equal(reply.status, 405, method);
      assert.equal(reply.headers.get('allow'), 'POST, OPTIONS');
    }
  });

  it('refuses other hosts, and pages of other sites, before it looks at the credential', async () => {
    const post = (host: string, extra = '') =>
      askRaw(app.port, `POST /mcp HTTP/1.1\r\nHost: ${host}\r\n${extra}Content-Length: 0\r\n\r\n`);
    for (const host of ['evil.example', 'assay.example.evil.example', '10.0.0.1:80']) {
      assert.match(await post(host), /^HTTP\/1\.1 403 [\s\S]*"jsonrpc":"2.0"/, host);
    }
    for (const origin of ['http://evil.example', 'null', 'https://assay.example.evil.example']) {
      assert.match(await post('localhost', `Origin: ${origin}\r\n`), /^HTTP\/1\.1 403 /, origin);
    }
    for (const host of ['assay.example', 'localhost:8080', '127.0.0.1', '[::1]:80']) {
      assert.match(await post(host, 'Origin: https://assay.example\r\n'), /^HTTP\/1\.1 401 /, host);
    }
  });

  it('lets its own pages read the challenge, and answers their preflight', async () => {
    const origin = 'http://localhost:6274';
    const preflight = await fetch(client.url, { method: 'OPTIONS', headers: { origin } });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), origin);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Authorization/);
    const refusal = await fetch(client.url, { method: 'POST', headers: { origin } });
    assert.equal(refusal.status, 401);
    assert.equal(refusal.headers.get('access-control-allow-origin'), origin);
    assert.match(refusal.headers.get('access-control-expose-headers') ?? '', /WWW-Authenticate/);
    assert.equal(refusal.headers.get('access-control-allow-credentials'), null);
  });
});

describe('the windows of the tool server', () => {
  const refusing = { admitted: false, limit: 60, remaining: 0, resetSeconds: 17.2 };

  for (const revision of revisions) {
    it(`tells a model when it calls too often, in ${revision}`, async () => {
      const app = await startApp(double({ admitRequest: async () => refusing }));
      const client: McpClient = { url: `${app.base}/mcp`, credential: goodKey, revision };
      const { isError, structuredContent } = await callTool(client, 'get_credits');
      assert.equal(isError, true);
      assert.equal(structuredContent.code, 'rate_limited');
      assert.equal(structuredContent.retry_after_seconds, 18);
      const listed = await sendMessage(client, list);
      assert.equal(listed.status, 200);
      assert.equal(listed.headers.get('ratelimit-policy'), '"messages";q=600;w=60');
      await app.close();
    });

    it(`tells a model that the plan has no access, in ${revision}`, async () => {
      const authenticate = async () => refused('plan_required', 'pro or team');
      const app = await startApp(double({ authenticate }));
      const client: McpClient = { url: `${app.base}/mcp`, credential: goodKey, revision };
      const { isError, structuredContent } = await callTool(client, 'check_ai', { text: 'Hello.' });
      assert.equal(isError, true);
      assert.deepEqual(structuredContent, { detail: 'pro or team', code: 'plan_required' });
      assert.equal(app.application.asked.length, 0);
      await app.close();
    });
  }

  it('reads no long messages of who may check nothing', async () => {
    const authenticate = async () => refused('plan_required', 'pro or team');
    const app = await startApp(double({ authenticate }));
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', x: 'x'.repeat(70_000) });
    const headers = { 'content-type': 'application/json' };
    for (const chunked of [false, true]) {
      const sent = chunked ? new Blob([body]).stream() : body;
      const init = { method: 'POST', headers, body: sent, duplex: 'half' } as const;
      const reply = await ask(app, '/mcp', init);
      assert.equal(reply.status, 403);
      assert.equal(reply.json.code, 'plan_required');
    }
    await app.close();
  });

  it('counts a call of a tool in the window of REST, and nothing else', async () => {
    let requests = 0;
    let messages = 0;
    const app = await startApp(
      double({
        admitRequest: async () => {
          requests += 1;
          return { admitted: true, limit: 60, remaining: 60 - requests, resetSeconds: 60 };
        },
        admitMessage: async () => {
          messages += 1;
          return { admitted: true, limit: 600, remaining: 600 - messages, resetSeconds: 60 };
        },
      }),
    );
    const client: McpClient = {
      url: `${app.base}/mcp`,
      credential: goodKey,
      revision: '2025-11-25',
    };
    await sendMessage(client, list);
    await sendMessage(client, { method: 'ping' });
    assert.equal(requests, 0);
    const call = { method: 'tools/call', params: { name: 'get_credits' } };
    const reply = await sendMessage(client, call);
    assert.equal(requests, 1);
    assert.equal(messages, 3);
    assert.equal(reply.headers.get('ratelimit'), '"requests";r=59;t=60');
    await app.close();
  });

  it('refuses messages without end with 429 before it reads them', async () => {
    const app = await startApp(double({ admitMessage: async () => refusing }));
    const reply = await ask(app, '/mcp', { method: 'POST', body: 'not json' });
    assert.equal(reply.status, 429);
    assert.equal(reply.headers.get('retry-after'), '18');
    assert.equal(reply.json.code, 'rate_limited');
    await app.close();
  });
});
