import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { OAuthClient } from '../../../../domain/access/client/client.ts';
import { answered, denied } from '../../../../domain/access/protocol-outcome.ts';
import {
  type AuthorizeReading,
  readAuthorizeRequest,
} from '../../../../interfaces/http/oauth/authorize-request.ts';
import { authorizeResponse } from '../../../../interfaces/http/oauth/authorize-response.ts';

const issuer = 'https://assay.example';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const client: OAuthClient = {
  clientId: 'cli_0123456789abcdef',
  kind: 'registered',
  name: 'Editor',
  redirectUris: [
    'https://app.example/callback',
    'https://app.example/callback?tenant=7',
    'http://127.0.0.1/callback',
    'http://localhost:3000/callback',
    'com.example.app:/callback',
  ],
};

type Fields = Readonly<Record<string, string | null>>;

function read(fields: Fields, more = ''): Promise<AuthorizeReading> {
  const given = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: 'https://app.example/callback',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'af0ifjsldkj',
    ...fields,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== null) query.set(name, value);
  return readAuthorizeRequest({ issuer, findClient }, `${query}${more}`);
}

async function findClient({ clientId }: { readonly clientId: string }) {
  return clientId === client.clientId ? answered(client) : denied('invalid_client', 'not known');
}

/** Where the browser goes, and the parameters that were added. */
function redirected(reading: AuthorizeReading): URL {
  assert.equal(reading.kind, 'redirect');
  return new URL(reading.kind === 'redirect' ? reading.location : '');
}

describe('an authorization request', () => {
  it('is read with what a person is asked to approve', async () => {
    assert.deepEqual(await read({ resource: `${issuer}/mcp` }), {
      kind: 'request',
      request: {
        client,
        redirectUri: 'https://app.example/callback',
        codeChallenge: challenge,
        resources: ['mcp'],
        state: 'af0ifjsldkj',
      },
    });
  });

  it('may leave out state, scope and resource', async () => {
    const reading = await read({ state: null });
    assert.ok(reading.kind === 'request');
    assert.deepEqual([reading.request.state, reading.request.resources], [null, ['mcp', 'rest']]);
  });

  it('may name several resources, any port of a loopback address and parameters of others', async () => {
    const both = await read({ resource: `${issuer}/mcp` }, `&resource=${issuer}/v1`);
    assert.ok(both.kind === 'request');
    assert.deepEqual(both.request.resources, ['mcp', 'rest']);
    for (const redirect_uri of [
      'http://127.0.0.1:49152/callback',
      'http://localhost:1/callback',
      'com.example.app:/callback',
      'https://app.example/callback?tenant=7',
    ]) {
      const reading = await read({
        redirect_uri,
        prompt: 'consent',
        nonce: 'n',
        response_mode: 'query',
      });
      assert.ok(reading.kind === 'request', redirect_uri);
      assert.equal(reading.request.redirectUri, redirect_uri);
    }
  });

  it('redirects nowhere when the client is not known or named twice', async () => {
    for (const clientId of [null, '', 'cli_ffffffffffffffff', 'cli_0123456789abcdef ']) {
      const reading = await read({ client_id: clientId });
      assert.ok(reading.kind === 'page' && reading.reason === 'client', String(clientId));
    }
    const twice = await read({}, `&client_id=${client.clientId}`);
    assert.equal(twice.kind, 'page');
  });

  it('redirects nowhere when the redirect URI is missing, another one or named twice', async () => {
    for (const uri of [
      null,
      '',
      'https://app.example/callback/',
      'https://app.example/Callback',
      'https://app.example/callback?',
      'https://app.example/callback?tenant=7&more=1',
      'https://app.example/callback#part',
      'https://app.example:443/callback',
      'https://app.example:8443/callback',
      'https://user@app.example/callback',
      'https://app.example.evil.example/callback',
      'https://app.example@evil.example/callback',
      'https://evil.example/https://app.example/callback',
      'https://app.example/other/../callback',
      'https://app.example/%63allback',
      'HTTPS://app.example/callback',
      'http://app.example/callback',
      'http://127.0.0.1/other',
      'http://127.0.0.1:80@evil.example/callback',
      'http://127.0.0.1.evil.example/callback',
      'http://127.0.0.2/callback',
      'http://[::1]/callback',
      'https://127.0.0.1/callback',
      'https://localhost:3000/callback',
      'http://localhost:3000/callback/x',
      'com.example.app:/callback2',
      'com.example.app://callback',
      'javascript:alert(1)',
      'data:text/html,x',
    ]) {
      const reading = await read({ redirect_uri: uri });
      assert.ok(reading.kind === 'page' && reading.reason === 'redirect_uri', String(uri));
    }
    const twice = await read({}, '&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback');
    assert.equal(twice.kind, 'page');
  });

  it('goes back with an error, the state and the issuer for any other fault', async () => {
    const cases: readonly [Fields, string][] = [
      [{ response_type: null }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: 'code token' }, 'unsupported_response_type'],
      [{ response_mode: 'fragment' }, 'invalid_request'],
      [{ code_challenge: null }, 'invalid_request'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge: 'x' }, 'invalid_request'],
      [{ code_challenge: `${challenge}A` }, 'invalid_request'],
      [{ code_challenge: challenge.replace('-', '+') }, 'invalid_request'],
      [{ code_challenge: `${challenge.slice(0, -1)}=` }, 'invalid_request'],
      [{ code_challenge_method: null }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: 's256' }, 'invalid_request'],
      [{ code_challenge: null, code_challenge_method: null }, 'invalid_request'],
      [{ scope: 'admin' }, 'invalid_scope'],
      [{ scope: 'checks admin' }, 'invalid_scope'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ resource: `${issuer}/mcp#part` }, 'invalid_target'],
      [{ resource: 'mcp' }, 'invalid_target'],
      [{ resource: issuer }, 'invalid_target'],
      [{ request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
      [{ request_uri: 'https://evil.example/r' }, 'request_uri_not_supported'],
    ];
    for (const [fields, error] of cases) {
      const url = redirected(await read(fields));
      assert.equal(`${url.origin}${url.pathname}`, 'https://app.example/callback');
      assert.deepEqual(
        ['error', 'state', 'iss', 'code'].map((name) => url.searchParams.get(name)),
        [error, 'af0ifjsldkj', issuer, null],
        JSON.stringify(fields),
      );
    }
  });

  it('goes back with an error when a parameter is repeated, and repeats no state then', async () => {
    for (const name of ['scope', 'code_challenge', 'code_challenge_method', 'response_type', 'x']) {
      const url = redirected(await read({ scope: 'checks', x: '1' }, `&${name}=checks`));
      assert.equal(url.searchParams.get('error'), 'invalid_request');
      assert.equal(url.searchParams.get('state'), 'af0ifjsldkj');
    }
    const url = redirected(await read({}, '&state=other'));
    assert.equal(url.searchParams.get('error'), 'invalid_request');
    assert.equal(url.searchParams.get('state'), null);
  });

  it('keeps error and state when the redirect URI has a query of its own', async () => {
    const redirect_uri = 'https://app.example/callback?tenant=7';
    const url = redirected(await read({ redirect_uri, scope: 'admin' }));
    assert.deepEqual(
      ['tenant', 'error', 'state', 'iss'].map((name) => url.searchParams.get(name)),
      ['7', 'invalid_scope', 'af0ifjsldkj', issuer],
    );
  });
});

describe('the answer to an authorization request', () => {
  it('carries code, state and issuer, and the redirect URI as it is', () => {
    const target = { issuer, state: 's', redirectUri: 'com.example.app:/callback' };
    const code = 'abc_def';
    const end = `code=abc_def&state=s&iss=${encodeURIComponent(issuer)}`;
    assert.equal(authorizeResponse(target, { code }), `com.example.app:/callback?${end}`);
    for (const [redirectUri, joint] of [
      ['https://a.example/cb?', ''],
      ['https://a.example/cb?x=1', '&'],
      ['https://a.example/cb?x=1&', ''],
      ['https://a.example', '?'],
    ]) {
      const location = authorizeResponse({ ...target, redirectUri: redirectUri ?? '' }, { code });
      assert.equal(location, `${redirectUri}${joint}${end}`);
    }
  });

  it('echoes every state exactly, and nothing of it becomes a parameter or a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (state) => {
        const location = authorizeResponse(
          { issuer, state, redirectUri: 'https://a.example/cb?x=1' },
          { error: 'access_denied' },
        );
        const { searchParams } = new URL(location);
        assert.deepEqual([...searchParams.keys()], ['x', 'error', 'state', 'iss']);
        assert.equal(searchParams.get('state'), state);
        assert.match(location, /^[\x21-\x7e]+$/);
      }),
    );
  });
});
