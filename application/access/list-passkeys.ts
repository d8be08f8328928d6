import type { AccountId, PasskeyId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import { type KeptPasskeysPorts, passkeysOf } from './kept-passkeys.ts';

export interface ListedPasskey {
  readonly passkeyId: PasskeyId;
  readonly name: string;
  readonly addedAt: Instant;
  readonly lastUsedAt: Instant | null;
}

/** The passkeys that sign in to an account, oldest first. */
export async function listPasskeys(
  ports: KeptPasskeysPorts,
  { accountId }: { readonly accountId: AccountId },
): Promise<readonly ListedPasskey[]> {
  const passkeys = await passkeysOf(ports, accountId);
  return passkeys.map(({ passkey, addedAt, kept: { name, lastUsedAt } }) => ({
    passkeyId: passkey,
    name,
    addedAt,
    lastUsedAt,
  }));
}
