import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { priceLines } from '../../../domain/ledger/prices.ts';
import { maxJsonBytes } from '../../../interfaces/http/rest/decode-check.ts';
import { toolNames, toolTexts } from '../../../interfaces/mcp/tool-texts.ts';
import { callTool, type McpClient, revisions, sendMessage } from '../../support/mcp-message.ts';
import { ask, goodKey, type RunningApp, startApp } from '../http/start-app.ts';

describe('messages to the tool server', () => {
  let app: RunningApp;

  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  const clientOf = (revision: McpClient['revision']): McpClient => ({
    url: `${app.base}/mcp`,
    credential: goodKey,
    revision,
  });
  const post = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    ask(app, '/mcp', {
      method: 'POST',
      body,
      headers: { 'content-type': type, accept: 'application/json, text/event-stream' },
    });

  for (const revision of revisions) {
    it(`lists five tools with schemas a validator takes, in ${revision}`, async () => {
      const { messages } = await sendMessage(clientOf(revision), { method: 'tools/list' });
      const tools: unknown = messages[0]?.result?.tools;
      assert.ok(Array.isArray(tools));
      assert.deepEqual(
        tools.map(({ name }) => name),
        [...toolNames],
      );
      for (const { name, title, description, annotations, ...schemas } of tools) {
        assert.ok(title.length > 5 && description.length > 100, name);
        assert.equal(annotations.destructiveHint, false);
        assert.equal(annotations.openWorldHint, false);
        const ajv = new Ajv2020({ strict: false });
        ajv.compile(schemas.outputSchema);
        const input = ajv.compile(schemas.inputSchema);
        assert.equal(input({ text: 'Hello.', surprise: true }), false);
        assert.equal(input(name === 'get_credits' ? {} : { text: 'Hello.' }), true);
      }
    });

    it(`refuses a tool that does not exist as a protocol error, in ${revision}`, async () => {
      for (const name of ['check_everything', 'constructor', '']) {
        const params = { name, arguments: {} };
        const reply = await sendMessage(clientOf(revision), { method: 'tools/call', params });
        assert.equal(reply.messages[0]?.error?.code, -32_602, name);
      }
    });

    it(`refuses a malformed call as a protocol error, in ${revision}`, async () => {
      for (const params of [{ name: 'check_ai', arguments: 'text' }, { arguments: {} }]) {
        const reply = await sendMessage(clientOf(revision), { method: 'tools/call', params });
        assert.equal(reply.messages[0]?.error?.code, -32_602);
      }
    });

    it(`tells a model what is wrong with its arguments, in ${revision}`, async () => {
      const client = clientOf(revision);
      const cases: readonly [string, Record<string, unknown>, string, RegExp][] = [
        ['check_ai', {}, 'empty', /text/],
        ['check_ai', { text: '  ' }, 'empty', /blank/],
        ['check_ai', { text: 5 }, 'bad_json', /"text"/],
        ['check_ai', { text: 'a', deep: 'yes' }, 'bad_json', /"deep"/],
        ['check_ai', { text: 'a', ui_lang: 'xx' }, 'bad_json', /"ui_lang"/],
        ['check_ai', { text: 'a', store: true }, 'bad_json', /"store": this tool has no such/],
        ['check_grammar', { text: 'a', deep: true }, 'bad_json', /"deep": this tool has no such/],
        ['check_all', { text: 'a', detail: 'short' }, 'bad_json', /"detail"/],
        ['get_credits', { text: 'a' }, 'bad_json', /"text": this tool has no such/],
        ['check_ai', { text: 'a'.repeat(400_001) }, 'text_too_long', /400001/],
      ];
      for (const [name, args, code, detail] of cases) {
        const { isError, structuredContent } = await callTool(client, name, args);
        assert.equal(isError, true);
        assert.equal(structuredContent.code, code, JSON.stringify(args).slice(0, 80));
        assert.match(structuredContent.detail ?? '', detail);
      }
    });

    it(`passes what was asked to the use case of REST, in ${revision}`, async () => {
      const client = clientOf(revision);
      const args = { text: 'Hello.', ui_lang: 'fr', deep: true, store: true, detail: 'full' };
      await callTool(client, 'check_all', args);
      assert.deepEqual(app.lastRequest(), {
        source: { kind: 'text', text: 'Hello.' },
        checks: { ai: true, grammar: true, plagiarism: true, deep: true },
        uiLanguage: 'fr',
        store: true,
      });
      await callTool(client, 'check_grammar', { text: 'Hello.', detail: 'full' });
      assert.deepEqual(app.lastRequest()?.checks, {
        ai: false,
        grammar: true,
        plagiarism: false,
        deep: false,
      });
    });

    it(`runs nothing for an estimate, in ${revision}`, async () => {
      const before = app.application.asked.length;
      const args = { text: 'Hello.', estimate: true };
      const { structuredContent } = await callTool(clientOf(revision), 'check_ai', args);
      assert.deepEqual(structuredContent.estimate, {
        words: 1,
        price: 1,
        lines: [],
        affordable: true,
      });
      assert.equal(app.application.asked.length, before);
    });

    it(`knows of no subscriptions, prompts or resources, in ${revision}`, async () => {
      for (const method of ['subscriptions/listen', 'prompts/list', 'resources/list']) {
        const reply = await sendMessage(clientOf(revision), { method });
        assert.equal(reply.messages[0]?.error?.code, -32_601, method);
        assert.equal(reply.messages[0]?.id, 1);
      }
    });
  }

  it('tells models the prices that are charged, and when a result means nothing', () => {
    const everything = { ai: true, deep: true, grammar: true, plagiarism: true };
    const amounts = priceLines(everything, 3).map(({ item, amount }) => [item, amount]);
    assert.deepEqual(Object.fromEntries(amounts), {
      ai: 3,
      deep: 1_500,
      grammar: 1,
      plagiarism: 6,
    });
    const { check_ai, check_grammar, check_plagiarism, check_all } = toolTexts;
    assert.match(check_ai.description, /1 credit per word; deep: true .* 1,500 credits more/);
    assert.match(check_grammar.description, /1 credit per 3 words/);
    assert.match(check_grammar.description, /any other language .*supported\.grammar is false/);
    assert.match(check_plagiarism.description, /2 credits per word, every time/);
    assert.match(check_plagiarism.description, /does not search the web/);
    assert.match(check_all.description, /1 credit for AI .* a third for grammar and 2 for plag/);
    for (const { description } of [check_ai, check_all]) assert.match(description, /not proof/);
    for (const name of toolNames.filter((tool) => tool !== 'get_credits')) {
      assert.match(toolTexts[name].description, /estimate: true answers the price/);
    }
  });

  it('takes a text of 400,000 characters in the longest way to write them', async () => {
    const text = '\\ud83d\\ude00'.repeat(400_000);
    const params = `{"name":"check_grammar","arguments":{"text":"${text}","detail":"full"}}`;
    const reply = await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`);
    assert.equal(reply.status, 200);
    const source = app.lastRequest()?.source;
    assert.ok(source?.kind === 'text' && source.text.length === 800_000);
  });

  it('refuses a larger body with 413, and does not parse it', async () => {
    const reply = await post(new Uint8Array(maxJsonBytes + 1));
    assert.equal(reply.status, 413);
    assert.equal(reply.json.code, 'text_too_long');
  });

  it('answers what is no JSON-RPC message with the error of JSON-RPC', async () => {
    const cases: readonly [string, number][] = [
      ['{', -32_700],
      ['', -32_700],
      [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, -32_700],
      ['[]', -32_600],
      ['[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', -32_600],
      ['5', -32_600],
    ];
    for (const [body, code] of cases) {
      const reply = await post(body);
      assert.equal(reply.status, 400, body);
      assert.equal(JSON.parse(reply.text).error.code, code, body);
    }
    assert.equal((await post('{"jsonrpc":"1.0"}')).status, 400);
    assert.equal((await post('{}', 'text/plain')).status, 415);
  });
});
