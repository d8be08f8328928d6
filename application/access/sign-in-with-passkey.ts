import { accountStream } from '../../domain/ledger/events.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import type { AccountLedger } from '../ledger/account-ledger.ts';
import type { Clock } from '../ports/clock.ts';
import { readModelNames } from '../ports/document-codec.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { PasskeyCeremonies } from '../ports/passkey-ceremonies.ts';
import type { WebSessions } from '../ports/web-sessions.ts';
import { type KeptPasskeysPorts, passkeyIdOf, readPasskey, writePasskey } from './kept-passkeys.ts';
import { useChallenge } from './passkey-challenges.ts';

export interface SignInWithPasskeyPorts extends KeptPasskeysPorts {
  readonly passkeyCeremonies: PasskeyCeremonies;
  readonly webSessions: WebSessions;
  readonly ledger: AccountLedger;
  readonly clock: Clock;
  readonly hasher: Hasher;
}

/** The account behind a passkey's answer to a challenge of this visitor; null for whatever is wrong with it. */
export async function signInWithPasskey(
  ports: SignInWithPasskeyPorts,
  { answer, visitor }: { readonly answer: unknown; readonly visitor: string },
): Promise<AccountId | null> {
  const { passkeyCeremonies, webSessions, readModels, documents, ledger, clock, hasher } = ports;
  const claimed = passkeyCeremonies.read(answer);
  if (claimed === null) return null;
  const { challenge } = claimed;
  // Used up first: an answer that fails must not be tried again.
  const now = clock.now();
  const wanted = { purpose: 'sign-in', visitor, at: now } as const;
  if (!(await useChallenge(webSessions, challenge, wanted))) return null;
  const id = passkeyIdOf(hasher, claimed.credentialId);
  const document = await readModels.get(readModelNames.passkeys, id);
  if (document === undefined) return null;
  const { accountId, removed } = documents.passkey(document);
  if (removed || claimed.account !== accountId) return null;
  const kept = await readPasskey(ports, accountId, id);
  if (kept === undefined) return null;
  const record = await passkeyCeremonies.checkSignIn(answer, { challenge, record: kept });
  if (record === null) return null;
  const account = await ledger.current(accountStream(accountId));
  if (account.erased) return null;
  const used = { ...kept, ...record, lastUsedAt: now };
  await writePasskey(ports.personalData, accountId, { passkey: id, kept: used });
  return accountId;
}
