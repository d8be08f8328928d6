import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import type {
  ClaimedPasskey,
  PasskeyCeremonies,
  PasskeyRecord,
  PasskeyRequest,
} from '../../application/ports/passkey-ceremonies.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import { newAnswer, signInAnswer } from './answer-schemas.ts';

/** Long enough to fetch a key or a phone. */
const timeoutMs = 5 * 60 * 1000;

/** It takes longer to load than the rest of the pages, and is needed where somebody has a passkey. */
const library = () => import('@simplewebauthn/server');

/** Passkeys of the site at an origin; nothing that comes with a request changes what is expected of them. */
export function passkeyCeremonies(site: {
  /** The address people see, without a path. */
  readonly origin: string;
  readonly name: string;
}): PasskeyCeremonies {
  const rpID = new URL(site.origin).hostname;
  const asked = { rpID, timeout: timeoutMs };
  const expected = {
    expectedOrigin: site.origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  };
  return {
    async requestNew({ accountId, name, known }) {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        ...asked,
        rpName: site.name,
        userName: name,
        userID: new Uint8Array(Buffer.from(accountId)),
        attestationType: 'none',
        excludeCredentials: known.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return requestOf(options);
    },
    async requestSignIn() {
      // Naming no credentials: the answer tells nobody which accounts have one.
      const { generateAuthenticationOptions } = await library();
      const made = await generateAuthenticationOptions({ ...asked, userVerification: 'required' });
      return requestOf(made);
    },
    read: claimedPasskey,
    async checkNew(answer, challenge) {
      const parsed = newAnswer.safeParse(answer);
      if (!parsed.success) return null;
      const response: RegistrationResponseJSON = parsed.data;
      const { verifyRegistrationResponse } = await library();
      return unlessRefused(async () => {
        const options = { ...expected, response, expectedChallenge: challenge };
        const { registrationInfo } = await verifyRegistrationResponse(options);
        if (registrationInfo === undefined) return null;
        const { id, publicKey, counter } = registrationInfo.credential;
        return { credentialId: id, publicKey: base64url(publicKey), counter };
      });
    },
    async checkSignIn(answer, { challenge, record }) {
      const parsed = signInAnswer.safeParse(answer);
      if (!parsed.success || parsed.data.id !== record.credentialId) return null;
      const response: AuthenticationResponseJSON = parsed.data;
      const credential = credentialOf(record);
      const { verifyAuthenticationResponse } = await library();
      return unlessRefused(async () => {
        const options = { ...expected, response, expectedChallenge: challenge, credential };
        const { verified, authenticationInfo } = await verifyAuthenticationResponse(options);
        return verified ? { ...record, counter: authenticationInfo.newCounter } : null;
      });
    },
  };
}

function credentialOf({ credentialId, publicKey, counter }: PasskeyRecord) {
  const bytes = new Uint8Array(Buffer.from(publicKey, 'base64url'));
  return { id: credentialId, publicKey: bytes, counter };
}

const clientData = z.object({ challenge: z.string().min(20).max(200) });
const anyAnswer = z.union([signInAnswer, newAnswer]);

function claimedPasskey(answer: unknown): ClaimedPasskey | null {
  const parsed = anyAnswer.safeParse(answer);
  if (!parsed.success) return null;
  const { id, response } = parsed.data;
  const data = clientData.safeParse(jsonIn(response.clientDataJSON));
  if (!data.success) return null;
  const handle = 'userHandle' in response ? response.userHandle : undefined;
  const account = handle === undefined ? null : Buffer.from(handle, 'base64url').toString();
  return { challenge: data.data.challenge, credentialId: id, account };
}

function jsonIn(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** The library throws for whatever is wrong with an answer. */
async function unlessRefused(
  check: () => Promise<PasskeyRecord | null>,
): Promise<PasskeyRecord | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}

const jsonObject = z.record(z.string(), z.json());

function requestOf(options: { readonly challenge: string }): PasskeyRequest {
  const json: JsonObject = jsonObject.parse(JSON.parse(JSON.stringify(options)));
  return { challenge: options.challenge, options: json };
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
