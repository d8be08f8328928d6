import assert from 'node:assert/strict';
import { clientIdUrl } from '../../../infrastructure/oauth/client-id-url.ts';

describe('the URL of a client metadata document', () => {
  it('is a plain https URL with a path', () => {
    for (const url of [
      'https://app.example/client.json',
      'https://app.example:8443/oauth/client',
      'https://app.example/client?version=2',
    ]) {
      assert.equal(clientIdUrl(url)?.href, url);
    }
  });

  it('is none that a parser would change, or that hides where it leads', () => {
    for (const url of [
      'http://app.example/client.json',
      'HTTPS://app.example/client.json',
      'https://App.example/client.json',
      'https://app.example',
      'https://app.example/',
      'https://app.example:443/client.json',
      'https://app.example/a/../client.json',
      'https://app.example/a/%2e%2e/client.json',
      'https://app.example/./client.json',
      'https://app.example/client.json#part',
      'https://app.example/client.json#',
      'https://user@app.example/client.json',
      'https://user:word@app.example/client.json',
      'https://@app.example/client.json',
      'https:/app.example/client.json',
      'https:\\\\app.example\\client.json',
      'https://app.example/client .json',
      ' https://app.example/client.json',
      'https://app.example/client.json\n',
      'https://2130706433/client.json',
      'https://0x7f.1/client.json',
      'https://0177.0.0.1/client.json',
      'https://bücher.example/client.json',
      `https://app.example/${'a'.repeat(2_000)}`,
      'javascript:alert(1)',
      'cli_0123456789abcdef',
      '',
    ]) {
      assert.equal(clientIdUrl(url), null, url.slice(0, 60));
    }
  });
});
