import type { AccountId } from '../../domain/shared/ids.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { Clock } from '../ports/clock.ts';
import type { PasskeyCeremonies } from '../ports/passkey-ceremonies.ts';
import type { WebSessions } from '../ports/web-sessions.ts';
import { maxPasskeys } from './add-passkey.ts';
import { type KeptPasskeysPorts, passkeysOf } from './kept-passkeys.ts';
import { keepChallenge } from './passkey-challenges.ts';

export interface RequestNewPasskeyPorts extends KeptPasskeysPorts {
  readonly passkeyCeremonies: PasskeyCeremonies;
  readonly webSessions: WebSessions;
  readonly clock: Clock;
}

/** What a browser needs to make a passkey for an account. Null when the account has enough of them. */
export async function requestNewPasskey(
  ports: RequestNewPasskeyPorts,
  { accountId, visitor }: { readonly accountId: AccountId; readonly visitor: string },
): Promise<JsonObject | null> {
  const { passkeyCeremonies, webSessions, personalData, clock } = ports;
  const passkeys = await passkeysOf(ports, accountId);
  if (passkeys.length >= maxPasskeys) return null;
  const { challenge, options } = await passkeyCeremonies.requestNew({
    accountId,
    name: (await personalData.get(accountId, 'email')) ?? accountId,
    known: passkeys.map(({ kept }) => kept.credentialId),
  });
  await keepChallenge(webSessions, challenge, { purpose: 'new', visitor, at: clock.now() });
  return options;
}
