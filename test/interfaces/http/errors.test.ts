import assert from 'node:assert/strict';
import { AnalysisFailedError } from '../../../application/ports/analyser.ts';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../application/ports/event-store.ts';
import { OverloadedError } from '../../../application/ports/overloaded.ts';
import { credits } from '../../../domain/shared/credits.ts';
import { type PlainRefusalCode, type Refusal, refused } from '../../../domain/shared/refusal.ts';
import { ask, askJson, double, type RunningApp, startApp } from './start-app.ts';

/** The tables of API.md and DECISIONS, written down a second time on purpose. */
const statuses: Readonly<Record<PlainRefusalCode, number>> = {
  empty: 400,
  no_checks: 400,
  bad_json: 400,
  unauthenticated: 401,
  invalid_key: 401,
  plan_required: 403,
  not_allowed_for_key: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_in_progress: 409,
  file_too_large: 413,
  text_too_long: 413,
  too_many_words: 413,
  unsupported_type: 415,
  unreadable: 422,
  idempotency_mismatch: 422,
  headers_too_large: 431,
  internal: 500,
};

describe('the error table', () => {
  let app: RunningApp;
  let next: () => Promise<{ readonly ok: false; readonly refusal: Refusal }>;

  before(async () => {
    app = await startApp(double({ runCheck: () => next() }));
  });
  after(() => app.close());

  const answer = () => askJson(app, '/v1/detect', { text: 'Hello.' });

  for (const [code, status] of Object.entries(statuses)) {
    it(`answers ${code} with ${status}`, async () => {
      const isCode = (name: string): name is PlainRefusalCode => name in statuses;
      assert.ok(isCode(code));
      next = async () => refused(code, 'Why it is so.');
      const reply = await answer();
      assert.equal(reply.status, status);
      assert.equal(reply.json.code, code);
      assert.equal(reply.json.detail, 'Why it is so.');
      assert.equal(reply.json.status, status);
      assert.equal(reply.json.instance, '/v1/detect');
      assert.equal(reply.json.request_id, reply.headers.get('x-request-id'));
      assert.equal(typeof reply.json.type, 'string');
      assert.equal(typeof reply.json.title, 'string');
      assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(reply.headers.get('x-credits-used'), null);
    });
  }

  for (const code of ['insufficient_credits', 'key_cap_reached'] as const) {
    it(`answers ${code} with 402 and the three amounts`, async () => {
      const amounts = { needed: credits(12), remaining: credits(5), shortfall: credits(7) };
      next = async () => ({ ok: false, refusal: { code, detail: 'Too few.', ...amounts } });
      const reply = await answer();
      assert.equal(reply.status, 402);
      assert.equal(reply.json.code, code);
      assert.equal(reply.json.needed, 12);
      assert.equal(reply.json.remaining, 5);
      assert.equal(reply.json.shortfall, 7);
    });
  }

  it('answers rate_limited with 429 and Retry-After in whole seconds', async () => {
    next = async () => ({
      ok: false,
      refusal: { code: 'rate_limited', detail: 'Slower.', retryAfterSeconds: 1.2 },
    });
    const reply = await answer();
    assert.equal(reply.status, 429);
    assert.equal(reply.headers.get('retry-after'), '2');
  });

  for (const error of [
    new StoreUnavailableError('down'),
    new OutcomeUnknownError('silent'),
    new OverloadedError('full'),
  ]) {
    it(`answers 503 internal with Retry-After on ${error.name}`, async () => {
      next = () => Promise.reject(error);
      const reply = await answer();
      assert.equal(reply.status, 503);
      assert.equal(reply.json.code, 'internal');
      assert.equal(reply.json.status, 503);
      assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/);
    });
  }

  for (const error of [new AnalysisFailedError('crash: secret'), new Error('secret'), 'secret']) {
    it(`answers 500 internal on ${error instanceof Error ? error.name : 'a thrown string'}`, async () => {
      next = () => Promise.reject(error);
      const reply = await answer();
      assert.equal(reply.status, 500);
      assert.equal(reply.json.code, 'internal');
      assert.doesNotMatch(reply.text, /secret/);
      assert.doesNotMatch(JSON.stringify(app.logged), /secret/);
    });
  }

  it('logs the kind and the place of an unexpected error', async () => {
    next = () => Promise.reject(new RangeError('not shown'));
    await answer();
    const line = app.logged.findLast(({ level }) => level === 'error');
    assert.match(JSON.stringify(line?.fields), /RangeError.*errors\.test/);
  });

  it('answers an unknown path with 404 not_found', async () => {
    for (const path of ['/', '/v1', '/v1/analyse', '/v1/%E0%A4%A', '/v1/Detect', '/v1/detect/x']) {
      const reply = await ask(app, path, { method: 'POST', body: 'x' });
      assert.equal(reply.status, 404, path);
      assert.equal(reply.json.code, 'not_found');
    }
  });

  it('answers another method with 405 and the methods that work', async () => {
    const get = await ask(app, '/v1/detect');
    assert.equal(get.status, 405);
    assert.equal(get.json.code, 'method_not_allowed');
    assert.equal(get.headers.get('allow'), 'POST');
    const post = await askJson(app, '/v1/usage', {});
    assert.equal(post.status, 405);
    assert.equal(post.headers.get('allow'), 'GET, HEAD');
    const options = await ask(app, '/v1/detect', { method: 'OPTIONS' });
    assert.equal(options.headers.get('allow'), 'POST');
  });
});
