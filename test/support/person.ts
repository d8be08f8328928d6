import assert from 'node:assert/strict';
import type { AssayProcess } from './assay-process.ts';
import { openedAccount } from './holder.ts';
import { hiddenFields, type Visitor, visitor } from './web-visitor.ts';

export interface Person {
  readonly accountId: string;
  readonly email: string;
  readonly browser: Visitor;
  /** Follows an app to the page that asks, answers, and says where the browser is sent then. */
  decide(address: string | URL, decision: 'approve' | 'deny'): Promise<URL>;
  /** The ids of what is connected, as the page of connected apps shows them. */
  connections(): Promise<readonly string[]>;
  disconnect(authorizationId: string): Promise<void>;
  /** Types what an agent shows; the id of the agent's registration, or the status of a refusal. */
  typeCode(code: string): Promise<{ readonly registration: string } | { readonly status: number }>;
  decideAgent(registration: string, decision: 'approve' | 'decline'): Promise<number>;
}

export interface Newcomer {
  readonly email: string;
  readonly plan?: 'free' | 'pro';
  /** Where the mailed code is read. */
  readonly codeFor: (email: string) => Promise<string>;
}

/** Opens an account and signs in to it through the pages. */
export async function signedInPerson(
  assay: AssayProcess,
  { email, plan = 'pro', codeFor }: Newcomer,
): Promise<Person> {
  const accountId = await openedAccount(assay, { email, plan });
  const browser = visitor(assay.url());
  await browser.submit('/sign-in', '/sign-in/email', { email });
  const code = await codeFor(email);
  const signedIn = await browser.submit('/sign-in/code', '/sign-in/code', { code });
  assert.equal(signedIn.location, '/account', signedIn.text);
  return person({ accountId, email, browser });
}

function person(who: Pick<Person, 'accountId' | 'email' | 'browser'>): Person {
  const { browser } = who;
  return {
    ...who,
    async decide(address, decision) {
      const { pathname, search } = new URL(address);
      const page = `${pathname}${search}`;
      const decided = await browser.submit(page, '/oauth/authorize/decision', { decision });
      assert.equal(decided.status, 303, decided.text);
      return new URL(decided.location ?? assert.fail('the browser is sent nowhere'));
    },
    async connections() {
      const { text } = await browser.get('/account/apps');
      return [...text.matchAll(/ath_\w+/g)].map(([id]) => id);
    },
    async disconnect(authorizationId) {
      const page = await browser.get('/account/apps');
      const fields = hiddenFields(page.text, '/account/apps/disconnect');
      const form = { ...fields, authorization_id: authorizationId };
      const ended = await browser.post('/account/apps/disconnect', form);
      assert.equal(ended.location, '/account/apps', ended.text);
    },
    async typeCode(code) {
      const entered = await browser.submit('/agent', '/agent', { code });
      const registration = /registration=(reg_\w+)/.exec(entered.location ?? '')?.[1];
      return registration === undefined ? { status: entered.status } : { registration };
    },
    async decideAgent(registration, decision) {
      const page = `/agent/check?${new URLSearchParams({ registration })}`;
      return (await browser.submit(page, '/agent/decision', { decision })).status;
    },
  };
}
