import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import {
  launchChromium,
  needsChromium,
  patienceMs,
  screens,
  violationsOf,
} from '../../support/chromium.ts';
import {
  authorizePath,
  registerApp,
  signInBrowser,
  speak,
  tourOf,
} from '../../support/page-tour.ts';
import { startWebService, type WebService } from '../../support/web-service.ts';

const email = 'holder@example.org';
/** Where to put pictures of every page, for a person to look at. */
const pictures = process.env.ASSAY_TEST_SCREENSHOTS;

describe('the pages in Chromium', function () {
  // Each test goes through every page.
  this.timeout(3 * patienceMs);

  let service: WebService;
  let browser: Browser | undefined;

  before(async function () {
    needsChromium(this);
    browser = await launchChromium();
  });
  beforeEach(async () => {
    service = await startWebService();
    await service.open(email);
  });
  afterEach(() => service.close());
  after(() => browser?.close());

  const open = async (options = {}) => {
    const context = await (browser ?? assert.fail()).newContext(options);
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    return { context, page, complaints };
  };

  for (const [screen, options] of Object.entries(screens)) {
    it(`have nothing that axe-core objects to, and fit the screen: ${screen}`, async () => {
      const { page, context } = await open(options);
      // German has the longest words of the six.
      await speak(context, service.base, screen.startsWith('phone') ? 'de' : 'en');
      for (const { name, go } of tourOf(service, email)) {
        await go(page);
        await picture(page, `${name}-${screen}`);
        assert.deepEqual(await violationsOf(page), [], name);
        const shown = await page.locator('[hidden]:visible').count();
        assert.equal(shown, 0, `${name} shows what is hidden`);
        const overflow = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        assert.ok(overflow <= 0, `${name} is ${overflow} pixels too wide`);
      }
      await context.close();
    });
  }

  it('lead through everything with the keyboard alone', async () => {
    const { page, context } = await open(screens.desktop);
    await page.goto(`${service.base}/sign-in`);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.className'), 'skip');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.id'), 'email');
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    assert.notEqual(outline, 'none');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sign-in/code');
    assert.equal(await page.evaluate('document.activeElement.id'), 'code');
    await context.close();
  });

  it('need no script, and say so where they do', async () => {
    const { page, context } = await open({ javaScriptEnabled: false });
    await signInBrowser(service, page, email);
    assert.equal(await page.isVisible('form[data-passkey]'), false);
    await page.goto(`${service.base}/account/passkeys`);
    assert.equal(await page.isVisible('form[data-passkey]'), false);
    assert.equal(await page.isVisible('[data-without-passkeys]'), true);
    await context.close();
  });

  it('bring the browser back to an app with its code', async () => {
    const app = createServer((_request, response) => response.end('<h1>back in the app</h1>'));
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    const address = app.address();
    assert.ok(typeof address === 'object' && address !== null);
    const uri = `http://127.0.0.1:${address.port}/callback`;
    const clientId = await registerApp(service, 'App', 'http://127.0.0.1/callback');
    const { page, context, complaints } = await open();
    await signInBrowser(service, page, email);
    for (const decision of ['approve', 'deny']) {
      await page.goto(service.base + authorizePath(clientId, uri));
      await page.click(`button[value=${decision}]`);
      await page.waitForURL(`${uri}?**`);
      const answer = new URL(page.url()).searchParams;
      assert.equal(answer.get('state'), 's');
      assert.equal(answer.has(decision === 'approve' ? 'code' : 'error'), true);
    }
    assert.deepEqual(
      complaints.filter((text) => !text.includes('favicon')),
      [],
    );
    await context.close();
    await new Promise((resolve) => app.close(resolve));
  });

  it('break no rule of their own policy', async () => {
    const { page, context, complaints } = await open();
    for (const { name, go } of tourOf(service, email)) {
      await go(page);
      const policy = complaints.filter((text) => /policy/i.test(text));
      assert.deepEqual(policy, [], name);
    }
    await context.close();
  });
});

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}
