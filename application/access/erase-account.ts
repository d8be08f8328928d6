import { keyStream } from '../../domain/access/api-key/events.ts';
import { authorizationStream } from '../../domain/access/authorization/events.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import type { Actor } from '../../domain/shared/event.ts';
import {
  type AccountId,
  type AuthorizationId,
  type KeyId,
  keyId,
  registrationOf,
} from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { AccountLedger } from '../ledger/account-ledger.ts';
import type { Clock } from '../ports/clock.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { FingerprintLibrary } from '../ports/fingerprint-library.ts';
import type { Ids } from '../ports/ids.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { ReadModels } from '../ports/read-models.ts';
import type { CommandContext } from '../stream-writer.ts';
import type { AuthorizationRegistry } from './authorization-registry.ts';
import type { KeyRegistry } from './key-registry.ts';

export interface EraseAccountPorts {
  readonly ledger: AccountLedger;
  readonly keys: KeyRegistry;
  readonly authorizations: AuthorizationRegistry;
  readonly readModels: ReadModels;
  readonly documents: DocumentCodec;
  readonly personalData: PersonalData;
  readonly library: FingerprintLibrary;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Closes an account for good and makes all that is kept of its person and its texts unreadable, wherever it
 * is kept, by destroying the key it is sealed under. The ledger stays as it is: it holds ids and figures.
 *
 * The event comes first. It shuts the door: from then on no credential of the account is accepted and nothing
 * new is stored, so nothing can slip in behind the destruction. A crash in between leaves an account that is
 * shut and not yet erased; the same command again takes up every step that is missing, and is a success
 * however often it is given. Refuses with `not_found`.
 */
export async function eraseAccount(
  ports: EraseAccountPorts,
  { accountId, actor }: { readonly accountId: AccountId; readonly actor: Actor },
): Promise<
  Outcome<{
    readonly accountId: AccountId;
    readonly keys: readonly KeyId[];
    readonly authorizations: readonly AuthorizationId[];
  }>
> {
  const { ledger, personalData, library, clock, ids } = ports;
  const context = { at: clock.now(), correlationId: ids.uuid(), actor };
  const answer = await ledger.handle(accountStream(accountId), { type: 'erase-account' }, context);
  if (answer.status === 'no_account') return refused('not_found', `no account ${accountId}`);
  const keys = await revokeKeys(ports, accountId, context);
  const authorizations = await endAuthorizations(ports, accountId, context);
  await personalData.erase(accountId);
  await library.forget(accountId);
  return success({ accountId, keys, authorizations });
}

/** Every key the account ever had ends, those that had ended before included in the answer. */
async function revokeKeys(
  { readModels, documents, keys }: EraseAccountPorts,
  accountId: AccountId,
  context: CommandContext,
): Promise<readonly KeyId[]> {
  const found = await readModels.query(readModelNames.tokenValidity, {
    index: 'account',
    equals: accountId,
  });
  const all = found.map((document) => keyId(documents.tokenValidity(document).credentialId));
  await Promise.all(all.map((id) => keys.handle(keyStream(id), { type: 'revoke-key' }, context)));
  return all;
}

/** Every authorization the account ever gave ends, and what its agents said of themselves goes with them. */
async function endAuthorizations(
  { readModels, documents, authorizations, personalData }: EraseAccountPorts,
  accountId: AccountId,
  context: CommandContext,
): Promise<readonly AuthorizationId[]> {
  const found = await readModels.query(readModelNames.authorizations, {
    index: 'account',
    equals: accountId,
  });
  const all = found.map((document) => documents.authorization(document));
  await Promise.all(
    all.map(async ({ authorizationId, party }) => {
      const end = { type: 'end-authorization', accountId, reason: 'erased' } as const;
      await authorizations.handle(authorizationStream(authorizationId), end, context);
      if (party === 'agent') await personalData.erase(registrationOf(authorizationId));
    }),
  );
  return all.map(({ authorizationId }) => authorizationId);
}
