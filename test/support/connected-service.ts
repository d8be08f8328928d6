import assert from 'node:assert/strict';
import { type AssayProcess, assayProcess } from './assay-process.ts';
import { awaited } from './awaited.ts';
import { openHolder } from './holder.ts';
import { movableClock } from './movable-clock.ts';
import { type Newcomer, type Person, signedInPerson } from './person.ts';

/** The built server at an address that is its issuer, for clients that know nothing else of it. */
export interface ConnectedService {
  readonly assay: AssayProcess;
  readonly issuer: string;
  readonly mcpUrl: URL;
  /** The last code that was mailed or shown for an address; waits for it. */
  codeFor(email: string): Promise<string>;
  person(who: Pick<Newcomer, 'email' | 'plan'>): Promise<Person>;
  /** The key of a new account, for programs without a person. */
  key(owner: { readonly email: string; readonly rateLimit?: number }): Promise<string>;
  /**
   * Has every engine read a text. The first one loads them, which may take longer than a check may, where
   * everything else is busy too.
   */
  warmEngines(): Promise<void>;
  /** The status of a request that shows a token to REST. */
  statusOf(accessToken: string): Promise<number>;
  /** Resolves once its clock has gone on by so many seconds; timers are not moved. */
  later(seconds: number): Promise<void>;
  close(): Promise<void>;
}

export async function startConnectedService({
  mail,
  movable = false,
}: {
  readonly mail?: Pick<Newcomer, 'codeFor'> & { readonly address: string };
  /** Whether its clock can be moved by `later`. */
  readonly movable?: boolean;
} = {}): Promise<ConnectedService> {
  const clock = movable ? movableClock() : undefined;
  const assay = await assayProcess((url) => ({
    ASSAY_BASE_URL: url,
    ...(mail === undefined ? {} : { ASSAY_SMTP: mail.address }),
    ...clock?.settings,
  }));
  await assay.start();
  const issuer = assay.url();
  const codeFor = mail?.codeFor ?? ((email: string) => printedCode(assay, email));
  return {
    assay,
    issuer,
    mcpUrl: new URL(`${issuer}/mcp`),
    codeFor,
    person: (who) => signedInPerson(assay, { ...who, codeFor }),
    key: (owner) => freshKey(assay, owner),
    async warmEngines() {
      const key = await freshKey(assay, { email: 'engines@example.com', rateLimit: 1000 });
      const checked = () => isChecked(issuer, key);
      for (let tries = 0; tries < 10; tries++) {
        // As many at once as reach every worker.
        const all = await Promise.all([checked(), checked(), checked(), checked()]);
        if (all.every(Boolean)) return;
      }
      assert.fail(`the engines do not work: ${assay.output()}`);
    },
    async statusOf(accessToken) {
      const headers = { authorization: `Bearer ${accessToken}` };
      return (await fetch(`${issuer}/v1/usage`, { headers })).status;
    },
    later: async (seconds) =>
      clock === undefined ? assert.fail('its clock does not move') : clock.forward(assay, seconds),
    async close() {
      await assay.remove();
      clock?.remove();
    },
  };
}

async function freshKey(
  assay: AssayProcess,
  { email, rateLimit = 60 }: Parameters<ConnectedService['key']>[0],
): Promise<string> {
  return (await openHolder(assay, { email, rateLimit })).key;
}

async function isChecked(issuer: string, key: string): Promise<boolean> {
  const response = await fetch(`${issuer}/v1/analyze`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      text: `A letter of ${performance.now()} words. She have not read it.`,
      checks: { ai: true, grammar: true, plagiarism: true },
    }),
  });
  await response.text();
  return response.ok;
}

/** Without a mail server, outside production, codes are shown to who runs the service. */
function printedCode(assay: AssayProcess, email: string): Promise<string> {
  const line = `sign-in code for ${email}: `;
  return awaited(`the code for ${email}`, () => {
    const [, after = ''] = assay.output().split(line).slice(-2);
    return /^\d{6}/.exec(after)?.[0];
  });
}
