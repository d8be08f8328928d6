import { authorizationStream } from '../../domain/access/authorization/events.ts';
import type { OAuthClient } from '../../domain/access/client/client.ts';
import { clientStream } from '../../domain/access/client/events.ts';
import { authorizationCodePrefix } from '../../domain/access/credential-names.ts';
import { isCodeChallenge } from '../../domain/access/pkce.ts';
import { matchesRedirectUri } from '../../domain/access/redirect-uri.ts';
import type { Resource } from '../../domain/access/resource.ts';
import type { Actor } from '../../domain/shared/event.ts';
import {
  type AccountId,
  type AuthorizationId,
  authorizationId,
  clientId,
} from '../../domain/shared/ids.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { AccountLedger } from '../ledger/account-ledger.ts';
import type { Clock } from '../ports/clock.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { Ids } from '../ports/ids.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { CommandContext } from '../stream-writer.ts';
import { accountWithAccess } from './account-with-access.ts';
import { appNameField, nameOfClient } from './app-name.ts';
import type { AuthorizationRegistry } from './authorization-registry.ts';
import type { ClientRegistry } from './client-registry.ts';

export interface ApproveAuthorizationPorts {
  readonly ledger: AccountLedger;
  readonly authorizations: AuthorizationRegistry;
  readonly clients: ClientRegistry;
  readonly personalData: PersonalData;
  readonly hasher: Hasher;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** RFC 6749 4.1.2 recommends at most ten minutes; a browser needs seconds to bring the code back. */
const codeMs = 60_000;

/** What a person has agreed to, as the page that asked for it has checked it. */
export interface ApprovedRequest {
  readonly accountId: AccountId;
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly resources: readonly Resource[];
  readonly actor: Actor;
}

/**
 * Lets an application act on an account and gives the code that it is sent back with. Refuses with
 * `not_found` (the account is erased, or the client unknown by now) or `plan_required`.
 * @throws RangeError when the request was not checked: another redirect URI than the client's, no challenge;
 *   AccountErasedError when the account is erased in this very moment
 */
export async function approveAuthorization(
  ports: ApproveAuthorizationPorts,
  { accountId, client, redirectUri, codeChallenge, resources, actor }: ApprovedRequest,
): Promise<
  Outcome<{
    readonly authorizationId: AuthorizationId;
    readonly code: string;
    readonly expiresAt: Instant;
  }>
> {
  const { authorizations, personalData, hasher, secrets, clock, ids } = ports;
  if (!client.redirectUris.some((known) => matchesRedirectUri(known, redirectUri))) {
    throw new RangeError('the redirect URI is none of those of the client');
  }
  if (!isCodeChallenge(codeChallenge)) throw new RangeError('expected an S256 challenge');
  const account = await accountWithAccess(ports, accountId);
  if (!account.ok) return account;
  const id = authorizationId(ids.fresh('ath_'));
  const code = secrets.credential(authorizationCodePrefix(id));
  const at = clock.now();
  const context = { at, correlationId: ids.uuid(), actor };
  // First of all: a client that somebody has let in is kept.
  if (!(await isLetIn(ports, client, context))) return refused('not_found', 'no such client');
  const expiresAt = addMs(at, codeMs);
  const name = nameOfClient(client);
  // A name is a stranger's own words, so it stays out of the log.
  if (name !== null) await personalData.put(accountId, appNameField(id), name);
  await authorizations.handle(
    authorizationStream(id),
    {
      type: 'grant-authorization',
      authorizationId: id,
      accountId,
      party: 'app',
      clientHash: hasher.sha256(client.clientId),
      resources,
      code: {
        codeHash: hasher.sha256(code),
        expiresAt,
        challenge: codeChallenge,
        redirectUriHash: hasher.sha256(redirectUri),
      },
    },
    context,
  );
  return success({ authorizationId: id, code, expiresAt });
}

/** A client that describes itself in a document has nothing here that could be kept or forgotten. */
async function isLetIn(
  { clients }: ApproveAuthorizationPorts,
  client: OAuthClient,
  context: CommandContext,
): Promise<boolean> {
  if (client.kind === 'document') return true;
  const stream = clientStream(clientId(client.clientId));
  return (await clients.handle(stream, { type: 'approve-client' }, context)) === 'approved';
}
