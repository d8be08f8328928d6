import assert from 'node:assert/strict';
import { defaultIssuer as issuer, type OAuthApp, startOAuthApp, tokensIn } from './oauth-app.ts';
import { postForm } from './post.ts';

const dayMs = 86_400_000;

describe('refreshing and revoking over HTTP', () => {
  let app: OAuthApp;

  before(async () => {
    app = await startOAuthApp();
  });
  after(() => app.close());

  async function refuses(fields: Parameters<OAuthApp['token']>[0], error = 'invalid_grant') {
    const reply = await app.token(fields);
    assert.deepEqual([reply.status, reply.json.error], [400, error], reply.text);
  }

  it('gives a new pair each time', async () => {
    const first = await app.connected();
    const reply = await app.token(app.refreshForm(first.refreshToken, first.clientId));
    const second = tokensIn(reply);
    assert.equal(new Set([...Object.values(first), ...Object.values(second)]).size, 5);
    assert.equal(await app.rest(second.accessToken), 200);
    assert.equal(
      (await app.token(app.refreshForm(second.refreshToken, first.clientId))).status,
      200,
    );
  });

  it('ends everything at once when a refresh token comes twice', async () => {
    const first = await app.connected();
    const second = tokensIn(await app.token(app.refreshForm(first.refreshToken, first.clientId)));
    assert.equal(await app.rest(second.accessToken), 200);
    await refuses(app.refreshForm(first.refreshToken, first.clientId));
    assert.equal(await app.rest(second.accessToken), 401);
    assert.equal(await app.rest(first.accessToken), 401);
    await refuses(app.refreshForm(second.refreshToken, first.clientId));
  });

  it('gives one of twenty refreshes with one token its pair at most', async () => {
    const first = await app.connected();
    const form = app.refreshForm(first.refreshToken, first.clientId);
    const replies = await Promise.all(Array.from({ length: 20 }, () => app.token(form)));
    const won = replies.filter(({ status }) => status === 200);
    assert.equal(won.length, 1);
    for (const winner of won) assert.equal(await app.rest(tokensIn(winner).accessToken), 401);
  });

  it('refuses another client, and a client that is not known', async () => {
    const { refreshToken } = await app.connected();
    await refuses(app.refreshForm(refreshToken, await app.registered()));
    const unknown = { ...app.refreshForm(refreshToken, 'cli_ffffffffffffffff') };
    await refuses(unknown, 'invalid_client');
  });

  it('narrows a token and keeps what was approved for the next one', async () => {
    const { refreshToken, clientId } = await app.connected();
    const narrow = { ...app.refreshForm(refreshToken, clientId), resource: `${issuer}/mcp` };
    const second = tokensIn(await app.token(narrow));
    assert.equal(await app.rest(second.accessToken), 401);
    const third = tokensIn(await app.token(app.refreshForm(second.refreshToken, clientId)));
    assert.equal(await app.rest(third.accessToken), 200);
  });

  it('takes a refresh token for thirty days from each rotation', async () => {
    const first = await app.connected();
    app.service.wait(29 * dayMs);
    const second = tokensIn(await app.token(app.refreshForm(first.refreshToken, first.clientId)));
    app.service.wait(29 * dayMs);
    const third = tokensIn(await app.token(app.refreshForm(second.refreshToken, first.clientId)));
    app.service.wait(30 * dayMs);
    await refuses(app.refreshForm(third.refreshToken, first.clientId));
  });

  it('is limited for each authorization', async () => {
    const { refreshToken, clientId } = await app.connected();
    const form = app.refreshForm(refreshToken, clientId);
    let last = await app.token(form);
    for (let tries = 1; tries <= 60; tries += 1) last = await app.token(form);
    assert.deepEqual([last.status, last.json.error], [429, 'rate_limited']);
    assert.equal(last.headers.get('retry-after'), '60');
    const other = await app.connected();
    assert.equal(await app.rest(other.accessToken), 200);
  });

  const revoke = (token: string, more: Readonly<Record<string, string>> = {}) =>
    postForm(app, '/oauth/revoke', { token, ...more });

  it('revokes an access token and only that', async () => {
    const { accessToken, refreshToken, clientId } = await app.connected();
    assert.equal((await revoke(accessToken, { client_id: clientId })).status, 200);
    assert.equal(await app.rest(accessToken), 401);
    assert.equal((await revoke(accessToken)).status, 200);
    assert.equal((await app.token(app.refreshForm(refreshToken, clientId))).status, 200);
  });

  it('revokes a refresh token with everything, whatever the hint says', async () => {
    for (const token_type_hint of ['refresh_token', 'access_token', 'nonsense']) {
      const { accessToken, refreshToken, clientId } = await app.connected();
      const hint = { token_type_hint, client_id: clientId };
      assert.equal((await revoke(refreshToken, hint)).status, 200);
      assert.equal(await app.rest(accessToken), 401);
      await refuses(app.refreshForm(refreshToken, clientId));
    }
  });

  it('leaves tokens of another client and unknown ones alone, with the same answer', async () => {
    const { accessToken, refreshToken } = await app.connected();
    const client_id = await app.registered();
    for (const token of [accessToken, refreshToken, 'as_at_x_y', 'nonsense', `${refreshToken}x`]) {
      const reply = await revoke(token, { client_id });
      assert.deepEqual([reply.status, reply.text], [200, '']);
    }
    assert.equal(await app.rest(accessToken), 200);
  });
});
