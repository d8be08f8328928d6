import assert from 'node:assert/strict';
import { request } from 'node:http';
import { type RunningApp, startApp } from '../start-app.ts';
import { oauthDouble } from './oauth-double.ts';
import { replyOf } from './post.ts';

const issuer = 'https://assay.example';

describe('the metadata of the authorization server and its resources', () => {
  let app: RunningApp;
  const keys = [{ kty: 'EC', kid: 'k' }];

  before(async () => {
    app = await startApp(undefined, { oauth: oauthDouble({ publicKeys: async () => ({ keys }) }) });
  });
  after(() => app.close());

  const get = async (path: string) => replyOf(await fetch(`${app.base}${path}`));

  it('says what DECISIONS says of the authorization server', async () => {
    const { status, headers, json } = await get('/.well-known/oauth-authorization-server');
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.deepEqual(json, {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      scopes_supported: ['checks'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'urn:service:agent-auth:grant-type:claim',
        'urn:workos:agent-auth:grant-type:claim',
        'urn:ietf:params:oauth:grant-type:jwt-bearer',
      ],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      protected_resources: [`${issuer}/mcp`, `${issuer}/v1`],
      service_documentation: `${issuer}/v1/docs`,
      agent_auth: {
        skill: `${issuer}/auth.md`,
        identity_endpoint: `${issuer}/agent/identity`,
        claim_endpoint: `${issuer}/agent/identity/claim`,
        identity_types_supported: ['service_auth'],
      },
    });
  });

  it('names each resource by the address that clients call', async () => {
    for (const [path, resource] of [
      ['/.well-known/oauth-protected-resource/mcp', `${issuer}/mcp`],
      ['/.well-known/oauth-protected-resource/v1', `${issuer}/v1`],
      ['/.well-known/oauth-protected-resource', `${issuer}/mcp`],
    ] as const) {
      const { status, json } = await get(path);
      assert.deepEqual(
        [status, json.resource, json.authorization_servers, json.scopes_supported],
        [200, resource, [issuer], ['checks']],
      );
      assert.deepEqual(json.bearer_methods_supported, ['header']);
    }
  });

  it('publishes the keys of identity assertions', async () => {
    const { status, headers, json } = await get('/.well-known/jwks.json');
    assert.deepEqual(
      [status, headers.get('content-type'), json],
      [200, 'application/jwk-set+json', { keys }],
    );
  });

  it('tells agents how to register', async () => {
    const { status, headers, text } = await get('/auth.md');
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/markdown; charset=utf-8']);
    for (const part of [
      `POST ${issuer}/agent/identity`,
      `POST ${issuer}/oauth/token`,
      'grant_type=urn:service:agent-auth:grant-type:claim',
      'authorization_pending',
    ]) {
      assert.ok(text.includes(part), part);
    }
  });

  it('is the same whatever host the request names', async () => {
    const plain = await get('/.well-known/oauth-authorization-server');
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
      { forwarded: 'host=evil.example;proto=http' },
    ]) {
      const text = await new Promise<string>((resolve, reject) => {
        const url = `${app.base}/.well-known/oauth-authorization-server`;
        const sent = request(url, { headers }, (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            body += chunk;
          });
          response.on('end', () => resolve(body));
        });
        sent.on('error', reject).end();
      });
      assert.equal(text, plain.text);
    }
  });

  it('may be read by scripts of every origin, without credentials', async () => {
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/jwks.json',
      '/oauth/token',
      '/oauth/register',
      '/oauth/revoke',
    ]) {
      const method = path.startsWith('/oauth') ? 'POST' : 'GET';
      const preflight = await fetch(`${app.base}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://page.example',
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type,mcp-protocol-version',
        },
      });
      assert.equal(preflight.status, 204, path);
      assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
      assert.equal(preflight.headers.get('access-control-allow-credentials'), null);
      assert.ok(preflight.headers.get('access-control-allow-methods')?.includes(method));
      const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
      for (const name of ['content-type', 'authorization', 'mcp-protocol-version']) {
        assert.ok(allowed.split(/, */).includes(name), name);
      }
      const answer = await fetch(`${app.base}${path}`, { method });
      assert.equal(answer.headers.get('access-control-allow-origin'), '*', path);
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', /WWW-Authenticate/);
    }
  });

  it('keeps scripts of other origins from what only agents and programs call', async () => {
    for (const path of ['/agent/identity', '/v1/usage']) {
      const reply = await fetch(`${app.base}${path}`, { method: 'OPTIONS' });
      assert.equal(reply.status, 405);
      assert.equal(reply.headers.get('access-control-allow-origin'), null);
    }
  });

  it('answers other methods with those that work', async () => {
    for (const [path, method, allow] of [
      ['/oauth/token', 'GET', 'POST, OPTIONS'],
      ['/oauth/register', 'PUT', 'POST, OPTIONS'],
      ['/oauth/revoke', 'DELETE', 'POST, OPTIONS'],
      ['/agent/identity', 'GET', 'POST'],
      ['/.well-known/oauth-authorization-server', 'POST', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const reply = await replyOf(await fetch(`${app.base}${path}`, { method }));
      assert.deepEqual([reply.status, reply.headers.get('allow')], [405, allow]);
      if (path.startsWith('/oauth')) assert.equal(reply.json.error, 'invalid_request');
    }
  });
});
