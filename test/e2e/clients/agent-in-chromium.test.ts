import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import {
  type AgentRegistration,
  registerAgent,
  renewByAssertion,
} from '../../support/agent-script.ts';
import { launchChromium, needsChromium, patienceMs } from '../../support/chromium.ts';
import { type ConnectedService, startConnectedService } from '../../support/connected-service.ts';
import { openedAccount } from '../../support/holder.ts';

const email = 'writer@example.com';
/** Longer than the pause between two polls is after it was made longer twice (RFC 8628 3.5). */
const patientSeconds = 20;
const codeLifeSeconds = 600;

/** The agent is a script, the person has nothing but the pages. */
describe('an agent, and its person in Chromium', function () {
  this.timeout(2 * patienceMs);
  let service: ConnectedService;
  let browser: Browser | undefined;
  let page: Page;

  before(async function () {
    needsChromium(this);
    service = await startConnectedService({ movable: true });
    await openedAccount(service.assay, { email });
    browser = await launchChromium();
    page = await browser.newPage();
    page.setDefaultTimeout(patienceMs);
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  const register = (): Promise<AgentRegistration> => registerAgent(service.issuer, email);
  const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click();
  const shown = (words: string) => page.locator('main').getByText(words).first().waitFor();

  async function type(code: string): Promise<void> {
    await page.goto(`${service.issuer}/agent`);
    await page.getByLabel('Code').fill(code);
    await press('Continue');
  }

  it('is let in once, renews by itself, and is cut off by the person at once', async () => {
    const agent = await register();
    assert.equal((await agent.poll()).error, 'authorization_pending');
    assert.equal((await agent.poll()).error, 'slow_down');

    // The page asks who is there first, and comes back.
    await page.goto(`${service.issuer}/agent`);
    await page.getByLabel('E-mail address').fill(email);
    await press('Send me a code');
    await page.getByLabel('Code').fill(await service.codeFor(email));
    await press('Sign in');
    await page.waitForURL(`${service.issuer}/agent`);
    await type(agent.userCode === '123456' ? '654321' : '123456');
    await shown('fits no request');
    await type(agent.userCode);
    await shown('Research agent');
    await service.later(patientSeconds);
    assert.equal((await agent.poll()).error, 'authorization_pending');
    await press('Approve');
    await shown('The agent is connected');

    await service.later(patientSeconds);
    const tokens = await agent.poll();
    assert.equal(await service.statusOf(tokens.member('access_token')), 200);
    assert.equal((await agent.poll()).error, 'invalid_grant');
    const assertion = tokens.member('identity_assertion');
    const renewed = await renewByAssertion(service.issuer, assertion);
    assert.equal(await service.statusOf(renewed.member('access_token')), 200);

    await page.goto(`${service.issuer}/account/apps`);
    await shown('Research agent');
    await page.locator('summary').click();
    await page.locator('form[action="/account/apps/disconnect"] button').click();
    await shown('Nothing is connected');
    for (const { member } of [tokens, renewed]) {
      assert.equal(await service.statusOf(member('access_token')), 401);
    }
    assert.equal((await renewByAssertion(service.issuer, assertion)).error, 'invalid_grant');
  });

  it('is told that its code has expired, and is let in with a new one', async () => {
    const agent = await register();
    await service.later(codeLifeSeconds + 1);
    assert.equal((await agent.poll()).error, 'expired_token');
    await type(agent.userCode);
    await shown('fits no request');

    const code = await agent.renewCode();
    assert.notEqual(code, agent.userCode);
    await service.later(patientSeconds);
    assert.equal((await agent.poll()).error, 'authorization_pending');
    await type(code);
    await press('Approve');
    await shown('The agent is connected');
    await service.later(patientSeconds);
    assert.equal((await agent.poll()).status, 200);
  });

  it('is told that the person declined', async () => {
    const agent = await register();
    await type(agent.userCode);
    await press('Decline');
    await shown('The agent was declined');
    assert.equal((await agent.poll()).error, 'access_denied');
  });
});
