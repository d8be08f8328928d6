import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isRegistrableRedirectUri,
  matchesRedirectUri,
} from '../../../domain/access/redirect-uri.ts';

const good = [
  'https://app.example.org/callback',
  'https://app.example.org',
  'https://app.example.org:8443/cb?x=1&y=%20',
  'http://127.0.0.1/cb',
  'http://127.0.0.1:51004/cb',
  'http://127.8.9.10:1/',
  'http://localhost:3000/oauth/callback',
  'http://LOCALHOST/cb',
  'http://[::1]:8080/cb',
  'http://localhost',
  'com.example.app:/oauth2redirect',
  'com.example.app://callback',
  'cursor://anysphere.cursor-retrieval/oauth/callback',
];
const bad = [
  '',
  'callback',
  '/callback',
  '//example.org/cb',
  'https://',
  'https:///cb',
  'https:example.org/cb',
  'https:/example.org/cb',
  'https://app.example.org/cb#',
  'https://app.example.org/cb#part',
  'https://user@app.example.org/cb',
  'https://user:word@app.example.org/cb',
  'https://@app.example.org/cb',
  'https://app.example.org\\@evil.example/cb',
  'https://app.example.org/c b',
  'https://app.example.org/cb\n',
  ' https://app.example.org/cb',
  'https://app.example.org:99999/cb',
  'https://äpp.example.org/cb',
  'http://app.example.org/cb',
  'http://localhost.example.org/cb',
  'http://127.0.0.1.example.org/cb',
  'http://localhost@evil.example/cb',
  'http://127.0.0.1@evil.example/cb',
  'http://127.1/cb',
  'http://2130706433/cb',
  'http://0x7f.0.0.1/cb',
  'http://127.0.0.01/cb',
  'http://127.0.0.256/cb',
  'http://0.0.0.0/cb',
  'http://192.168.0.1/cb',
  'http://[::]/cb',
  'http://[::2]/cb',
  'http://localhost:/cb',
  'http://localhost:99999/cb',
  'http://localhost./cb',
  'javascript:alert(1)',
  'javascript://x/%0aalert(1)',
  'JavaScript:/alert(1)',
  'data:text/html,x',
  'data:/text/html,x',
  'file:///etc/passwd',
  'vbscript:/x',
  'blob:https://app.example.org/x',
  'ftp://example.org/x',
  'ws://localhost/x',
  'urn:ietf:wg:oauth:2.0:oob',
  'mailto:a@example.org',
  'com.example.app:callback',
  'com.example.app:',
  'com.example.app://user@host/x',
];

describe('a redirect URI', () => {
  for (const uri of good) {
    it(`may be registered: ${uri}`, () => {
      assert.equal(isRegistrableRedirectUri(uri), true);
      assert.equal(matchesRedirectUri(uri, uri), true);
    });
  }

  for (const uri of bad) {
    it(`may not be registered: ${JSON.stringify(uri)}`, () => {
      assert.equal(isRegistrableRedirectUri(uri), false);
    });
  }

  it('matches on loopback whatever the port, and with or without one', () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const registered = `http://${host}:1234/cb?x=1`;
      assert.ok(matchesRedirectUri(registered, `http://${host}:51004/cb?x=1`));
      assert.ok(matchesRedirectUri(registered, `http://${host}/cb?x=1`));
      assert.ok(matchesRedirectUri(`http://${host}/cb`, `http://${host}:51004/cb`));
    }
  });

  it('matches on loopback nothing that differs in more than the port', () => {
    const registered = 'http://127.0.0.1:1234/cb?x=1';
    for (const requested of [
      'http://127.0.0.1:1234/cb',
      'http://127.0.0.1:1234/CB?x=1',
      'http://127.0.0.1:1234/cb/?x=1',
      'http://127.0.0.1:1234/cb?x=1&y=2',
      'http://127.0.0.1:1234/cb?x=1#y',
      'http://localhost:1234/cb?x=1',
      'http://[::1]:1234/cb?x=1',
      'http://127.0.0.2:1234/cb?x=1',
      'https://127.0.0.1:1234/cb?x=1',
      'http://u@127.0.0.1:1234/cb?x=1',
      'http://127.0.0.1:1234@evil.example/cb?x=1',
      'http://127.0.0.1:99999/cb?x=1',
      'http://127.0.0.1:/cb?x=1',
      'http://127.0.0.1:12:34/cb?x=1',
    ]) {
      assert.equal(matchesRedirectUri(registered, requested), false, requested);
    }
  });

  it('matches elsewhere only itself, byte by byte', () => {
    const registered = 'https://app.example.org/cb';
    for (const requested of [
      'https://app.example.org/cb/',
      'https://app.example.org:443/cb',
      'https://APP.example.org/cb',
      'https://app.example.org/c%62',
      'https://app.example.org/cb?',
      'https://app.example.org/./cb',
      'https://app.example.org.evil.example/cb',
    ]) {
      assert.equal(matchesRedirectUri(registered, requested), false, requested);
    }
  });

  it('leads, where it may be registered, to where a browser would go as well', () => {
    const parts = [
      'https',
      'http',
      ':',
      '/',
      '//',
      '@',
      '#',
      '?',
      '.',
      '\\',
      '127.0.0.1',
      'localhost',
      'evil.example',
      '[::1]',
      ':80',
      'javascript',
      'x',
      '%2e',
      '\t',
      'app',
    ];
    const uri = fc.array(fc.constantFrom(...parts), { maxLength: 9 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(uri, fc.webUrl(), fc.string()), (text) => {
        if (!isRegistrableRedirectUri(text)) return;
        const { protocol, hostname, username, password, hash } = new URL(text);
        assert.deepEqual([username, password, hash, text.includes('#')], ['', '', '', false]);
        assert.notEqual(protocol, 'javascript:');
        if (protocol === 'http:') {
          assert.match(hostname, /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/);
        }
        if (protocol === 'https:') assert.ok(text.toLowerCase().startsWith(`https://${hostname}`));
      }),
      { numRuns: 5_000 },
    );
  });

  it('never matches another host, path or query than the registered one', () => {
    const host = fc.constantFrom(
      '127.0.0.1',
      'localhost',
      '[::1]',
      'evil.example',
      'localhost.evil.example',
    );
    const port = fc.constantFrom('', ':1', ':65535', ':65536', ':a');
    const rest = fc.constantFrom('', '/', '/cb', '/cb?x', '?x', '@evil.example/cb');
    const uri = fc.tuple(fc.constantFrom('http', 'https'), host, port, rest);
    fc.assert(
      fc.property(uri, uri, (one, other) => {
        const [registered, requested] = [one, other].map(
          ([scheme, ...parts]) => `${scheme}://${parts.join('')}`,
        );
        assert.ok(registered !== undefined && requested !== undefined);
        if (!isRegistrableRedirectUri(registered)) return;
        if (!matchesRedirectUri(registered, requested)) return;
        assert.ok(isRegistrableRedirectUri(requested));
        assert.deepEqual([one[0], one[1], one[3]], [other[0], other[1], other[3]]);
        if (one[0] === 'https') assert.equal(requested, registered);
      }),
      { numRuns: 2_000 },
    );
  });
});
