import assert from 'node:assert/strict';
import { StoreUnavailableError } from '../../../../application/ports/event-store.ts';
import type { OAuthClient } from '../../../../domain/access/client/client.ts';
import { answered, denied } from '../../../../domain/access/protocol-outcome.ts';
import { instant } from '../../../../domain/shared/instant.ts';
import type { IssuedTokens } from '../../../../interfaces/http/oauth/application.ts';
import { type RunningApp, startApp } from '../start-app.ts';
import { oauthDouble, type ProtocolDouble } from './oauth-double.ts';
import { post, postForm } from './post.ts';

const clientId = 'cli_0123456789abcdef';
const client: OAuthClient = { clientId, kind: 'registered', name: null, redirectUris: [] };
const issued: IssuedTokens = {
  accessToken: 'as_at_0123456789abcdef_secret',
  expiresInSeconds: 3_600,
  refreshToken: 'as_rt_0123456789abcdef_secret',
};
const claimGrant = 'urn:service:agent-auth:grant-type:claim';
const jwtGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

describe('the token endpoint', () => {
  let app: RunningApp;
  const asked: (readonly [string, unknown])[] = [];
  const application: Partial<ProtocolDouble> = {
    findClient: async (command) =>
      command.clientId === clientId ? answered(client) : denied('invalid_client', 'not known'),
    exchangeCode: async (command) => {
      asked.push(['exchangeCode', command]);
      if (command.code === 'outage') throw new StoreUnavailableError('gone');
      if (command.code === 'fault') throw new Error('secret words');
      return command.code === 'good' ? answered(issued) : denied('invalid_grant', 'used');
    },
    refreshTokens: async (command) => {
      asked.push(['refreshTokens', command]);
      if (command.refreshToken === 'many') return denied('rate_limited', 'too many');
      return answered(issued);
    },
    pollClaim: async (command) => {
      asked.push(['pollClaim', command]);
      switch (command.claimToken) {
        case 'pending':
          return denied('authorization_pending', 'not yet');
        case 'fast':
          return denied('slow_down', 'too fast');
        case 'expired':
          return denied('expired_token', 'too late');
        case 'declined':
          return denied('access_denied', 'declined');
        default:
          return answered({
            ...issued,
            refreshToken: null,
            identityAssertion: 'a.b.c',
            assertionExpires: instant(1_800_000_000_000),
          });
      }
    },
    renewByAssertion: async (command) => {
      asked.push(['renewByAssertion', command]);
      return answered({ ...issued, refreshToken: null });
    },
  };

  before(async () => {
    app = await startApp(undefined, { oauth: oauthDouble(application) });
  });
  beforeEach(() => {
    asked.length = 0;
  });
  after(() => app.close());

  const token = (fields: Parameters<typeof postForm>[2]) => postForm(app, '/oauth/token', fields);
  const codeForm = {
    grant_type: 'authorization_code',
    code: 'good',
    code_verifier: 'v'.repeat(43),
    redirect_uri: 'https://app.example/callback',
    client_id: clientId,
  };

  it('exchanges a code', async () => {
    const reply = await token({ ...codeForm, resource: 'https://assay.example/mcp' });
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.equal(reply.headers.get('pragma'), 'no-cache');
    assert.deepEqual(reply.json, {
      access_token: issued.accessToken,
      token_type: 'Bearer',
      refresh_token: issued.refreshToken,
      scope: 'checks',
      expires_in: 3_600,
    });
    const { code, code_verifier, redirect_uri } = codeForm;
    const command = { code, codeVerifier: code_verifier, redirectUri: redirect_uri, clientId };
    assert.deepEqual(asked, [['exchangeCode', { ...command, resources: ['mcp'] }]]);
  });

  it('refreshes, and needs no metadata document to do so', async () => {
    for (const client_id of [clientId, 'https://app.example/client.json']) {
      const form = { grant_type: 'refresh_token', refresh_token: 'r', client_id, scope: 'checks' };
      const reply = await token(form);
      assert.equal(reply.status, 200);
      const command = { refreshToken: 'r', clientId: client_id, resources: null };
      assert.deepEqual(asked.at(-1), ['refreshTokens', command]);
    }
  });

  it('serves agents without a client id, under either name of the grant', async () => {
    for (const grant_type of [claimGrant, 'urn:workos:agent-auth:grant-type:claim']) {
      const reply = await token({ grant_type, claim_token: 'as_clm_x_y' });
      assert.equal(reply.status, 200);
      assert.deepEqual(reply.json, {
        access_token: issued.accessToken,
        token_type: 'Bearer',
        scope: 'checks',
        expires_in: 3_600,
        identity_assertion: 'a.b.c',
        assertion_expires: '2027-01-15T08:00:00.000Z',
      });
    }
    const renewed = await token({ grant_type: jwtGrant, assertion: 'a.b.c', client_id: 'agent' });
    assert.equal(renewed.status, 200);
    assert.deepEqual(Object.keys(renewed.json).sort(), [
      'access_token',
      'expires_in',
      'scope',
      'token_type',
    ]);
    assert.deepEqual(asked.at(-1), ['renewByAssertion', { assertion: 'a.b.c', resources: null }]);
  });

  it('lets nobody name the client that stands for agents', async () => {
    for (const grant_type of ['authorization_code', 'refresh_token']) {
      const form = { ...codeForm, grant_type, refresh_token: 'r', client_id: 'agent' };
      const reply = await token(form);
      assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_client']);
    }
    assert.deepEqual(asked, []);
  });

  it('answers the poll errors of API.md as they stand there', async () => {
    for (const [claim_token, error] of [
      ['pending', 'authorization_pending'],
      ['fast', 'slow_down'],
      ['expired', 'expired_token'],
      ['declined', 'access_denied'],
    ] as const) {
      const reply = await token({ grant_type: claimGrant, claim_token });
      assert.equal(reply.status, 400);
      assert.equal(reply.json.error, error);
      assert.equal(typeof reply.json.error_description, 'string');
      assert.equal(reply.headers.get('cache-control'), 'no-store');
    }
  });

  it('says when to come back for more tokens', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: 'many', client_id: clientId };
    const reply = await token(form);
    assert.deepEqual([reply.status, reply.json.error], [429, 'rate_limited']);
    assert.equal(reply.headers.get('retry-after'), '60');
    assert.equal(reply.headers.get('cache-control'), 'no-store');
  });

  it('refuses before any use case what is missing, unknown or repeated', async () => {
    const without = (name: string) =>
      Object.entries(codeForm).filter(([parameter]) => parameter !== name);
    const cases: readonly [Parameters<typeof postForm>[2], string][] = [
      ['', 'invalid_request'],
      [without('grant_type'), 'invalid_request'],
      [without('code'), 'invalid_request'],
      [without('code_verifier'), 'invalid_request'],
      [without('client_id'), 'invalid_client'],
      [{ ...codeForm, client_id: 'cli_ffffffffffffffff' }, 'invalid_client'],
      [{ ...codeForm, grant_type: 'password' }, 'unsupported_grant_type'],
      [{ ...codeForm, grant_type: 'client_credentials' }, 'unsupported_grant_type'],
      [{ ...codeForm, grant_type: 'implicit' }, 'unsupported_grant_type'],
      [{ ...codeForm, grant_type: 'constructor' }, 'unsupported_grant_type'],
      [{ ...codeForm, grant_type: '__proto__' }, 'unsupported_grant_type'],
      [{ ...codeForm, scope: 'checks admin' }, 'invalid_scope'],
      [{ ...codeForm, resource: 'https://other.example' }, 'invalid_target'],
      [{ ...codeForm, resource: 'https://assay.example/mcp#part' }, 'invalid_target'],
      [[...Object.entries(codeForm), ['code', 'good']], 'invalid_request'],
      [[...Object.entries(codeForm), ['grant_type', 'refresh_token']], 'invalid_request'],
      [[...Object.entries(codeForm), ['client_id', clientId]], 'invalid_request'],
      [{ grant_type: 'refresh_token', client_id: clientId }, 'invalid_request'],
      [{ grant_type: claimGrant }, 'invalid_request'],
      [{ grant_type: jwtGrant }, 'invalid_request'],
    ];
    for (const [fields, error] of cases) {
      const reply = await token(fields);
      assert.deepEqual([reply.status, reply.json.error], [400, error], JSON.stringify(fields));
      assert.deepEqual(Object.keys(reply.json), ['error', 'error_description']);
      assert.equal(reply.headers.get('cache-control'), 'no-store');
    }
    assert.deepEqual(asked, []);
  });

  it('reads nothing from the query, and forms only', async () => {
    const query = new URLSearchParams(codeForm).toString();
    const inQuery = await postForm(app, `/oauth/token?${query}`, '');
    assert.deepEqual([inQuery.status, inQuery.json.error], [400, 'invalid_request']);
    for (const [type, body] of [
      ['application/json', JSON.stringify(codeForm)],
      ['text/plain', query],
      ['multipart/form-data; boundary=b', query],
    ] as const) {
      const headers = { 'content-type': type };
      const reply = await post(`${app.base}/oauth/token`, { headers, body });
      assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_request'], type);
    }
    const charset = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
    const reply = await post(`${app.base}/oauth/token`, { headers: charset, body: query });
    assert.equal(reply.status, 200);
    const large = await token({ ...codeForm, filling: 'x'.repeat(17_000) });
    assert.deepEqual([large.status, large.json.error], [413, 'invalid_request']);
  });

  it('has no clients with a secret, and takes no notice of a bearer token sent along', async () => {
    const sentWith = (authorization: string) =>
      post(`${app.base}/oauth/token`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
        body: new URLSearchParams(codeForm).toString(),
      });
    const reply = await sentWith(`Basic ${Buffer.from(`${clientId}:word`).toString('base64')}`);
    assert.deepEqual([reply.status, reply.json.error], [401, 'invalid_client']);
    assert.match(reply.headers.get('www-authenticate') ?? '', /^Basic /);
    assert.deepEqual(asked, []);
    for (const other of ['Bearer as_at_old', 'bearer', 'Basically x']) {
      assert.equal((await sentWith(other)).status, 200, other);
    }
    assert.equal((await token({ ...codeForm, client_secret: 'word' })).status, 200);
  });

  it('says of a failure only that it is one', async () => {
    const outage = await token({ ...codeForm, code: 'outage' });
    assert.deepEqual([outage.status, outage.json.error], [503, 'temporarily_unavailable']);
    assert.equal(outage.headers.get('retry-after'), '5');
    const fault = await token({ ...codeForm, code: 'fault' });
    assert.deepEqual([fault.status, fault.json.error], [500, 'server_error']);
    assert.ok(!fault.text.includes('secret words'));
  });

  it('logs the error code and nothing that was sent', async () => {
    await token({ ...codeForm, code: 'as_secret_code' });
    const line = app.logged.at(-1);
    assert.ok(JSON.stringify(line?.fields).includes('"code":"invalid_grant"'));
    assert.ok(!JSON.stringify(app.logged).includes('as_secret_code'));
  });
});
