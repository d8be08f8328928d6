import assert from 'node:assert/strict';
import { startWebService, type WebService } from '../../support/web-service.ts';
import { hiddenFields, signIn, visitor } from '../../support/web-visitor.ts';

const email = 'holder@example.org';

describe('every page', () => {
  let service: WebService;

  before(async () => {
    service = await startWebService();
    await service.open(email);
    await service.open('other@example.org');
  });
  after(() => service.close());

  it('keeps others from framing it, loads nothing from elsewhere and is not kept', async () => {
    const holder = await signIn(service, email);
    const pages = ['/sign-in', '/account', '/account/keys', '/account/passkeys', '/language?to=x'];
    for (const path of [...pages, '/sign-in/email']) {
      const { headers } = await holder.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/, path);
      assert.match(policy, /frame-ancestors 'none'/, path);
      assert.match(policy, /form-action 'self'(;|$)/, path);
      assert.match(policy, /base-uri 'none'/, path);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/, path);
      assert.equal(headers.get('x-frame-options'), 'DENY', path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
      assert.equal(headers.get('cache-control'), 'no-store', path);
      assert.equal(headers.get('access-control-allow-origin'), null, path);
    }
  });

  it('has no script and no style inside', async () => {
    const holder = await signIn(service, email);
    for (const path of ['/sign-in', '/account', '/account/keys', '/account/passkeys']) {
      const { text } = await holder.get(path);
      assert.doesNotMatch(text, /<style|style="|\son[a-z]+="|javascript:/i, path);
      assert.doesNotMatch(text, /<script(?![^>]*src="\/assets\/)/, path);
    }
  });

  it('gives every form a method, an address and a secret', async () => {
    const holder = await signIn(service, email);
    for (const path of ['/sign-in', '/account', '/account/keys', '/account/passkeys']) {
      const { text } = await holder.get(path);
      for (const [tag = ''] of text.matchAll(/<form[^>]*>/g)) {
        assert.match(tag, /method="post"/);
        const action = /action="(\/[^"]*)"/.exec(tag)?.[1] ?? assert.fail(tag);
        assert.ok((hiddenFields(text, action).csrf?.length ?? 0) >= 43);
      }
    }
  });

  it('takes no form without the secret of its own session', async () => {
    const holder = await signIn(service, email);
    const other = await signIn(service, 'other@example.org');
    const { text } = await other.get('/account/keys');
    const foreign = hiddenFields(text, '/account/keys/create').csrf ?? '';
    for (const csrf of [undefined, '', 'x', foreign, `${foreign}x`]) {
      const fields = { name: 'stolen', ...(csrf === undefined ? {} : { csrf }) };
      const refused = await holder.post('/account/keys/create', fields);
      assert.equal(refused.status, 403);
      assert.match(refused.text, /This page is too old/);
    }
    assert.equal((await holder.post('/sign-out', {})).status, 403);
    const keys = await holder.get('/account/keys');
    assert.match(keys.text, /There are no keys yet/);
  });

  it('takes no form in another coding, twice the same field, or far too much', async () => {
    const holder = await signIn(service, email);
    const { text } = await holder.get('/account/keys');
    const csrf = hiddenFields(text, '/account/keys/create').csrf ?? '';
    const cookie = [...holder.cookies].map((pair) => pair.join('=')).join('; ');
    const form = 'application/x-www-form-urlencoded';
    for (const [type, body] of [
      ['application/json', JSON.stringify({ csrf, name: 'x' })],
      ['text/plain', `csrf=${csrf}&name=x`],
      [form, `csrf=${csrf}&csrf=${csrf}&name=x`],
      [form, `csrf=${csrf}&name=x&name=y`],
      [form, `csrf=${csrf}&name=${'x'.repeat(70_000)}`],
    ] as const) {
      const response = await fetch(`${service.base}/account/keys/create`, {
        method: 'POST',
        headers: { cookie, 'content-type': type },
        body,
      });
      assert.equal(response.status, 400);
      assert.match(await response.text(), /could not be read/);
    }
  });

  it('sends nobody to a foreign address, however it is spelt', async () => {
    const strange = [
      'https://evil.example/',
      '//evil.example/account',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      '/account@evil.example',
      '/account/../../evil',
      '/accountx',
      '/account\r\nSet-Cookie: a=b',
      '/v1/usage',
      '/sign-out',
      '/%2fevil.example',
      '.evil.example',
      `/account?${'x'.repeat(7_000)}`,
    ];
    for (const path of strange) {
      const back = await visitor(service.base).get(
        `/language?${new URLSearchParams({ to: 'de', back: path })}`,
      );
      assert.equal(back.location, '/account', path);
      const page = await visitor(service.base).get(
        `/sign-in?${new URLSearchParams({ return_to: path })}`,
      );
      assert.equal(hiddenFields(page.text, '/sign-in/email').return_to, '/account', path);
    }
    const own = '/oauth/authorize?client_id=x&state=%2F%2Fevil';
    const back = await visitor(service.base).get(
      `/language?${new URLSearchParams({ to: 'de', back: own })}`,
    );
    assert.equal(back.location, own);
  });

  it('speaks the language that was chosen, or else the one the browser asks for', async () => {
    const person = visitor(service.base);
    const first = await person.get('/sign-in', { 'accept-language': 'nl, fr-CA;q=0.8, en;q=0.5' });
    assert.match(first.text, /<html lang="fr">/);
    await person.get('/language?to=pt&back=/sign-in');
    const then = await person.get('/sign-in', { 'accept-language': 'fr' });
    assert.match(then.text, /<html lang="pt">/);
    await person.get('/language?to=__proto__&back=/sign-in');
    assert.match((await person.get('/sign-in')).text, /<html lang="pt">/);
    const none = await visitor(service.base).get('/sign-in', { 'accept-language': 'xx;q=x,*' });
    assert.match(none.text, /<html lang="en">/);
  });

  it('answers 404 with a page in the account area, and with a problem elsewhere', async () => {
    const lost = await visitor(service.base).get('/account/nothing/here');
    assert.equal(lost.status, 404);
    assert.match(lost.text, /Page not found/);
    assert.match(lost.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    assert.deepEqual(lost.headers.getSetCookie(), []);
    const elsewhere = await visitor(service.base).get('/nothing');
    assert.match(elsewhere.headers.get('content-type') ?? '', /json/);
  });

  it('answers 405 with a page, and the methods that work', async () => {
    const opened = await visitor(service.base).get('/account/keys/create');
    assert.equal(opened.status, 405);
    assert.equal(opened.headers.get('allow'), 'POST');
    const response = await fetch(`${service.base}/account`, { method: 'PUT' });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), 'GET, HEAD');
  });
});

describe('the cookie of a session', () => {
  it('is out of reach for scripts and other sites', async () => {
    const service = await startWebService();
    const [line = ''] = (await fetch(`${service.base}/sign-in`)).headers.getSetCookie();
    await service.close();
    assert.match(line, /^assay=/);
    for (const flag of [/; HttpOnly/, /; SameSite=Lax/, /; Path=\//]) assert.match(line, flag);
    assert.doesNotMatch(line, /; Domain|; Secure/);
  });

  it('is for https and this host alone where people come over https', async () => {
    const service = await startWebService({ baseUrl: 'https://assay.example' });
    const response = await fetch(`${service.base}/sign-in`);
    await service.close();
    const [line = ''] = response.headers.getSetCookie();
    assert.match(line, /^__Host-assay=/);
    for (const flag of [/; HttpOnly/, /; SameSite=Lax/, /; Path=\//, /; Secure/]) {
      assert.match(line, flag);
    }
    assert.doesNotMatch(line, /; Domain/);
    assert.match(response.headers.get('strict-transport-security') ?? '', /max-age=/);
  });
});

describe('a page whose store does not answer', () => {
  it('says so without a word of the cause', async () => {
    const service = await startWebService({
      change: (application) => ({
        ...application,
        visitAccount: async () => {
          throw new Error('holder@example.org at 10.0.0.1');
        },
      }),
    });
    await service.open(email);
    const holder = await signIn(service, email);
    const failed = await holder.get('/account');
    await service.close();
    assert.equal(failed.status, 500);
    assert.match(failed.text, /Something went wrong on our side/);
    assert.doesNotMatch(failed.text, /10\.0\.0\.1/);
    assert.ok(!JSON.stringify(service.logged).includes('holder@'));
  });
});
