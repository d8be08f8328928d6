import assert from 'node:assert/strict';
import fc from 'fast-check';
import { success } from '../../../domain/shared/refusal.ts';
import { fullReport } from '../../support/full-report.ts';
import {
  callTool,
  envelope,
  headersOf,
  type McpClient,
  revisions,
} from '../../support/mcp-message.ts';
import { ask, double, goodKey, type RunningApp, startApp } from '../http/start-app.ts';

const reportJson = JSON.stringify(fullReport('Hello.'));
const long = 'x'.repeat(100_000);

describe('what nobody in his right mind sends to the tool server', () => {
  let app: RunningApp;

  before(async () => {
    const answer = { reportJson, creditsUsed: 1, creditsRemaining: 9, replayed: false };
    const plain = double();
    app = await startApp({
      ...plain,
      async runCheck(command) {
        await plain.runCheck(command);
        return success(answer);
      },
    });
  });
  after(() => app.close());

  /** No fault of ours, an answer in one of our shapes, and not much longer than what was sent. */
  async function isAnswered(body: string, headers: Readonly<Record<string, string>> = {}) {
    const faults = errorsLogged();
    const reply = await ask(app, '/mcp', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
    const what = `${body.slice(0, 200)} ${JSON.stringify(headers).slice(0, 200)}`;
    assert.ok(reply.status < 500, `${reply.status} to ${what}`);
    assert.equal(errorsLogged(), faults, what);
    assert.ok(reply.text.length < 60_000, `${reply.text.length} characters to ${what}`);
    if (reply.status !== 202) assert.match(reply.text, /"jsonrpc":"2\.0"|"code":"\w+"/, what);
    return reply;
  }
  const errorsLogged = () => app.logged.filter(({ level }) => level === 'error').length;

  const strangeValues = [
    'null',
    'true',
    '1.5',
    '-0',
    '1e400',
    '9007199254740993',
    '""',
    '"__proto__"',
    '"\\ud800"',
    '"\\u0000"',
    '{}',
    '[]',
    '{"__proto__":{}}',
    '[["check_ai"]]',
    `"${long}"`,
  ];
  const places: Readonly<Record<string, (value: string) => string>> = {
    id: (value) => `{"jsonrpc":"2.0","id":${value},"method":"tools/list"}`,
    method: (value) => `{"jsonrpc":"2.0","id":1,"method":${value}}`,
    'a notification': (value) => `{"jsonrpc":"2.0","method":${value}}`,
    params: (value) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${value}}`,
    name: (value) => called(`"name":${value},"arguments":{}`),
    arguments: (value) => called(`"name":"check_ai","arguments":${value}`),
    text: (value) => called(`"name":"check_ai","arguments":{"text":${value}}`),
    estimate: (value) => called(`"name":"check_ai","arguments":{"text":"a","estimate":${value}}`),
    _meta: (value) => called(`"name":"get_credits","_meta":${value}`),
    'a progress token': (value) =>
      called(`"name":"check_ai","arguments":{"text":"a"},"_meta":{"progressToken":${value}}`),
    'what is cancelled': (value) =>
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${value}}}`,
    'the revision of initialize': (value) =>
      `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":${value},"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
    'the whole message': (value) => value,
  };
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };

  for (const [place, message] of Object.entries(places)) {
    it(`is no fault of ours: strange values as ${place}`, async () => {
      for (const value of strangeValues) {
        for (const headers of [{}, modern]) {
          await isAnswered(message(value), headers);
        }
      }
    });
  }

  it('is no fault of ours: strange headers', async () => {
    const client: McpClient = { url: '', credential: goodKey, revision: '2026-07-28' };
    const message = { method: 'tools/call', params: { name: 'get_credits', arguments: {} } };
    const strange = [
      '',
      '__proto__',
      'tools/list',
      '\u00e9',
      '=?base64?////?=',
      '1999-01-01',
      'x'.repeat(5_000),
    ];
    for (const revision of revisions) {
      const body = JSON.stringify(envelope(revision, message));
      const own = headersOf({ ...client, revision }, message);
      for (const name of [
        'mcp-protocol-version',
        'mcp-method',
        'mcp-name',
        'mcp-session-id',
        'mcp-param-text',
        'last-event-id',
        'accept',
        'content-type',
      ]) {
        for (const value of strange) await isAnswered(body, { ...own, [name]: value });
      }
    }
  });

  it('is no fault of ours: any JSON at all', async () => {
    const anyMessage = fc.record(
      {
        jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant('2.0') }, fc.jsonValue()),
        id: fc.oneof(fc.integer(), fc.string({ unit: 'binary' }), fc.jsonValue()),
        method: fc.oneof(
          fc.constantFrom('tools/call', 'tools/list', 'initialize', 'server/discover', 'ping'),
          fc.string({ unit: 'binary' }),
        ),
        params: fc.oneof(
          fc.record({
            name: fc.constantFrom('check_ai', 'check_all', 'get_credits', 'toString'),
            arguments: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue()),
            _meta: fc.dictionary(fc.string(), fc.jsonValue()),
          }),
          fc.jsonValue(),
        ),
      },
      { requiredKeys: ['method'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyMessage, fc.jsonValue()), async (message) => {
        await isAnswered(JSON.stringify(message));
      }),
      { numRuns: 100 },
    );
  });

  it('sends long words of the sender back to nobody', async () => {
    for (const place of ['id', 'method', 'name', 'a progress token']) {
      const reply = await isAnswered(places[place]?.(`"${long}"`) ?? '');
      assert.equal(reply.status, 400, place);
      assert.equal(JSON.parse(reply.text).error.code, -32_600);
      assert.match(reply.text, /may have 1024 characters/);
    }
    const fitting = await isAnswered(places.id?.(`"${'x'.repeat(1_024)}"`) ?? '');
    assert.equal(fitting.status, 200);
  });

  it('sets nothing by the prototype of an object', async () => {
    const args = '{"text":"a","__proto__":{"deep":true,"store":true}}';
    await isAnswered(called(`"name":"check_all","arguments":${args}`));
    const request = app.lastRequest();
    assert.equal(request?.checks.deep, false);
    assert.equal(request?.store, false);
  });

  for (const revision of revisions) {
    it(`takes half a character in a text as it comes, in ${revision}`, async () => {
      const client: McpClient = { url: `${app.base}/mcp`, credential: goodKey, revision };
      const { isError } = await callTool(client, 'check_ai', { text: 'a \ud800 b \udc00 c' });
      assert.equal(isError, false);
    });
  }
});

function called(params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${params}}}`;
}
