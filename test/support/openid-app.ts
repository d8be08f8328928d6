import * as openid from 'openid-client';

/** An app that does its OAuth with openid-client, which checks what others pass over. */
export interface OpenidApp {
  readonly configuration: openid.Configuration;
  /** Where it sends its user, and the rest of the flow once the browser is back. */
  begin(resource?: string): Promise<{
    readonly address: URL;
    finish(callback: URL): Promise<Tokens>;
  }>;
  refresh(refreshToken: string): Promise<Tokens>;
  revoke(token: string): Promise<void>;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number | undefined;
}

/** Nobody listens there: the tests play the browser that is sent to it. */
const nowhere = 'http://127.0.0.1:33418/callback';

export async function registerOpenidApp(issuer: string, redirectUri = nowhere): Promise<OpenidApp> {
  const configuration = await openid.dynamicClientRegistration(
    new URL(issuer),
    {
      client_name: 'An editor',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    },
    openid.None(),
    { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
  );
  return {
    configuration,
    async begin(resource) {
      const pkceCodeVerifier = openid.randomPKCECodeVerifier();
      const expectedState = openid.randomState();
      const address = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'checks',
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: expectedState,
        ...(resource === undefined ? {} : { resource }),
      });
      const checks = { pkceCodeVerifier, expectedState };
      return {
        address,
        finish: async (callback) =>
          tokensIn(await openid.authorizationCodeGrant(configuration, callback, checks)),
      };
    },
    refresh: async (refreshToken) =>
      tokensIn(await openid.refreshTokenGrant(configuration, refreshToken)),
    revoke: (token) => openid.tokenRevocation(configuration, token),
  };
}

function tokensIn(response: openid.TokenEndpointResponse): Tokens {
  return {
    accessToken: response.access_token,
    refreshToken: response.refresh_token ?? '',
    expiresIn: response.expires_in,
  };
}
