import { type AssayProcess, assayProcess } from './assay-process.ts';
import { awaited } from './awaited.ts';
import { type Newcomer, type Person, signedInPerson } from './person.ts';

/** The built server at an address that is its issuer, for clients that know nothing else of it. */
export interface ConnectedService {
  readonly assay: AssayProcess;
  readonly issuer: string;
  readonly mcpUrl: URL;
  /** The last code that was mailed or shown for an address; waits for it. */
  codeFor(email: string): Promise<string>;
  person(who: Pick<Newcomer, 'email' | 'plan'>): Promise<Person>;
  /** The status of a request that shows a token to REST. */
  statusOf(accessToken: string): Promise<number>;
  close(): Promise<void>;
}

export async function startConnectedService(
  mail?: Pick<Newcomer, 'codeFor'> & { readonly address: string },
): Promise<ConnectedService> {
  const assay = await assayProcess((url) => ({
    ASSAY_BASE_URL: url,
    ...(mail === undefined ? {} : { ASSAY_SMTP: mail.address }),
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
    async statusOf(accessToken) {
      const headers = { authorization: `Bearer ${accessToken}` };
      return (await fetch(`${issuer}/v1/usage`, { headers })).status;
    },
    close: () => assay.remove(),
  };
}

/** Without a mail server, outside production, codes are shown to who runs the service. */
function printedCode(assay: AssayProcess, email: string): Promise<string> {
  const line = `sign-in code for ${email}: `;
  return awaited(`the code for ${email}`, () => {
    const [, after = ''] = assay.output().split(line).slice(-2);
    return /^\d{6}/.exec(after)?.[0];
  });
}
