import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Browser } from 'playwright-core';
import { launchChromium, needsChromium, patienceMs } from '../../support/chromium.ts';
import { type ConnectedService, startConnectedService } from '../../support/connected-service.ts';
import { freePort } from '../../support/free-port.ts';
import { openedAccount } from '../../support/holder.ts';
import { registerOpenidApp } from '../../support/openid-app.ts';

/** A browser holds every page to its policy, which a script of forms does not. */
describe('a person with a browser', function () {
  this.timeout(patienceMs);
  let service: ConnectedService | undefined;
  let browser: Browser | undefined;
  before(async function () {
    needsChromium(this);
    service = await startConnectedService();
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  it('comes from an app, signs in, approves, and is back at the app', async () => {
    assert.ok(service !== undefined && browser !== undefined);
    const email = 'writer@example.com';
    await openedAccount(service.assay, { email });
    const desk = await openDesk();
    const app = await registerOpenidApp(service.issuer, desk.address);
    const { address, finish } = await app.begin();
    const context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));

    await page.goto(String(address));
    await page.locator('input[name=email]').fill(email);
    await page.locator('form[action="/sign-in/email"] button').click();
    await page.locator('input[name=code]').fill(await service.codeFor(email));
    await page.locator('form[action="/sign-in/code"] button').click();
    await page.locator('button[value=approve]').click();
    const callback = await desk.visited;
    await page.waitForURL(String(callback));
    const { accessToken } = await finish(callback);
    assert.equal(await service.statusOf(accessToken), 200);
    assert.deepEqual(faults, []);
    desk.close();
  });
});

/** Where an app waits for the browser to come back. */
async function openDesk() {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/callback`;
  let arrived: (url: URL) => void = () => undefined;
  const visited = new Promise<URL>((resolve) => {
    arrived = resolve;
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', address);
    if (url.pathname === '/callback') arrived(url);
    response.end('You can go back to the app.');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { address, visited, close };
}
