import { passkeyStream } from '../../domain/access/passkey/events.ts';
import type { AccountId, PasskeyId } from '../../domain/shared/ids.ts';
import type { Clock } from '../ports/clock.ts';
import { readModelNames } from '../ports/document-codec.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { Ids } from '../ports/ids.ts';
import type { PasskeyCeremonies } from '../ports/passkey-ceremonies.ts';
import type { WebSessions } from '../ports/web-sessions.ts';
import { type KeptPasskeysPorts, passkeyIdOf, passkeysOf, writePasskey } from './kept-passkeys.ts';
import { useChallenge } from './passkey-challenges.ts';
import type { PasskeyRegistry } from './passkey-registry.ts';

export interface AddPasskeyPorts extends KeptPasskeysPorts {
  readonly passkeys: PasskeyRegistry;
  readonly passkeyCeremonies: PasskeyCeremonies;
  readonly webSessions: WebSessions;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly hasher: Hasher;
}

/** Every device of a person, with room to spare. */
export const maxPasskeys = 20;

/** Keeps a passkey that a browser made for a challenge of this visitor; null for whatever is wrong with it. */
export async function addPasskey(
  ports: AddPasskeyPorts,
  command: {
    readonly accountId: AccountId;
    readonly answer: unknown;
    readonly name: string;
    readonly visitor: string;
  },
): Promise<PasskeyId | null> {
  const { passkeyCeremonies, webSessions, personalData, readModels, clock, ids, hasher } = ports;
  const { accountId, answer, name, visitor } = command;
  const claimed = passkeyCeremonies.read(answer);
  if (claimed === null) return null;
  const at = clock.now();
  const wanted = { purpose: 'new', visitor, at } as const;
  if (!(await useChallenge(webSessions, claimed.challenge, wanted))) return null;
  const record = await passkeyCeremonies.checkNew(answer, claimed.challenge);
  if (record === null) return null;
  if ((await passkeysOf(ports, accountId)).length >= maxPasskeys) return null;
  const passkey = passkeyIdOf(hasher, record.credentialId);
  // WebAuthn 7.1, last steps: a credential that is known already is nobody's new one.
  if ((await readModels.get(readModelNames.passkeys, passkey)) !== undefined) return null;
  const kept = { ...record, name, lastUsedAt: null };
  await writePasskey(personalData, accountId, { passkey, kept });
  const added = await ports.passkeys.handle(
    passkeyStream(passkey),
    { type: 'add-passkey', passkeyId: passkey, accountId },
    { at, correlationId: ids.uuid(), actor: { kind: 'person', id: accountId } },
  );
  return added === 'done' ? passkey : null;
}
