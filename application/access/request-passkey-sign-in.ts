import type { JsonObject } from '../../domain/shared/json.ts';
import type { Clock } from '../ports/clock.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { PasskeyCeremonies } from '../ports/passkey-ceremonies.ts';
import type { RateWindows } from '../ports/rate-windows.ts';
import type { WebSessions } from '../ports/web-sessions.ts';
import { keepChallenge } from './passkey-challenges.ts';

export interface RequestPasskeySignInPorts {
  readonly passkeyCeremonies: PasskeyCeremonies;
  readonly webSessions: WebSessions;
  readonly rateWindows: RateWindows;
  readonly clock: Clock;
  readonly hasher: Hasher;
}

/** Each challenge is kept for minutes, so nobody may ask for any number of them. */
const window = { limit: 60, windowSeconds: 15 * 60 } as const;

/** What a browser needs to ask for any passkey of this site. Null when asked too often. */
export async function requestPasskeySignIn(
  ports: RequestPasskeySignInPorts,
  { visitor, clientAddress }: { readonly visitor: string; readonly clientAddress: string },
): Promise<JsonObject | null> {
  const { passkeyCeremonies, webSessions, rateWindows, clock, hasher } = ports;
  const now = clock.now();
  const credentialId = `passkey-address:${hasher.keyedHash('sign-in address', clientAddress)}`;
  const { admitted } = await rateWindows.admit({ credentialId, now, ...window });
  if (!admitted) return null;
  const { challenge, options } = await passkeyCeremonies.requestSignIn();
  await keepChallenge(webSessions, challenge, { purpose: 'sign-in', visitor, at: now });
  return options;
}
