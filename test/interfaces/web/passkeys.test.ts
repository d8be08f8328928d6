import assert from 'node:assert/strict';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchChromium, needsChromium, patienceMs } from '../../support/chromium.ts';
import { signInBrowser } from '../../support/page-tour.ts';
import { startWebService, type WebService } from '../../support/web-service.ts';
import { hiddenFields, signIn, visitor } from '../../support/web-visitor.ts';

const email = 'holder@example.org';

/** An authenticator that Chromium plays by itself. */
interface Authenticator {
  readonly session: CDPSession;
  readonly authenticatorId: string;
}

describe('passkeys in Chromium', function () {
  this.timeout(2 * patienceMs);

  let browser: Browser | undefined;
  let service: WebService;
  let page: Page;
  let authenticator: Authenticator;

  before(async function () {
    needsChromium(this);
    browser = await launchChromium();
  });
  beforeEach(async () => {
    service = await startWebService();
    await service.open(email);
    const context = await (browser ?? assert.fail()).newContext();
    context.setDefaultTimeout(patienceMs);
    page = await context.newPage();
    authenticator = await plugIn(page);
    await signInBrowser(service, page, email);
  });
  afterEach(async () => {
    await page.context().close();
    await service.close();
  });
  after(() => browser?.close());

  async function add(name = 'Phone'): Promise<void> {
    await page.goto(`${service.base}/account/passkeys`);
    await page.fill('#name', name);
    await page.click('form[data-passkey] button');
    await page.waitForSelector('.note');
  }
  const signOut = () => page.click('form[action="/sign-out"] button');
  async function signInByPasskey(): Promise<void> {
    await page.goto(`${service.base}/sign-in?return_to=/account/keys`);
    await page.click('form[data-passkey] button');
  }

  it('are added, and sign in without a code', async () => {
    await add();
    assert.match((await page.textContent('main')) ?? '', /Phone/);
    await signOut();
    service.letters.length = 0;
    await signInByPasskey();
    await page.waitForURL(`${service.base}/account/keys`);
    await service.settled();
    assert.equal(service.letters.length, 0);
    await page.goto(`${service.base}/account/passkeys`);
    assert.doesNotMatch((await page.textContent('.entries')) ?? '', /never/);
  });

  it('change the id of the session when they sign in', async () => {
    await add();
    await signOut();
    await page.goto(`${service.base}/sign-in`);
    const session = async () =>
      (await page.context().cookies()).find(({ name }) => name === 'assay')?.value;
    const before = await session();
    assert.notEqual(before, undefined);
    await signInByPasskey();
    await page.waitForURL(`${service.base}/account/keys`);
    const after = await session();
    assert.notEqual(after, undefined);
    assert.notEqual(after, before);
  });

  it('sign nobody in once they are removed', async () => {
    await add();
    await page.click('summary');
    await page.click('form[action="/account/passkeys/remove"] button');
    await page.waitForSelector('.note');
    await signOut();
    await signInByPasskey();
    await page.waitForSelector('.alarm');
    assert.match((await page.textContent('.alarm')) ?? '', /not accepted/);
  });

  it('are not taken from an authenticator that did not ask its user', async () => {
    await add();
    await signOut();
    const { session, authenticatorId } = authenticator;
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await signInByPasskey();
    await page.waitForSelector('[data-failed]:not([hidden])');
  });

  it('are not taken when their counter stands still: somebody has a copy', async () => {
    await add();
    const { session, authenticatorId } = authenticator;
    await signOut();
    await signInByPasskey();
    await page.waitForURL(`${service.base}/account/keys`);
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
    const [credential] = credentials;
    assert.ok(credential);
    const { credentialId } = credential;
    await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
    const copy = { ...credential, signCount: 0 };
    await session.send('WebAuthn.addCredential', { authenticatorId, credential: copy });
    await signOut();
    await signInByPasskey();
    await page.waitForSelector('.alarm');
  });

  it('are made once for a device', async () => {
    await add();
    await page.click('form[data-passkey] button');
    await page.waitForSelector('[data-failed]:not([hidden])');
    assert.equal((await page.$$('.entries > li')).length, 1);
  });

  it('answer a challenge once, soon, and in the session it was made for', async () => {
    await add();
    await signOut();
    await page.goto(`${service.base}/sign-in`);
    // The form is held back, so that its answer can be sent by other ways.
    await page.evaluate('HTMLFormElement.prototype.submit = () => undefined');
    const answerOf = async (): Promise<string> => {
      await page.evaluate("document.querySelector('[name=answer]').value = ''");
      await page.evaluate("document.querySelector('form[data-passkey] button').disabled = false");
      await page.click('form[data-passkey] button');
      // The pages' policy forbids what a wait for an expression would be made of.
      for (let tries = 0; tries < 200; tries += 1) {
        const answer = await page.inputValue('[name=answer]');
        if (answer !== '') return answer;
        await page.waitForTimeout(50);
      }
      return assert.fail('the authenticator did not answer');
    };
    const cookies = new Map(
      (await page.context().cookies()).map(({ name, value }) => [name, value]),
    );
    const same = () => visitor(service.base, new Map(cookies));
    const csrf = await page.inputValue('form[data-passkey] [name=csrf]');
    const stranger = visitor(service.base);
    const page2 = await stranger.get('/sign-in');
    const strange = hiddenFields(page2.text, '/sign-in/passkey').csrf ?? '';

    const stolen = await answerOf();
    const elsewhere = { csrf: strange, answer: stolen };
    assert.equal((await stranger.post('/sign-in/passkey', elsewhere)).status, 422);
    // It is used up by the attempt.
    assert.equal((await same().post('/sign-in/passkey', { csrf, answer: stolen })).status, 422);

    const late = await answerOf();
    service.ahead(5 * 60_000);
    assert.equal((await same().post('/sign-in/passkey', { csrf, answer: late })).status, 422);
    service.ahead(0);

    const answer = await answerOf();
    const all = Array.from({ length: 5 }, () => same().post('/sign-in/passkey', { csrf, answer }));
    const taken = (await Promise.all(all)).filter(({ status }) => status === 303);
    assert.equal(taken.length, 1);
  });
});

describe('passkey answers that no authenticator gave', () => {
  it('are refused, whatever they are', async () => {
    const service = await startWebService();
    await service.open(email);
    const holder = await signIn(service, email);
    const page = await holder.get('/account/passkeys');
    const { csrf = '' } = hiddenFields(page.text, '/account/passkeys/add');
    const clientData = Buffer.from('{"challenge":"aaaaaaaaaaaaaaaaaaaaaaaa"}').toString(
      'base64url',
    );
    const odd = {
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      response: { clientDataJSON: clientData },
    };
    for (const answer of ['', '{', 'null', '[]', '{"id":1}', JSON.stringify(odd)]) {
      const added = await holder.post('/account/passkeys/add', { csrf, name: 'x', answer });
      assert.equal(added.status, 422, answer);
    }
    const stranger = visitor(service.base);
    const form = hiddenFields((await stranger.get('/sign-in')).text, '/sign-in/passkey');
    const forged = {
      ...odd,
      response: { ...odd.response, authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
    };
    for (const answer of ['', JSON.stringify(odd), JSON.stringify(forged)]) {
      const signedIn = await stranger.post('/sign-in/passkey', { ...form, answer });
      assert.equal(signedIn.status, 422);
    }
    const asked = await stranger.post('/sign-in/passkey/options', { csrf: form.csrf ?? '' });
    assert.equal(asked.status, 200);
    assert.doesNotMatch(asked.text, /allowCredentials/);
    await service.close();
  });
});

async function plugIn(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}
