import assert from 'node:assert/strict';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  dynamicClientRegistration,
  None,
  randomPKCECodeVerifier,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client';
import { freePort } from '../../../support/free-port.ts';
import { type OAuthApp, redirectUri, startOAuthApp } from './oauth-app.ts';

/** The strictest client of the field: it checks issuer, state, types and statuses by itself. */
describe('openid-client', () => {
  let app: OAuthApp;
  let baseUrl: string;

  before(async () => {
    const port = await freePort();
    baseUrl = `http://127.0.0.1:${port}`;
    app = await startOAuthApp({ at: { port, baseUrl } });
  });
  after(() => app.close());

  it('discovers, registers, gets tokens, refreshes and revokes', async () => {
    const configuration = await dynamicClientRegistration(
      new URL(baseUrl),
      { client_name: 'Editor', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
      None(),
      { algorithm: 'oauth2', execute: [allowInsecureRequests] },
    );
    const pkceCodeVerifier = randomPKCECodeVerifier();
    const expectedState = 'a state with "signs" & spaces';
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'checks',
      code_challenge: await calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      resource: `${baseUrl}/v1`,
    });
    assert.equal(`${address.origin}${address.pathname}`, `${baseUrl}/oauth/authorize`);
    const callback = await app.answered(await app.account(), address.search.slice(1));
    const checks = { pkceCodeVerifier, expectedState };
    const tokens = await authorizationCodeGrant(configuration, callback, checks);
    assert.deepEqual(
      [tokens.token_type, tokens.expires_in, tokens.scope],
      ['bearer', 3600, 'checks'],
    );
    assert.equal(await app.rest(tokens.access_token), 200);
    const refreshed = await refreshTokenGrant(configuration, tokens.refresh_token ?? '');
    assert.equal(await app.rest(refreshed.access_token), 200);
    await tokenRevocation(configuration, refreshed.refresh_token ?? '');
    assert.equal(await app.rest(refreshed.access_token), 401);
    await assert.rejects(refreshTokenGrant(configuration, refreshed.refresh_token ?? ''), {
      error: 'invalid_grant',
    });
  });
});
