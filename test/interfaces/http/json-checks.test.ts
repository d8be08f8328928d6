import assert from 'node:assert/strict';
import fc from 'fast-check';
import { success } from '../../../domain/shared/refusal.ts';
import { ask, askJson, double, type RunningApp, reportJson, startApp } from './start-app.ts';

const text = 'Call me Ishmael.';
const none = { ai: false, grammar: false, plagiarism: false, deep: false };

describe('JSON check requests', () => {
  let app: RunningApp;

  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  const send = (path: string, body: unknown) => askJson(app, path, body);

  async function refuses(body: unknown, code: string, detail = /./) {
    const asked = app.application.asked.length;
    const reply = await send('/v1/analyze', body);
    const shown = JSON.stringify(body).slice(0, 80);
    assert.equal(reply.json.code, code, shown);
    assert.match(String(reply.json.detail), detail);
    assert.equal(app.application.asked.length, asked);
  }

  it('answers with the report as it is and the two credit headers', async () => {
    const reply = await send('/v1/detect', { text });
    assert.equal(reply.status, 200);
    assert.equal(reply.text, reportJson);
    assert.equal(reply.headers.get('x-credits-used'), '1');
    assert.equal(reply.headers.get('x-credits-remaining'), '9');
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.equal(reply.headers.get('idempotent-replayed'), null);
  });

  it('selects by endpoint', async () => {
    const selections = {
      '/v1/analyze': { ...none, ai: true },
      '/v1/detect': { ...none, ai: true },
      '/v1/grammar': { ...none, grammar: true },
      '/v1/plagiarism': { ...none, plagiarism: true },
    };
    for (const [path, checks] of Object.entries(selections)) {
      assert.equal((await send(path, { text })).status, 200);
      assert.deepEqual(app.lastRequest(), {
        source: { kind: 'text', text },
        checks,
        uiLanguage: 'en',
        store: false,
      });
      assert.equal(app.application.asked.at(-1)?.route, path);
    }
  });

  it('reads checks, ui_lang and store on /analyze', async () => {
    const checks = { ai: false, grammar: true, plagiarism: true, deep: true };
    await send('/v1/analyze', { text, checks, ui_lang: 'pt', store: true });
    assert.deepEqual(app.lastRequest(), {
      source: { kind: 'text', text },
      checks,
      uiLanguage: 'pt',
      store: true,
    });
  });

  it('ignores checks on a shortcut, whatever it is', async () => {
    for (const checks of [5, null, 'x', [], { ai: 'no' }, { plagiarism: true, deep: true }]) {
      assert.equal((await send('/v1/grammar', { text, checks })).status, 200);
      assert.deepEqual(app.lastRequest()?.checks, { ...none, grammar: true });
    }
    await send('/v1/detect', { text, checks: { deep: true } });
    assert.equal(app.lastRequest()?.checks.deep, false);
  });

  it('reads deep beside the text on /detect only', async () => {
    await send('/v1/detect', { text, deep: true });
    assert.equal(app.lastRequest()?.checks.deep, true);
    await send('/v1/analyze', { text, deep: true });
    assert.equal(app.lastRequest()?.checks.deep, false);
    assert.equal((await send('/v1/grammar', { text, deep: 'yes' })).status, 200);
  });

  it('answers no_checks when nothing is selected', async () => {
    await refuses({ text, checks: { ai: false } }, 'no_checks');
    await refuses({ text, checks: { ai: false, deep: true } }, 'no_checks');
  });

  it('answers empty without a text', async () => {
    for (const body of [{}, { text: '' }, { text: ' \n\t\u00a0' }, '', '  ']) {
      await refuses(body, 'empty');
    }
    const bodyless = await ask(app, '/v1/detect', { method: 'POST' });
    assert.equal(bodyless.json.code, 'empty');
  });

  it('names the path of a wrong type', async () => {
    await refuses({ text: 5 }, 'bad_json', /"text"/);
    await refuses({ text: null }, 'bad_json', /"text"/);
    await refuses({ text, checks: { ai: 'true' } }, 'bad_json', /"checks\.ai"/);
    await refuses({ text, checks: [] }, 'bad_json', /"checks"/);
    await refuses({ text, checks: null }, 'bad_json', /"checks"/);
    await refuses({ text, ui_lang: 'nl' }, 'bad_json', /"ui_lang"/);
    await refuses({ text, ui_lang: 'EN' }, 'bad_json', /"ui_lang"/);
    await refuses({ text, store: 1 }, 'bad_json', /"store"/);
    await refuses({ store: 1 }, 'bad_json', /"store"/);
  });

  it('refuses everything that is not a JSON object', async () => {
    for (const body of ['{', '[]', 'null', '5', '"text"', '{"text":"a"} x', "{'text':1}", '\0']) {
      await refuses(body, 'bad_json');
    }
  });

  it('never quotes what was sent in an error', async () => {
    const reply = await send('/v1/detect', '{"text": "my secret diary", }');
    assert.equal(reply.status, 400);
    assert.doesNotMatch(reply.text, /diary/);
  });

  it('refuses deep nesting of any size at once', async () => {
    const nested = (depth: number) => `{"text":"a","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    assert.equal((await send('/v1/detect', nested(31))).status, 200);
    await refuses(nested(32), 'bad_json', /deeper/);
    await refuses(nested(100_000), 'bad_json', /deeper/);
    await refuses('{"x":'.repeat(100_000), 'bad_json', /deeper/);
    const brackets = { text: `${'['.repeat(5000)} \\" ${'{'.repeat(5000)} \\` };
    assert.equal((await send('/v1/detect', brackets)).status, 200);
  });

  it('refuses a body of more members than anybody needs', async () => {
    const members = (count: number) => `{"text":"a,b"${',"x":0'.repeat(count)}}`;
    assert.equal((await send('/v1/detect', members(10_000))).status, 200);
    await refuses(members(10_001), 'bad_json', /members/);
  });

  it('ignores unknown members and those that look like prototypes', async () => {
    const body = `{"__proto__": {"polluted": 1, "store": true}, "constructor": {"prototype": {"polluted": 1}}, "text": "a", "toString": 1, "hasOwnProperty": 0}`;
    assert.equal((await send('/v1/detect', body)).status, 200);
    assert.equal(app.lastRequest()?.store, false);
    assert.equal(Reflect.get({}, 'polluted'), undefined);
    await refuses('{"__proto__": {"text": "a"}}', 'empty');
  });

  it('takes a byte order mark and refuses bytes that are not UTF-8', async () => {
    assert.equal((await send('/v1/detect', '\ufeff{"text":"a"}')).status, 200);
    const bytes = Buffer.concat([
      Buffer.from('{"text":"'),
      Buffer.of(0xc3, 0x28),
      Buffer.from('"}'),
    ]);
    const reply = await ask(app, '/v1/detect', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array(bytes),
    });
    assert.equal(reply.json.code, 'bad_json');
    assert.match(String(reply.json.detail), /UTF-8/);
  });

  it('takes lone surrogates and NUL in a text', async () => {
    assert.equal((await send('/v1/detect', '{"text":"a\\ud800b\\u0000c"}')).status, 200);
    assert.deepEqual(app.lastRequest()?.source, { kind: 'text', text: 'a\ud800b\0c' });
  });

  it('decodes every string that JSON can hold to itself', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
        async (value) => {
          await send('/v1/detect', { text: `x${value}` });
          assert.deepEqual(app.lastRequest()?.source, { kind: 'text', text: `x${value}` });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('never answers garbage with anything but 200 or 400', async () => {
    const garbage = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((json) => json.slice(0, -1)),
    );
    await fc.assert(
      fc.asyncProperty(garbage, async (body) => {
        const { status } = await send('/v1/analyze', body);
        assert.ok(status === 400 || status === 200, String(status));
      }),
      { numRuns: 100 },
    );
  });
});

describe('an Idempotency-Key', () => {
  it('reaches the use case, and a replay says that it is one', async () => {
    const keys: (string | null)[] = [];
    const app = await startApp(
      double({
        async runCheck({ idempotencyKey }) {
          keys.push(idempotencyKey);
          return success({ reportJson, creditsUsed: 5, creditsRemaining: 9, replayed: true });
        },
      }),
    );
    const send = (key: string) =>
      ask(app, '/v1/detect', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ text }),
      });
    const reply = await send('order-1');
    assert.equal(reply.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(keys, ['order-1']);
    for (const key of ['', 'x'.repeat(256), 'a b', 'é']) {
      const refused = await send(key);
      assert.equal(refused.json.code, 'bad_json');
      assert.match(String(refused.json.detail), /Idempotency-Key/i);
    }
    assert.deepEqual(keys, ['order-1']);
    await app.close();
  });
});
