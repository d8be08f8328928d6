import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  type RunningTelemetry,
  startTelemetry,
} from '../../../infrastructure/telemetry/telemetry.ts';

interface Line {
  readonly [member: string]: unknown;
}

async function start(otlpEndpoint: string | null = null) {
  const written: string[] = [];
  const destination = { write: (line: string) => written.push(line) };
  const log = { level: 'info', destination } as const;
  const telemetry = await startTelemetry({ otlpEndpoint, log });
  const lines = (): Line[] =>
    written.map((line) => {
      const value: unknown = JSON.parse(line);
      return typeof value === 'object' && value !== null ? { ...value } : {};
    });
  return { telemetry, lines, written };
}

describe('telemetry', () => {
  let running: RunningTelemetry | undefined;

  afterEach(() => running?.close());

  it('counts, records and observes into the Prometheus text', async () => {
    const { telemetry } = await start();
    running = telemetry;
    telemetry.count('assay.requests', { route: '/v1/detect', status: 200 });
    telemetry.count('assay.requests', { route: '/v1/detect', status: 200 });
    telemetry.count('assay.credits.debited', {}, 120);
    telemetry.record('assay.request.duration', 7, { route: '/v1/detect' });
    telemetry.observe('assay.queue.length', () => 3, { pool: 'analysis' });
    const text = await telemetry.metricsText();
    assert.match(text, /^assay_requests_total\{route="\/v1\/detect",status="200".*\} 2/m);
    assert.match(text, /^assay_credits_debited_total.* 120/m);
    assert.match(text, /^assay_request_duration_bucket\{.*le="10"\} 1/m);
    assert.match(text, /^assay_request_duration_bucket\{.*le="5"\} 0/m);
    assert.match(text, /^assay_queue_length\{pool="analysis".*\} 3/m);
  });

  it('asks a gauge each time somebody looks', async () => {
    const { telemetry } = await start();
    running = telemetry;
    let lag = 1;
    telemetry.observe('assay.projection.lag', () => lag);
    assert.match(await telemetry.metricsText(), /^assay_projection_lag.* 1$/m);
    lag = 8;
    assert.match(await telemetry.metricsText(), /^assay_projection_lag.* 8$/m);
  });

  it('puts the request id on every line written inside a request', async () => {
    const { telemetry, lines } = await start();
    running = telemetry;
    await telemetry.inRequest('req_1', async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      telemetry.log('info', 'inside', { engine: 'grammar' });
    });
    telemetry.log('warn', 'outside');
    const [inside, outside] = lines();
    assert.equal(inside?.request_id, 'req_1');
    assert.equal(inside?.engine, 'grammar');
    assert.equal(inside?.level, 'info');
    assert.equal(outside?.msg, 'outside');
    assert.equal(outside?.request_id, undefined);
  });

  it('keeps credentials and e-mail addresses out of the log', async () => {
    const { telemetry, written } = await start();
    running = telemetry;
    telemetry.log('error', 'key as_live_abc-DEF_123 of jane.doe@example.org failed', {
      token: 'Bearer as_at_0123456789',
      text: 'x'.repeat(50_000),
      stack: 'at file:///app/node_modules/@scope/name/index.js:1:2',
    });
    const line = written.join('');
    assert.doesNotMatch(line, /abc-DEF|0123456789|jane|example\.org/);
    assert.match(line, /@scope\/name\/index\.js/);
    assert.ok(line.length < 5_000);
  });

  it('scrubs hostile strings in linear time', async () => {
    const { telemetry } = await start();
    running = telemetry;
    const startedMs = performance.now();
    for (const piece of ['a@', '@', 'a.', 'as_live_']) {
      telemetry.log('info', piece.repeat(500_000));
    }
    assert.ok(performance.now() - startedMs < 30_000);
  });

  it('runs traced work without a collector and throws its errors on', async () => {
    const { telemetry } = await start();
    running = telemetry;
    assert.equal(await telemetry.trace('work', {}, async () => 5), 5);
    const failing = telemetry.trace('work', {}, () => Promise.reject(new RangeError('x')));
    await assert.rejects(failing, RangeError);
  });

  it('sends spans with their parents and metrics to a collector', async () => {
    const bodies: { readonly path: string; readonly text: string }[] = [];
    const collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push({ path: request.url ?? '', text: Buffer.concat(chunks).toString('utf8') });
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const address = collector.address();
    assert.ok(typeof address === 'object' && address !== null);
    const { telemetry, lines } = await start(`http://127.0.0.1:${address.port}/`);
    telemetry.count('assay.debits');
    await telemetry.inRequest('req_1', () =>
      telemetry.trace('outer', { route: '/v1/detect' }, async () => {
        await telemetry.trace('inner', {}, async () => telemetry.log('info', 'inside both'));
        const secret = new TypeError('a text that nobody may see');
        const failing = telemetry.trace('failing', {}, () => Promise.reject(secret));
        await assert.rejects(failing, TypeError);
      }),
    );
    await telemetry.close();
    collector.close();
    assert.equal(lines()[0]?.request_id, 'req_1');
    const spans = bodies.find(({ path }) => path === '/v1/traces')?.text ?? '';
    assert.doesNotMatch(spans, /nobody may see/);
    assert.match(spans, /TypeError/);
    const idOf = (name: string, id: string) =>
      new RegExp(`"${id}":"([0-9a-f]{16})"[^{}]*"name":"${name}"`).exec(spans)?.[1];
    assert.ok(idOf('outer', 'spanId'));
    assert.equal(idOf('inner', 'parentSpanId'), idOf('outer', 'spanId'));
    assert.match(bodies.find(({ path }) => path === '/v1/metrics')?.text ?? '', /assay\.debits/);
  });
});
