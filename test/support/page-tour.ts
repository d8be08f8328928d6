import assert from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import { registerAgent } from '../../application/access/register-agent.ts';
import { registerClient } from '../../application/access/register-client.ts';
import { supportPorts } from '../../interfaces/composition.ts';
import type { WebService } from './web-service.ts';
import { codeFor } from './web-visitor.ts';

/** Signs in in a real browser, by a code. */
export async function signInBrowser(service: WebService, page: Page, email: string): Promise<void> {
  service.letters.length = 0;
  await page.goto(`${service.base}/sign-in`);
  await page.fill('#email', email);
  await page.click('form[action="/sign-in/email"] button');
  await page.fill('#code', await codeFor(service, email));
  await page.click('form[action="/sign-in/code"] button');
  await page.waitForURL(`${service.base}/account`);
}

export async function registerApp(service: WebService, name: string, uri: string): Promise<string> {
  const actor = { kind: 'system' } as const;
  const wish = { clientName: name, redirectUris: [uri], actor };
  const made = await registerClient(supportPorts(service.core), wish);
  assert.ok(made.ok);
  return made.value.clientId;
}

export function authorizePath(clientId: string, uri: string, challenge = 'c'.repeat(43)): string {
  const request = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: uri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 's',
  };
  return `/oauth/authorize?${new URLSearchParams(request)}`;
}

interface Stop {
  readonly name: string;
  /** Brings the page into view. */
  go(page: Page): Promise<void>;
}

/** Every page, in the order in which a person would come by, each as full as it gets. */
export function tourOf(service: WebService, email: string): readonly Stop[] {
  const at = (path: string) => async (page: Page) => void (await page.goto(service.base + path));
  const send = (page: Page, action: string) => page.click(`form[action="${action}"] button`);
  return [
    { name: 'connect', go: at('/connect') },
    { name: 'sign-in', go: at('/sign-in') },
    {
      name: 'sign-in-refused',
      async go(page) {
        await at('/sign-in')(page);
        await page.fill('#email', 'no address');
        await send(page, '/sign-in/email');
      },
    },
    {
      name: 'code',
      async go(page) {
        await at('/sign-in')(page);
        await page.fill('#email', email);
        await send(page, '/sign-in/email');
      },
    },
    {
      name: 'code-refused',
      async go(page) {
        await page.fill('#code', '000000');
        await send(page, '/sign-in/code');
      },
    },
    { name: 'overview', go: (page) => signInBrowser(service, page, email) },
    { name: 'keys-empty', go: at('/account/keys') },
    {
      name: 'keys-refused',
      async go(page) {
        await page.fill('#cap', 'many');
        await send(page, '/account/keys/create');
      },
    },
    {
      name: 'key-made',
      async go(page) {
        await at('/account/keys')(page);
        await page.fill('#name', 'Nightly report');
        await page.fill('#cap', '20000');
        await send(page, '/account/keys/create');
      },
    },
    {
      name: 'keys',
      async go(page) {
        await at('/account/keys')(page);
        await page.click('summary');
      },
    },
    { name: 'passkeys', go: at('/account/passkeys') },
    { name: 'agent', go: at('/agent') },
    {
      name: 'agent-check',
      async go(page) {
        const agent = { loginHint: email, agentName: 'Research assistant' };
        const made = await registerAgent(supportPorts(service.core), agent);
        assert.ok(made.ok);
        await at('/agent')(page);
        await page.fill('#code', made.value.claim.userCode);
        await send(page, '/agent');
      },
    },
    { name: 'agent-approved', go: (page) => send(page, '/agent/decision') },
    {
      name: 'consent',
      async go(page) {
        const uri = 'https://reader.example/callback';
        const clientId = await registerApp(service, 'Reader for the desk', uri);
        await at(authorizePath(clientId, uri))(page);
      },
    },
    { name: 'consent-refused', go: at('/oauth/authorize?client_id=cli_00000000') },
    {
      name: 'apps',
      async go(page) {
        await at('/account/apps')(page);
        await page.click('summary');
      },
    },
    { name: 'too-old', go: async (page) => void (await page.goto(`${service.base}/sign-out`)) },
  ];
}

/** Chooses a language for all pages of a browser. */
export async function speak(
  context: BrowserContext,
  base: string,
  language: string,
): Promise<void> {
  await context.addCookies([{ name: 'assay-language', value: language, url: base }]);
}
