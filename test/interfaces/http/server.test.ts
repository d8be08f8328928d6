import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { success } from '../../../domain/shared/refusal.ts';
import { shutDown } from '../../../interfaces/http/server.ts';
import {
  ask,
  askJson,
  askRaw,
  double,
  goodKey,
  type RunningApp,
  reportJson,
  startApp,
} from './start-app.ts';

const auth = `Authorization: Bearer ${goodKey}\r\n`;
const json = 'Content-Type: application/json\r\n';

function bodyOf(answer: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

describe('the server on raw sockets', () => {
  let app: RunningApp;

  before(async () => {
    app = await startApp(double(), { headersTimeoutMs: 400, requestTimeoutMs: 800 });
  });
  after(() => app.close());

  afterEach(async () => {
    assert.equal((await ask(app, '/health')).status, 200);
  });

  it('answers 431 in the usual shape to oversized headers', async () => {
    const header = `X-Long: ${'a'.repeat(200_000)}\r\n`;
    const answer = await askRaw(app.port, `GET /v1/usage HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.equal(bodyOf(answer).code, 'headers_too_large');
    assert.equal(bodyOf(answer).status, 431);
  });

  it('answers 400 in the usual shape to what is not HTTP', async () => {
    const requests = [
      'hello\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET / HTTP/1.1\r\nBad Header: x\r\n\r\n',
      `POST /v1/detect HTTP/1.1\r\nHost: x\r\n${auth}${json}Content-Length: x\r\n\r\n`,
      `POST /v1/detect HTTP/1.1\r\nHost: x\r\n${auth}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    ];
    for (const request of requests) {
      const answer = await askRaw(app.port, request);
      assert.match(answer, /^HTTP\/1\.1 400 /, request);
      assert.equal(typeof bodyOf(answer).detail, 'string');
      assert.equal(bodyOf(answer).code, 'bad_json');
    }
  });

  it('answers 400 in the usual shape without a Host', async () => {
    const answer = await askRaw(app.port, `GET /v1/usage HTTP/1.1\r\n${auth}\r\n`);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(String(bodyOf(answer).detail), /Host/);
    assert.match(await askRaw(app.port, 'GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /);
  });

  it('answers CONNECT with 405 in the usual shape', async () => {
    const answer = await askRaw(app.port, 'CONNECT example.org:80 HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 405 [\s\S]*\r\nAllow: GET, HEAD, POST\r\n/);
    assert.equal(bodyOf(answer).code, 'method_not_allowed');
  });

  it('answers 400 to a broken chunk in a body', async () => {
    const head = `POST /v1/detect HTTP/1.1\r\nHost: x\r\n${auth}${json}`;
    const answer = await askRaw(app.port, `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal(bodyOf(answer).code, 'bad_json');
  });

  it('ends headers that never end', async () => {
    const answer = await askRaw(app.port, 'GET / HTTP/1.1\r\nHost: x\r\nX-A: ', { quietMs: 3_000 });
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(String(bodyOf(answer).detail), /in time/);
  });

  it('ends a body that never ends', async () => {
    const head = `POST /v1/detect HTTP/1.1\r\nHost: x\r\n${auth}${json}Content-Length: 100\r\n\r\n`;
    const asked = app.application.asked.length;
    const answer = await askRaw(app.port, `${head}{"text":`, { quietMs: 3_000 });
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal(bodyOf(answer).code, 'bad_json');
    assert.equal(app.application.asked.length, asked);
  });

  it('answers a broken body under the id and the address of its request', async () => {
    const head = `POST /v1/detect?x=1 HTTP/1.1\r\nHost: x\r\nX-Request-Id: order-4711\r\n${auth}${json}`;
    const unfinished = [
      'Content-Length: 100\r\n\r\n{',
      'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
      'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
    ];
    const answers = await Promise.all(
      unfinished.map((rest) => askRaw(app.port, `${head}${rest}`, { quietMs: 3_000 })),
    );
    for (const answer of answers) {
      assert.match(answer, /^HTTP\/1\.1 400 /);
      assert.match(answer, /\r\nX-Request-Id: order-4711\r\n/i);
      assert.equal(bodyOf(answer).request_id, 'order-4711');
      assert.equal(bodyOf(answer).instance, '/v1/detect');
    }
    // The last one broke before its caller was known.
    for (const answer of answers.slice(0, 2)) {
      assert.match(answer, /\r\nRateLimit: "requests";r=59;t=60\r\n/i);
      assert.match(answer, /\r\nRateLimit-Policy: "requests";q=60;w=60\r\n/i);
    }
    assert.ok(!app.logged.some(({ level }) => level === 'error'));
  });

  it('answers a request once, also when its body breaks off after the refusal', async () => {
    const head = 'POST /v1/detect HTTP/1.1\r\nHost: x\r\n';
    const socket = connect(app.port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.match(received, /^HTTP\/1\.1 401 /);
    socket.write('zz\r\n');
    await closed;
    assert.equal(received.match(/HTTP\/1\.1/g)?.length, 1);
  });

  it('takes a body that ends with its connection for an aborted one', async () => {
    const head = `POST /v1/detect HTTP/1.1\r\nHost: x\r\n${auth}`;
    const type = 'Content-Type: multipart/form-data; boundary=b\r\n';
    const asked = app.application.asked.length;
    await askRaw(app.port, `${head}${type}Content-Length: 500\r\n\r\n--b\r\nConte`, { end: true });
    assert.equal(app.application.asked.length, asked);
    assert.ok(!app.logged.some(({ level }) => level === 'error'));
  });

  it('answers pipelined requests in their order', async () => {
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${auth}\r\n`;
    const answer = await askRaw(app.port, `${get('/health')}${get('/nowhere')}${get('/v1/usage')}`);
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]);
    assert.deepEqual(statuses, ['200', '404', '200']);
  });

  it('answers HEAD without a body', async () => {
    const answer = await askRaw(app.port, `HEAD /v1/usage HTTP/1.1\r\nHost: x\r\n${auth}\r\n`);
    assert.match(answer, /^HTTP\/1\.1 200 [\s\S]*\r\n\r\n$/);
  });

  it('answers health while a thousand slow clients hold their connections', async () => {
    const sockets = Array.from({ length: 1_000 }, () => connect(app.port, '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => {}).write('GET / HTTP/1.1\r\nX: ');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const startedMs = performance.now();
    assert.equal((await ask(app, '/health')).status, 200);
    assert.ok(performance.now() - startedMs < 30_000);
    for (const socket of sockets) socket.destroy();
  });
});

describe('a request that is followed by what is not HTTP', () => {
  const body = '{"text":"Hello."}';
  const post = `POST /v1/detect HTTP/1.1\r\nHost: x\r\n${auth}${json}Content-Length: ${body.length}\r\n\r\n${body}`;
  const answer = { reportJson, creditsUsed: 1, creditsRemaining: 9, replayed: false };

  it('still gets the answer that it pays for, and the connection ends', async () => {
    const runCheck = async () => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return success(answer);
    };
    const app = await startApp(double({ runCheck }));
    const startedMs = performance.now();
    const received = await askRaw(app.port, `${post}garbage\r\n\r\n`, { quietMs: 2_000 });
    assert.match(received, /^HTTP\/1\.1 200 OK\r\n/);
    assert.match(received, /\r\nConnection: close\r\n/i);
    assert.ok(received.endsWith(reportJson));
    assert.ok(performance.now() - startedMs < 30_000);
    await app.close();
  });

  it('leaves an answer on its way whole', async () => {
    const long = JSON.stringify({ text: 'x'.repeat(30_000_000) });
    const runCheck = async () => success({ ...answer, reportJson: long });
    const app = await startApp(double({ runCheck }));
    const received = await askRaw(app.port, `${post}garbage\r\n\r\n`, { quietMs: 2_000 });
    assert.ok(received.endsWith(long));
    await app.close();
  });
});

describe('shutting down', () => {
  it('lets a running request finish and takes no new one', async () => {
    let finish = () => {};
    const running = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const app = await startApp(
      double({
        async runCheck() {
          await running;
          return success({ reportJson, creditsUsed: 1, creditsRemaining: 9, replayed: false });
        },
      }),
    );
    const reply = askJson(app, '/v1/detect', { text: 'Hello.' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = shutDown(app.server, 5_000);
    await assert.rejects(fetch(`${app.base}/health`));
    finish();
    assert.equal((await reply).status, 200);
    await closed;
  });

  it('ends what is still running after the grace time', async () => {
    const app = await startApp(double({ runCheck: () => new Promise(() => {}) }));
    const reply = askJson(app, '/v1/detect', { text: 'Hello.' });
    reply.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    await shutDown(app.server, 100);
    await assert.rejects(reply);
  });
});
