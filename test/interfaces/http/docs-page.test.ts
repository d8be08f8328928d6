import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, needsChromium } from '../../support/chromium.ts';
import { goodKey, type RunningApp, startApp } from './start-app.ts';

const viewports = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

describe('the documentation page in a browser', () => {
  let app: RunningApp;
  let browser: Browser | undefined;
  let page: Page;
  let complaints: string[] = [];
  let requested: string[] = [];

  before(async function () {
    needsChromium(this);
    app = await startApp();
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await app?.close();
  });

  async function open(viewport: keyof typeof viewports) {
    assert.ok(browser);
    page = await browser.newPage({ viewport: viewports[viewport] });
    complaints = [];
    requested = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`${app.base}/v1/docs`);
    await page.waitForSelector('.opblock');
  }

  async function unfold(operation: string) {
    await page.click(`#operations-${operation} .opblock-summary-control`);
    await page.waitForSelector(`#operations-${operation} .opblock-body`);
  }

  async function authorize() {
    await page.click('.btn.authorize');
    await page.fill('.auth-container input', goodKey);
    await page.click('.auth-btn-wrapper .authorize');
    await page.click('.btn-done');
  }

  async function execute(operation: string): Promise<string | null> {
    await page.click(`#operations-${operation} .execute`);
    const status = `#operations-${operation} .live-responses-table .response-col_status`;
    await page.waitForSelector(`${status}:not(.col_header)`);
    return (await page.locator(`${status}:not(.col_header)`).first().textContent())?.trim() ?? null;
  }

  for (const viewport of ['desktop', 'phone'] as const) {
    it(`shows every operation without a complaint and without a scroll bar, on a ${viewport}`, async () => {
      await open(viewport);
      for (const name of ['analyze', 'detect', 'grammar', 'plagiarism']) {
        await unfold(`checks-${name}`);
      }
      await unfold('account-usage');
      for (const summary of await page.locator('.model-container .model-box-control').all()) {
        await summary.click();
      }
      assert.equal(await page.locator('.opblock').count(), 5);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      assert.equal(width, viewports[viewport].width);
      assert.deepEqual(complaints, []);
      await page.close();
    }).timeout(60_000);
  }

  it('asks nobody but its own host', async () => {
    await open('desktop');
    await unfold('checks-analyze');
    assert.ok(requested.length >= 5);
    for (const url of requested) assert.ok(url.startsWith(`${app.base}/v1/`), url);
    await page.close();
  }).timeout(60_000);

  it('sends the example to the host it came from, whatever the service is called', async () => {
    await open('desktop');
    await authorize();
    await unfold('checks-analyze');
    await page.click('#operations-checks-analyze .try-out__btn');
    assert.equal(await execute('checks-analyze'), '200');
    const request = app.lastRequest();
    assert.match(request?.source.kind === 'text' ? request.source.text : '', /^Call me Ishmael/);
    assert.equal(request?.checks.grammar, true);
    assert.deepEqual(complaints, []);
    await page.close();
  }).timeout(60_000);

  it('sends a chosen file with nothing beside it that costs more', async () => {
    await open('phone');
    await authorize();
    await unfold('checks-analyze');
    await page.click('#operations-checks-analyze .try-out__btn');
    const body = '#operations-checks-analyze .opblock-section-request-body';
    await page.selectOption(`${body} select.content-type`, 'multipart/form-data');
    const file = { name: 'naïve.txt', mimeType: 'text/plain', buffer: Buffer.from('Call me.') };
    await page.setInputFiles(`${body} input[type=file]`, file);
    assert.equal(await execute('checks-analyze'), '200');
    const request = app.lastRequest();
    assert.ok(request?.source.kind === 'file');
    assert.equal(request.source.name, 'naïve.txt');
    assert.equal(Buffer.from(request.source.bytes).toString(), 'Call me.');
    assert.equal(request.store, false);
    const checks = { ai: true, grammar: false, plagiarism: false, deep: false };
    assert.deepEqual(request.checks, checks);
    assert.deepEqual(complaints, []);
    await page.close();
  }).timeout(60_000);
});
