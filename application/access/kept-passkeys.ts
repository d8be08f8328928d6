import { type AccountId, type PasskeyId, passkeyId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import type { DocumentCodec } from '../ports/document-codec.ts';
import { readModelNames } from '../ports/document-codec.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { KeptPasskey } from '../ports/passkey-ceremonies.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { ReadModels } from '../ports/read-models.ts';

export interface KeptPasskeysPorts {
  readonly readModels: ReadModels;
  readonly documents: DocumentCodec;
  readonly personalData: PersonalData;
}

/** A passkey is found by what its authenticator calls it, without an index. */
export function passkeyIdOf(hasher: Hasher, credentialId: string): PasskeyId {
  return passkeyId(`psk_${hasher.sha256(credentialId).slice(0, 40)}`);
}

export async function readPasskey(
  { personalData, documents }: Pick<KeptPasskeysPorts, 'personalData' | 'documents'>,
  account: AccountId,
  passkey: PasskeyId,
): Promise<KeptPasskey | undefined> {
  const text = await personalData.get(account, field(passkey));
  return text === undefined ? undefined : documents.keptPasskey(text);
}

export async function writePasskey(
  personalData: PersonalData,
  account: AccountId,
  { passkey, kept }: { readonly passkey: PasskeyId; readonly kept: KeptPasskey },
): Promise<void> {
  await personalData.put(account, field(passkey), JSON.stringify(kept));
}

/** The passkeys of an account that have not been removed, with what is kept of each; oldest first. */
export async function passkeysOf(
  ports: KeptPasskeysPorts,
  account: AccountId,
): Promise<
  readonly { readonly passkey: PasskeyId; readonly addedAt: Instant; readonly kept: KeptPasskey }[]
> {
  const { readModels, documents } = ports;
  const query = { index: 'account', equals: account };
  const found = await readModels.query(readModelNames.passkeys, query);
  const open = found.map(documents.passkey).filter(({ removed }) => !removed);
  const all = open.map(async ({ passkeyId: passkey, addedAt }) => {
    const kept = await readPasskey(ports, account, passkey);
    return kept === undefined ? [] : [{ passkey, addedAt, kept }];
  });
  return (await Promise.all(all)).flat().sort((one, other) => one.addedAt - other.addedAt);
}

function field(passkey: PasskeyId): string {
  return `passkey:${passkey}`;
}
