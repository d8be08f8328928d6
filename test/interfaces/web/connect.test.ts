import assert from 'node:assert/strict';
import { uiLanguages } from '../../../domain/text/ui-language.ts';
import { toolNames } from '../../../interfaces/mcp/tool-texts.ts';
import { connectRecipes, shellWord } from '../../../interfaces/web/connect-recipes.ts';
import { catalogues } from '../../../interfaces/web/languages/messages.ts';
import { startWebService, type WebService } from '../../support/web-service.ts';
import { signIn, visitor } from '../../support/web-visitor.ts';
import { askRaw } from '../http/start-app.ts';

const address = 'https://assay.example/mcp';
const email = 'holder@example.org';

describe('the page that says how to connect', () => {
  let service: WebService;

  before(async () => {
    service = await startWebService({ baseUrl: 'https://assay.example' });
    await service.open(email);
  });
  after(() => service.close());

  const get = (headers: Readonly<Record<string, string>> = {}) =>
    visitor(service.base).get('/connect', headers);

  it('needs no sign-in and begins no session', async () => {
    const { status, headers, text } = await get();
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.deepEqual(headers.getSetCookie(), []);
    assert.doesNotMatch(text, /<form/);
  });

  it('has the headers of every page', async () => {
    const { headers } = await get();
    const signInPage = await visitor(service.base).get('/sign-in');
    for (const name of [
      'content-security-policy',
      'x-frame-options',
      'x-content-type-options',
      'referrer-policy',
      'strict-transport-security',
      'cache-control',
      'cross-origin-resource-policy',
    ]) {
      assert.ok(headers.has(name), name);
      assert.equal(headers.get(name), signInPage.headers.get(name), name);
    }
  });

  it('gives everything to copy with the configured address, and names every tool', async () => {
    const blocks = copied((await get()).text);
    const { withKey, ...others } = connectRecipes(address);
    assert.deepEqual(blocks, [
      address,
      ...Object.values(others),
      withKey.claudeCode,
      withKey.cursor,
      withKey.vsCode,
      withKey.inspector,
    ]);
    for (const block of blocks) assert.ok(block.includes(address), block);
    const { text } = await get();
    for (const name of toolNames) assert.ok(text.includes(`<dt>${name}</dt>`), name);
    for (const path of ['/auth.md', '/llms.txt', '/v1/docs', '/account/keys']) {
      assert.ok(text.includes(`href="${path}"`), path);
    }
  });

  it('is written in each of the six languages, and stays there when one is chosen', async () => {
    for (const language of uiLanguages) {
      const { text } = await get({ 'accept-language': language });
      assert.match(text, new RegExp(`<html lang="${language}">`));
      const { connect } = catalogues[language];
      for (const words of Object.values(connect.uses)) assert.ok(unescaped(text).includes(words));
      assert.ok(unescaped(text).includes(connect.lead));
      const chosen = await visitor(service.base).get(`/language?to=${language}&back=/connect`);
      assert.equal(chosen.location, '/connect');
    }
    const texts = uiLanguages.map((language) => JSON.stringify(catalogues[language].connect));
    assert.equal(new Set(texts).size, uiLanguages.length);
  });

  it('says the same whatever host the request names', async () => {
    const port = Number(new URL(service.base).port);
    const hostile = 'Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close';
    const reply = await askRaw(port, `GET /connect?evil.example HTTP/1.1\r\n${hostile}\r\n\r\n`);
    assert.match(reply, /^HTTP\/1\.1 200 /);
    assert.doesNotMatch(reply, /evil/);
    assert.ok(reply.includes(address));
  });

  it('answers HEAD without a body and refuses to be posted to', async () => {
    const head = await fetch(`${service.base}/connect`, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
    assert.ok(Number(head.headers.get('content-length')) > 1_000);
    const posted = await fetch(`${service.base}/connect`, { method: 'POST' });
    assert.equal(posted.status, 405);
    assert.equal(posted.headers.get('allow'), 'GET, HEAD');
  });

  it('is linked from every page, and is part of the account for who is signed in', async () => {
    const stranger = await visitor(service.base).get('/sign-in');
    assert.match(stranger.text, /<footer[\s\S]*href="\/connect"/);
    const plain = await startWebService();
    await plain.open(email);
    const holder = await signIn(plain, email);
    const page = await holder.get('/connect');
    await plain.close();
    assert.match(page.text, new RegExp(email));
    assert.match(page.text, /<a href="\/connect" aria-current="page">/);
    assert.ok(page.text.includes(`${plain.base}/mcp`));
  });
});

describe('what a person copies', () => {
  it('is valid JSON, and holds the address whatever is in it', () => {
    for (const strange of [address, 'http://[::1]:8080/mcp', `https://a.example/"'</code>$(x)`]) {
      const { cursor, vsCode, localOnly, withKey } = connectRecipes(strange);
      for (const settings of [cursor, vsCode, localOnly, withKey.cursor, withKey.vsCode]) {
        assert.ok(JSON.stringify(JSON.parse(settings)).includes(JSON.stringify(strange)));
      }
    }
  });

  it('is one word to a shell, whatever is in it', () => {
    assert.equal(shellWord(address), address);
    assert.equal(shellWord('http://[::1]/mcp'), "'http://[::1]/mcp'");
    assert.equal(shellWord("a'b$(c)"), String.raw`'a'\''b$(c)'`);
  });

  it('holds no key', () => {
    const { withKey } = connectRecipes(address);
    for (const recipe of Object.values(withKey)) assert.doesNotMatch(recipe, /as_live_/);
  });
});

function copied(html: string): readonly string[] {
  return [...html.matchAll(/<pre><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, text = '']) =>
    unescaped(text),
  );
}

function unescaped(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
