import assert from 'node:assert/strict';
import { type OAuthApp, startOAuthApp } from './oauth-app.ts';
import { postJson } from './post.ts';

describe('open registration over HTTP', () => {
  let app: OAuthApp;

  before(async () => {
    app = await startOAuthApp();
  });
  after(() => app.close());

  const register = (body: object) => postJson(app, '/oauth/register', body);

  it('takes https, http on a loopback address and private-use schemes', async () => {
    const redirect_uris = [
      'https://app.example/callback',
      'https://app.example/callback?tenant=7',
      'http://127.0.0.1/callback',
      'http://127.0.0.1:8080/callback',
      'http://[::1]:8080/callback',
      'http://localhost:3334/oauth/callback',
      'com.example.app:/callback',
      'cursor://anysphere.cursor-mcp/oauth/callback',
    ];
    const reply = await register({ redirect_uris });
    assert.equal(reply.status, 201, reply.text);
    assert.deepEqual(reply.json.redirect_uris, redirect_uris);
  });

  it('takes no other', async () => {
    for (const uri of [
      'http://app.example/callback',
      'http://127.0.0.1.evil.example/callback',
      'http://localhost.evil.example/callback',
      'http://127.0.0.1@evil.example/callback',
      'http://2130706433/callback',
      'https://user:word@app.example/callback',
      'https://app.example/callback#part',
      'https://',
      '//app.example/callback',
      '/callback',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      'blob:https://app.example/x',
      'https://app.example/call back',
      'https://app.example/\r\nSet-Cookie: a=b',
      '*',
      '',
      `https://app.example/${'a'.repeat(2_000)}`,
    ]) {
      const reply = await register({ redirect_uris: ['https://app.example/callback', uri] });
      assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_redirect_uri'], uri);
    }
    const many = Array.from({ length: 11 }, (_, index) => `https://app.example/${index}`);
    for (const redirect_uris of [[], many]) {
      const reply = await register({ redirect_uris });
      assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_redirect_uri']);
    }
  });

  it('makes a name fit to be shown, and refuses one that is no name', async () => {
    const redirect_uris = ['https://app.example/callback'];
    const reply = await register({ redirect_uris, client_name: ' Edi\u202etor\u0000\n x ' });
    assert.deepEqual([reply.status, reply.json.client_name], [201, 'Editor x']);
    const long = await register({ redirect_uris, client_name: 'x'.repeat(201) });
    assert.deepEqual([long.status, long.json.error], [400, 'invalid_client_metadata']);
  });

  it('keeps what it was told, and gives every client an id of its own', async () => {
    const first = await app.registered();
    const second = await app.registered();
    assert.match(first, /^cli_[0-9a-z]+$/);
    assert.notEqual(first, second);
    const code = await app.approved(await app.account(), first);
    assert.equal((await app.token(app.codeForm(code, first))).status, 200);
  });
});
