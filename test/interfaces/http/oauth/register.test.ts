import assert from 'node:assert/strict';
import { answered, denied } from '../../../../domain/access/protocol-outcome.ts';
import { instant } from '../../../../domain/shared/instant.ts';
import type { OAuthApplication } from '../../../../interfaces/http/oauth/application.ts';
import { type RunningApp, startApp } from '../start-app.ts';
import { oauthDouble, refusedAttempt } from './oauth-double.ts';
import { post, postJson } from './post.ts';

type Command = Parameters<OAuthApplication['registerClient']>[0];

describe('client registration', () => {
  let app: RunningApp;
  const asked: Command[] = [];
  const redirectUris = ['https://app.example/callback'];

  before(async () => {
    const registerClient: OAuthApplication['registerClient'] = async (command) => {
      asked.push(command);
      if (command.redirectUris.includes('javascript:alert(1)')) {
        return denied('invalid_redirect_uri', 'not "such" a URI\n');
      }
      return answered({
        ...command,
        clientId: 'cli_0123456789abcdef',
        issuedAt: instant(1_800_000_000_500),
      });
    };
    app = await startApp(undefined, { oauth: oauthDouble({ registerClient }) });
  });
  beforeEach(() => {
    asked.length = 0;
  });
  after(() => app.close());

  const register = (body: unknown) => postJson(app, '/oauth/register', body);

  it('answers 201 with what was registered, without a secret, and is not kept', async () => {
    const reply = await register({
      client_name: 'Editor',
      redirect_uris: redirectUris,
      token_endpoint_auth_method: 'none',
    });
    assert.equal(reply.status, 201);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.deepEqual(reply.json, {
      client_id: 'cli_0123456789abcdef',
      client_id_issued_at: 1_800_000_000,
      client_name: 'Editor',
      redirect_uris: redirectUris,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'checks',
    });
    assert.deepEqual(asked, [{ clientName: 'Editor', redirectUris }]);
  });

  it('takes what real clients send beside it, and ignores a secret', async () => {
    const reply = await register({
      redirect_uris: redirectUris,
      client_id: 'mine',
      client_secret: 'word',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'openid checks',
      logo_uri: 'https://app.example/logo.png',
      software_id: 'x',
      constructor: { prototype: 1 },
    });
    assert.equal(reply.status, 201);
    assert.equal(reply.json.client_id, 'cli_0123456789abcdef');
    assert.equal('client_secret' in reply.json, false);
    const proto = '{"redirect_uris":["https://a.example/cb"],"__proto__":{"admin":true}}';
    assert.equal((await register(proto)).status, 201);
    assert.deepEqual(asked.at(-1), { clientName: null, redirectUris: ['https://a.example/cb'] });
  });

  it('names redirect URIs that are off', async () => {
    for (const redirect_uris of [undefined, null, 'https://a.example/cb', [7], [['x']], {}]) {
      const reply = await register({ client_name: 'Editor', redirect_uris });
      assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_redirect_uri']);
    }
    const reply = await register({ redirect_uris: ['javascript:alert(1)'] });
    assert.deepEqual(reply.json, {
      error: 'invalid_redirect_uri',
      error_description: "not 'such' a URI?",
    });
    assert.equal(reply.headers.get('cache-control'), 'no-store');
  });

  it('names other metadata that are off', async () => {
    for (const body of [
      'null',
      '[]',
      '"x"',
      '{',
      '',
      { redirect_uris: redirectUris, client_name: 7 },
      { redirect_uris: redirectUris, token_endpoint_auth_method: 'client_secret_basic' },
      { redirect_uris: redirectUris, token_endpoint_auth_method: 'private_key_jwt' },
      { redirect_uris: redirectUris, grant_types: ['client_credentials'] },
      { redirect_uris: redirectUris, grant_types: 'authorization_code' },
      { redirect_uris: redirectUris, response_types: ['token'] },
      `${'['.repeat(1_000)}${']'.repeat(1_000)}`,
    ]) {
      const reply = await register(body);
      assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_client_metadata']);
      assert.deepEqual(Object.keys(reply.json), ['error', 'error_description']);
    }
    assert.deepEqual(asked, []);
  });

  it('takes JSON only, and no more than 16 kB of it', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/jsonx',
      '',
    ]) {
      const reply = await post(`${app.base}/oauth/register`, {
        headers: { 'content-type': type },
        body: JSON.stringify({ redirect_uris: redirectUris }),
      });
      assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_client_metadata']);
    }
    const large = await register({ redirect_uris: redirectUris, filling: 'x'.repeat(17_000) });
    assert.deepEqual([large.status, large.json.error], [413, 'invalid_request']);
  });

  it('is limited for each address, and says when to come back', async () => {
    const limited = await startApp(undefined, {
      oauth: oauthDouble({ admitAttempt: refusedAttempt }),
    });
    for (const path of ['/oauth/register', '/oauth/token', '/oauth/revoke']) {
      const reply = await postJson(limited, path, {});
      assert.deepEqual(
        [reply.status, reply.json.error, reply.headers.get('retry-after')],
        [429, 'rate_limited', '33'],
      );
    }
    for (const path of ['/agent/identity', '/agent/identity/claim']) {
      const reply = await postJson(limited, path, {});
      assert.deepEqual(
        [reply.status, reply.json.error, reply.headers.get('retry-after')],
        [429, 'rate_limited', '33'],
      );
      assert.deepEqual(Object.keys(reply.json), ['error', 'error_description', 'message']);
    }
    await limited.close();
  });
});
