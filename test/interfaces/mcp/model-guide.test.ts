import assert from 'node:assert/strict';
import { toolNames, toolTexts } from '../../../interfaces/mcp/tool-texts.ts';
import { askRaw, type RunningApp, startApp } from '../http/start-app.ts';

const issuer = 'https://assay.example';

describe('the guide for models', () => {
  let app: RunningApp;

  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  const get = (method = 'GET') => fetch(`${app.base}/llms.txt`, { method });

  it('follows the llms.txt convention: a title, a summary, sections of links', async () => {
    const response = await get();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    const lines = (await response.text()).split('\n');
    assert.equal(lines[0], '# Assay');
    assert.match(lines[2] ?? '', /^> \S/);
    const sections = lines.filter((line) => line.startsWith('## '));
    assert.deepEqual(sections, ['## Tool server', '## REST API', '## Signing in']);
    const inSections = lines.slice(lines.indexOf('## Tool server'));
    for (const line of inSections.filter((one) => one !== '' && !one.startsWith('## '))) {
      assert.match(line, /^- \[[^\]]+\]\(https:\/\/assay\.example\/[\w/.-]+\): \S.*\.$/);
    }
  });

  it('names every tool, every endpoint and every way in', async () => {
    const text = await (await get()).text();
    for (const name of toolNames) {
      assert.ok(text.includes(`[${name}](${issuer}/mcp): ${toolTexts[name].title}.`), name);
    }
    for (const path of [
      '/v1/analyze',
      '/v1/detect',
      '/v1/grammar',
      '/v1/plagiarism',
      '/v1/usage',
      '/v1/openapi.json',
      '/v1/docs',
      '/connect',
      '/auth.md',
      '/account/keys',
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource/v1',
    ]) {
      assert.ok(text.includes(`(${issuer}${path})`), path);
    }
    assert.match(text, /one of the plans pro, team\./);
    assert.match(text, /1,000 for AI detection, 1,500 more .*, 334 for grammar.*, 2,000 for plag/);
    assert.match(text, /400,000 characters, a file 20 MB/);
    assert.match(text, /probabilities, not proof/);
  });

  it('links to nothing that is not there', async () => {
    const text = await (await get()).text();
    const pages = ['/connect', '/account/keys'];
    for (const [, path = ''] of text.matchAll(/\(https:\/\/assay\.example(\/[^)]+)\)/g)) {
      if (pages.includes(path)) continue;
      const { status } = await fetch(app.base + path);
      assert.notEqual(status, 404, path);
    }
  });

  it('is the same whatever host the request names', async () => {
    const own = await (await get()).text();
    const hostile = 'Host: evil.example\r\nX-Forwarded-Host: evil.example';
    const reply = await askRaw(app.port, `GET /llms.txt HTTP/1.1\r\n${hostile}\r\n\r\n`);
    assert.match(reply, /^HTTP\/1\.1 200 /);
    assert.ok(reply.endsWith(own));
    assert.doesNotMatch(reply, /evil/);
  });

  it('answers HEAD, may be read by scripts of every origin, and refuses the rest', async () => {
    const head = await get('HEAD');
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
    assert.equal(head.headers.get('access-control-allow-origin'), '*');
    assert.equal(head.headers.get('x-content-type-options'), 'nosniff');
    assert.ok(Number(head.headers.get('content-length')) > 1_000);
    assert.equal((await get('POST')).status, 405);
  });
});
