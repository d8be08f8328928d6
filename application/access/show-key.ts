import type { AccountId, KeyId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import { readModelNames } from '../ports/document-codec.ts';
import type { KeyView, KeyViewPorts } from './key-view.ts';
import { type KeyList, listKeys } from './list-keys.ts';

export type ShownKey = Omit<KeyList, 'keys'> & KeyView;

/** One key by its id, as `listKeys` shows it. Refuses with `not_found`. */
export async function showKey(
  ports: KeyViewPorts,
  { keyId }: { readonly keyId: KeyId },
): Promise<Outcome<ShownKey>> {
  const accountId = await accountOf(ports, keyId);
  if (accountId === undefined) return refused('not_found', `no key ${keyId}`);
  const list = await listKeys(ports, { accountId });
  if (!list.ok) return list;
  const { keys, ...account } = list.value;
  const key = keys.find(({ key_id }) => key_id === keyId);
  return key === undefined
    ? refused('not_found', `no key ${keyId}`)
    : success({ ...account, ...key });
}

async function accountOf(
  { readModels, documents }: KeyViewPorts,
  keyId: KeyId,
): Promise<AccountId | undefined> {
  const [document] = await readModels.query(readModelNames.tokenValidity, {
    index: 'credential',
    equals: keyId,
  });
  return document === undefined ? undefined : documents.tokenValidity(document).accountId;
}
