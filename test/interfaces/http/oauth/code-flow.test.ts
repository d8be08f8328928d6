import assert from 'node:assert/strict';
import { codeVerifier } from '../../../support/oauth-service.ts';
import { hasher } from '../../../support/tally.ts';
import { defaultIssuer as issuer, type OAuthApp, startOAuthApp, tokensIn } from './oauth-app.ts';

describe('the authorization code flow over HTTP', () => {
  let app: OAuthApp;

  before(async () => {
    app = await startOAuthApp();
  });
  after(() => app.close());

  /** A client with a code of its own. */
  async function asked(fields: Readonly<Record<string, string>> = {}) {
    const clientId = await app.registered();
    const code = await app.approved(await app.account(), clientId, fields);
    return { clientId, code, form: app.codeForm(code, clientId) };
  }

  async function refuses(fields: Parameters<OAuthApp['token']>[0], error = 'invalid_grant') {
    const reply = await app.token(fields);
    assert.deepEqual([reply.status, reply.json.error], [400, error], reply.text);
  }

  it('ends in tokens that the REST interface takes', async () => {
    const { form } = await asked();
    const reply = await app.token(form);
    const { accessToken, refreshToken } = tokensIn(reply);
    assert.match(accessToken, /^as_at_[0-9a-z]+_[0-9A-Za-z_-]{43}$/);
    assert.match(refreshToken, /^as_rt_[0-9a-z]+_[0-9A-Za-z_-]{43}$/);
    assert.deepEqual(
      [reply.json.token_type, reply.json.expires_in, reply.json.scope],
      ['Bearer', 3600, 'checks'],
    );
    assert.equal(await app.rest(accessToken), 200);
    assert.equal(await app.rest(refreshToken), 401);
    assert.equal(await app.rest(`${accessToken}x`), 401);
  });

  it('gives one of fifty exchanges of a code its tokens, and then nobody', async () => {
    const { form } = await asked();
    const replies = await Promise.all(Array.from({ length: 50 }, () => app.token(form)));
    const won = replies.filter(({ status }) => status === 200);
    assert.equal(won.length, 1);
    for (const { status, json } of replies.filter((reply) => !won.includes(reply))) {
      assert.deepEqual([status, json.error], [400, 'invalid_grant']);
    }
    // RFC 6749 4.1.2: a code that comes twice was stolen, so all that came of it ends.
    const [winner] = won;
    assert.ok(winner !== undefined);
    const { accessToken, refreshToken } = tokensIn(winner);
    assert.equal(await app.rest(accessToken), 401);
    await refuses(app.refreshForm(refreshToken, form.client_id));
  });

  it('ends everything when a code is used again later', async () => {
    const { form } = await asked();
    const { accessToken } = tokensIn(await app.token(form));
    assert.equal(await app.rest(accessToken), 200);
    await refuses(form);
    assert.equal(await app.rest(accessToken), 401);
  });

  it('burns a code on the first wrong verifier, redirect URI or client', async () => {
    const other = await app.registered();
    const changes: readonly Readonly<Record<string, string>>[] = [
      { code_verifier: 'w'.repeat(43) },
      // The challenge itself: what the method "plain" would take.
      { code_verifier: hasher.sha256Base64url(codeVerifier) },
      { code_verifier: 'short' },
      { code_verifier: `${'v'.repeat(42)}!` },
      { code_verifier: 'v'.repeat(129) },
      { redirect_uri: 'http://127.0.0.1:51005/callback' },
      { redirect_uri: 'https://app.example/callback' },
      { client_id: other },
    ];
    for (const change of changes) {
      const { form } = await asked();
      await refuses({ ...form, ...change });
      await refuses(form);
    }
  });

  it('keeps a code for a minute and no longer', async () => {
    const { form } = await asked();
    app.service.wait(60_000);
    await refuses(form);
  });

  it('knows no code that it has not given', async () => {
    const { form, code } = await asked();
    for (const wrong of ['x', `${code}x`, code.slice(0, -1), code.toUpperCase(), `${code}\0`]) {
      await refuses({ ...form, code: wrong });
    }
    assert.equal((await app.token(form)).status, 200);
  });

  it('binds a token to the resource it is for', async () => {
    const mcp = await asked({ resource: `${issuer}/mcp` });
    const forMcp = tokensIn(await app.token(mcp.form));
    assert.equal(await app.rest(forMcp.accessToken), 401);
    assert.equal(await app.service.admits(forMcp.accessToken, 'mcp'), true);
    const rest = await asked();
    const forRest = tokensIn(await app.token({ ...rest.form, resource: `${issuer}/v1` }));
    assert.equal(await app.rest(forRest.accessToken), 200);
    assert.equal(await app.service.admits(forRest.accessToken, 'mcp'), false);
  });

  it('gives no token for a resource that was not approved', async () => {
    const { form } = await asked({ resource: `${issuer}/mcp` });
    await refuses({ ...form, resource: `${issuer}/v1` }, 'invalid_target');
    const connected = await asked({ resource: `${issuer}/mcp` });
    const { refreshToken } = tokensIn(await app.token(connected.form));
    const refresh = app.refreshForm(refreshToken, connected.clientId);
    await refuses({ ...refresh, resource: `${issuer}/v1` }, 'invalid_target');
  });

  it('takes an access token for an hour', async () => {
    const { accessToken } = await app.connected();
    app.service.wait(3_599_000);
    assert.equal(await app.rest(accessToken), 200);
    app.service.wait(1_000);
    assert.equal(await app.rest(accessToken), 401);
  });
});
