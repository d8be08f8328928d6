import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { refused } from '../../../domain/shared/refusal.ts';
import {
  ask,
  askJson,
  askRaw,
  double,
  goodKey,
  openPost,
  type RunningApp,
  startApp,
} from './start-app.ts';

const metadata =
  'resource_metadata="https://assay.example/.well-known/oauth-protected-resource/v1", scope="checks"';

describe('access to the REST interface', () => {
  let app: RunningApp;

  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  const usage = (authorization: string) => ask(app, '/v1/usage', { headers: { authorization } });

  it('takes the scheme in any case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      assert.equal((await usage(`${scheme} ${goodKey}`)).status, 200);
    }
    assert.equal((await usage(`Bearer   ${goodKey}`)).status, 200);
  });

  it('answers unauthenticated with a challenge when there is no bearer credential', async () => {
    for (const header of ['Basic YTpi', 'Bearer', 'Bearer ', goodKey, 'Bearerx y']) {
      const reply = await usage(header);
      assert.equal(reply.status, 401, header);
      assert.equal(reply.json.code, 'unauthenticated');
      assert.equal(reply.headers.get('www-authenticate'), `Bearer realm="assay", ${metadata}`);
    }
    assert.equal((await fetch(`${app.base}/v1/usage?access_token=${goodKey}`)).status, 401);
  });

  it('answers invalid_key with invalid_token in the challenge', async () => {
    for (const header of ['Bearer nope', `Bearer ${goodKey} x`, `Bearer ${'a'.repeat(8000)}`]) {
      const reply = await usage(header);
      assert.equal(reply.status, 401);
      assert.equal(reply.json.code, 'invalid_key');
      assert.equal(
        reply.headers.get('www-authenticate'),
        `Bearer realm="assay", error="invalid_token", ${metadata}`,
      );
    }
  });

  it('puts the rate headers on successes and on refusals of authenticated requests', async () => {
    for (const reply of [await ask(app, '/v1/usage'), await askJson(app, '/v1/detect', '{')]) {
      assert.equal(reply.headers.get('ratelimit-policy'), '"requests";q=60;w=60');
      assert.equal(reply.headers.get('ratelimit'), '"requests";r=59;t=60');
    }
    assert.equal((await usage('Bearer nope')).headers.get('ratelimit'), null);
  });

  it('refuses before the body is read, and a client that sends 20 MB still sees why', async () => {
    const before = app.application.asked.length;
    const reply = await ask(app, '/v1/detect', {
      method: 'POST',
      headers: { authorization: 'Bearer nope', 'content-type': 'application/json' },
      body: new Uint8Array(20 * 1024 * 1024),
    });
    assert.equal(reply.status, 401);
    assert.equal(app.application.asked.length, before);
  });

  it('decides 401 while the body is still on its way', async () => {
    const post = openPost(app, '/v1/detect', { 'content-length': '1000' });
    post.flushHeaders();
    const [response]: IncomingMessage[] = await once(post, 'response');
    assert.equal(response?.statusCode, 401);
    post.destroy();
  });

  it('does not invite a body that it is not going to read', async () => {
    const head =
      'POST /v1/detect HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n';
    const refusal = await askRaw(app.port, `${head}\r\n`);
    assert.match(refusal, /^HTTP\/1\.1 401 [\s\S]*connection: close/i);
    const type = 'Content-Type: application/json\r\n';
    const invited = await askRaw(
      app.port,
      `${head}${type}Authorization: Bearer ${goodKey}\r\n\r\n`,
    );
    assert.match(invited, /^HTTP\/1\.1 100 Continue/);
  });

  it('keeps the connection usable after a refused upload', async () => {
    const post = 'POST /v1/detect HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello';
    const answers = await askRaw(app.port, `${post}GET /health HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.match(answers, /^HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 200 OK/);
  });

  it('echoes a sane x-request-id, and makes its own instead of any other', async () => {
    const send = async (id: string) => {
      const reply = await ask(app, '/v1/usage', { headers: { 'x-request-id': id } });
      return reply.headers.get('x-request-id');
    };
    assert.equal(await send('order-4711.a_B'), 'order-4711.a_B');
    for (const id of [
      'short',
      'a b c d e f g',
      'x'.repeat(65),
      'as_live_0123456789',
      'me@x.org.uk',
    ]) {
      assert.match((await send(id)) ?? '', /^req_\d{8}$/, id);
    }
  });
});

describe('a refused rate window', () => {
  it('answers 429 with Retry-After before the body is read', async () => {
    const admitRequest = async () => ({
      admitted: false,
      limit: 60,
      remaining: 0,
      resetSeconds: 17,
    });
    const app = await startApp(double({ admitRequest }));
    const reply = await askJson(app, '/v1/detect', 'not json');
    assert.equal(reply.status, 429);
    assert.equal(reply.json.code, 'rate_limited');
    assert.equal(reply.headers.get('retry-after'), '17');
    assert.equal(reply.headers.get('ratelimit'), '"requests";r=0;t=17');
    await app.close();
  });
});

describe('an account without the plan', () => {
  it('answers 403 without a challenge', async () => {
    const authenticate = async () => refused('plan_required', 'Pro or team.');
    const app = await startApp(double({ authenticate }));
    const reply = await ask(app, '/v1/usage');
    assert.equal(reply.status, 403);
    assert.equal(reply.headers.get('www-authenticate'), null);
    await app.close();
  });
});
