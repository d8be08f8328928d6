import type { JsonObject } from '../../domain/shared/json.ts';
import type { PasskeyCeremonies } from '../ports/passkey-ceremonies.ts';
import type { WebSessions } from '../ports/web-sessions.ts';
import { type AdmitAttemptPorts, admitAttempt } from './admit-attempt.ts';
import { keepChallenge } from './passkey-challenges.ts';

export interface RequestPasskeySignInPorts extends AdmitAttemptPorts {
  readonly passkeyCeremonies: PasskeyCeremonies;
  readonly webSessions: WebSessions;
}

/** Each challenge is kept for minutes, so nobody may ask for any number of them. */
const limit = { purpose: 'passkey from an address', attempts: 60, windowSeconds: 15 * 60 } as const;

/** What a browser needs to ask for any passkey of this site. Null when asked too often. */
export async function requestPasskeySignIn(
  ports: RequestPasskeySignInPorts,
  { visitor, clientAddress }: { readonly visitor: string; readonly clientAddress: string },
): Promise<JsonObject | null> {
  const { passkeyCeremonies, webSessions, clock } = ports;
  const { admitted } = await admitAttempt(ports, { limit, subject: clientAddress });
  if (!admitted) return null;
  const { challenge, options } = await passkeyCeremonies.requestSignIn();
  await keepChallenge(webSessions, challenge, { purpose: 'sign-in', visitor, at: clock.now() });
  return options;
}
