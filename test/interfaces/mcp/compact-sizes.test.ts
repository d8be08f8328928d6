import assert from 'node:assert/strict';
import { createKey, defaultRateLimit } from '../../../application/access/create-key.ts';
import { createAnalyser } from '../../../infrastructure/analysis/analyser.ts';
import { supportPorts } from '../../../interfaces/composition.ts';
import { httpApplication } from '../../../interfaces/http-application.ts';
import { toolNames } from '../../../interfaces/mcp/tool-texts.ts';
import { runningWork } from '../../../interfaces/running-work.ts';
import { type CheckService, openCheckService } from '../../support/check-service.ts';
import { longTexts } from '../../support/long-texts.ts';
import { type McpClient, sendMessage, toolResultOf } from '../../support/mcp-message.ts';
import { type CheckOutput, outputChecks } from '../../support/mcp-outputs.ts';
import { double, type RunningApp, startApp } from '../http/start-app.ts';

const maxBytes = 8 * 1024;

describe('what a tool answers about 2,000 words', function () {
  // The real engines read every text, on a machine that may be busy.
  this.timeout(240_000);
  const analyser = createAnalyser({ workers: 1, taskTimeoutMs: 120_000 });
  let service: CheckService;
  let app: RunningApp;
  let client: McpClient;
  let holdsToSchema: CheckOutput;

  before(async () => {
    service = await openCheckService(analyser);
    const { core, ports } = service;
    const runner = { stopped: () => new Map() };
    const node = {
      core,
      ports,
      work: runningWork((cause) => assert.fail(String(cause))),
      runner,
      phase: 'serving',
    } as const;
    app = await startApp(double(httpApplication(node)));
    const { accountId } = await service.caller({ credits: 1_000_000 });
    const wish = { accountId, name: 'a test', rateLimit: defaultRateLimit * 10 };
    const made = await createKey(supportPorts(core), { ...wish, actor: { kind: 'support' } });
    assert.ok(made.ok);
    const { key } = made.value;
    client = { url: `${app.base}/mcp`, credential: key, revision: '2026-07-28' };
    holdsToSchema = await outputChecks(client);
  });
  after(async () => {
    await app.close();
    await service.close();
    await analyser.close();
  });

  const call = (name: string, args: Readonly<Record<string, unknown>>) =>
    sendMessage(client, { method: 'tools/call', params: { name, arguments: args } });

  for (const [name, text] of Object.entries(longTexts)) {
    it(`fits into 8 KiB, as object and text together: ${name}`, async () => {
      const explained = { text, ui_lang: 'de' };
      // What is in the library is found by the next one.
      await call('check_plagiarism', { text, store: true });
      for (const [tool, args] of [
        ['check_all', explained],
        ['check_ai', explained],
        ['check_grammar', explained],
        ['check_plagiarism', { text }],
      ] as const) {
        const reply = await call(tool, args);
        const result = toolResultOf(reply);
        const { isError, structuredContent } = result;
        assert.equal(isError, false);
        holdsToSchema(tool, result);
        assert.match(String(structuredContent.notice), /probabilities, not proof/);
        const bytes = Buffer.byteLength(reply.text);
        assert.ok(bytes < maxBytes, `${tool}: ${bytes} bytes`);
        const { totals, stylometry } = structuredContent;
        const { words } = Object(stylometry);
        assert.ok(words > 1_500, `${words} words`);
        assert.ok(Object(totals).sentences > 0 || tool !== 'check_all');
      }
    });
  }

  it('is small because of what is left out, not because nothing was found', async () => {
    const text = longTexts['English full of mistakes'] ?? '';
    const { structuredContent } = toolResultOf(await call('check_all', { text }));
    const { totals, corrections, plagiarism } = structuredContent;
    assert.ok(Object(totals).edits > 200);
    assert.ok(Object(corrections).edits.length >= 4);
    assert.ok(Object(plagiarism).similarity > 0.9);
    const full = await call('check_all', { text, detail: 'full' });
    assert.ok(Buffer.byteLength(full.text) > 10 * maxBytes);
    holdsToSchema('check_all', toolResultOf(full));
  });

  it('is what its schema says, also in full, as an estimate and of the credits', async () => {
    const text = longTexts['English with hidden characters'] ?? '';
    for (const tool of toolNames.filter((name) => name !== 'get_credits')) {
      for (const detail of ['full', 'compact']) {
        for (const estimate of [false, true]) {
          const result = toolResultOf(await call(tool, { text, detail, estimate }));
          assert.equal(result.isError, false);
          assert.equal('estimate' in result.structuredContent, estimate);
          holdsToSchema(tool, result);
        }
      }
    }
    const credits = toolResultOf(await call('get_credits', {}));
    assert.equal(credits.isError, false);
    holdsToSchema('get_credits', credits);
  });
});
