import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { ask, askJson, type RunningApp, startApp } from './start-app.ts';

const text = 'Call me Ishmael.';

describe('bodies of JSON check requests', () => {
  let app: RunningApp;

  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  const send = (path: string, body: unknown) => askJson(app, path, body);

  describe('of the longest text', () => {
    const longest = 400_000;
    const escapings: Readonly<Record<string, string>> = {
      'as ASCII': 'a'.repeat(longest),
      'as UTF-8 of four bytes': '😀'.repeat(longest),
      'escaped as one unit': '\\u0061'.repeat(longest),
      'escaped as a surrogate pair': '\\ud83d\\ude00'.repeat(longest),
      'as escaped quotes': '\\"'.repeat(longest),
      'as escaped backslashes': '\\\\'.repeat(longest),
    };
    for (const [name, escaped] of Object.entries(escapings)) {
      it(`passes ${name}, and one more code point is 413`, async () => {
        const body = (inner: string) => `{"text":"${inner}","store":false}`;
        assert.equal((await send('/v1/detect', body(escaped))).status, 200);
        const over = await send('/v1/detect', body(`${escaped}a`));
        assert.equal(over.status, 413);
        assert.equal(over.json.code, 'text_too_long');
      });
    }

    it('answers text_too_long to a body beyond every escaping, sent with and without a length', async () => {
      const body = `{"text":"${'a'.repeat(5_000_000)}"}`;
      assert.equal((await send('/v1/detect', body)).json.code, 'text_too_long');
      const chunked = await ask(app, '/v1/detect', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Blob([body]).stream(),
        duplex: 'half',
      });
      assert.equal(chunked.status, 413);
      assert.equal(chunked.json.code, 'text_too_long');
    });
  });

  describe('with a content type or coding', () => {
    const post = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) =>
      ask(app, '/v1/detect', { method: 'POST', headers, body });
    const json = JSON.stringify({ text });

    it('takes UTF-8 under its names', async () => {
      for (const type of ['application/json; charset=UTF-8', 'Application/JSON;charset="utf-8"']) {
        assert.equal((await post({ 'content-type': type }, json)).status, 200, type);
      }
    });

    it('answers unsupported_type to every other', async () => {
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/xml',
        'json',
        ';',
      ];
      for (const type of [...types, 'application/json; charset=utf-16']) {
        const reply = await post({ 'content-type': type }, json);
        assert.equal(reply.status, 415, type);
        assert.equal(reply.json.code, 'unsupported_type');
      }
      const brotli = { 'content-type': 'application/json', 'content-encoding': 'br' };
      assert.equal((await post(brotli, json)).status, 415);
    });

    const gzip = { 'content-type': 'application/json', 'content-encoding': 'gzip' };

    it('inflates gzip', async () => {
      assert.equal((await post(gzip, new Uint8Array(gzipSync(json)))).status, 200);
      assert.deepEqual(app.lastRequest()?.source, { kind: 'text', text });
    });

    it('holds inflated bodies to the same limit', async () => {
      const bomb = gzipSync(`{"text":"${' '.repeat(60_000_000)}"}`, { level: 9 });
      const reply = await post(gzip, new Uint8Array(bomb));
      assert.equal(reply.json.code, 'text_too_long');
    });

    it('answers bad_json to broken gzip', async () => {
      const whole = gzipSync(json);
      for (const bytes of [whole.subarray(0, -9), Buffer.from(json), Buffer.alloc(0)]) {
        const reply = await post(gzip, new Uint8Array(bytes));
        assert.equal(reply.status, 400);
      }
    });
  });
});
