import { keyStream } from '../../domain/access/api-key/events.ts';
import type { AccountId, KeyId } from '../../domain/shared/ids.ts';
import { type Outcome, refused } from '../../domain/shared/refusal.ts';
import { type RevokeKeyPorts, revokeKey } from './revoke-key.ts';

/** Ends a key of the holder's own. Another account's key is none at all to who asks: `not_found`. */
export async function revokeOwnKey(
  ports: RevokeKeyPorts,
  { accountId, keyId }: { readonly accountId: AccountId; readonly keyId: KeyId },
): Promise<Outcome<{ readonly keyId: KeyId }>> {
  const key = await ports.keys.current(keyStream(keyId));
  if (key.status === 'unknown' || key.accountId !== accountId) {
    return refused('not_found', `no key ${keyId}`);
  }
  return revokeKey(ports, { keyId, actor: { kind: 'person', id: accountId } });
}
