import { clientStream } from '../../domain/access/client/events.ts';
import { metadataText } from '../../domain/access/client/metadata.ts';
import { displayName } from '../../domain/access/display-name.ts';
import { answered, denied, type OAuthOutcome } from '../../domain/access/protocol-outcome.ts';
import { isRegistrableRedirectUri } from '../../domain/access/redirect-uri.ts';
import { type ClientId, clientId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { Ids } from '../ports/ids.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { ClientRegistry } from './client-registry.ts';

export interface RegisterClientPorts {
  readonly clients: ClientRegistry;
  readonly personalData: PersonalData;
  readonly hasher: Hasher;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface RegisteredMetadata {
  readonly clientId: ClientId;
  readonly issuedAt: Instant;
  readonly clientName: string | null;
  readonly redirectUris: readonly string[];
}

/** Registration is open to everybody, so what it stores is bounded. */
const maxRedirectUris = 10;
const maxUriLength = 2_000;
const maxNameLength = 200;

/** Where a client's personal data keeps what it says of itself. */
export const metadataField = 'metadata';

/**
 * Registers a public client, RFC 7591. Refuses with `invalid_redirect_uri` or `invalid_client_metadata`.
 */
export async function registerClient(
  { clients, personalData, hasher, clock, ids }: RegisterClientPorts,
  wish: { readonly clientName: string | null; readonly redirectUris: readonly string[] },
): Promise<OAuthOutcome<RegisteredMetadata>> {
  const { redirectUris } = wish;
  if (redirectUris.length === 0 || redirectUris.length > maxRedirectUris) {
    return denied('invalid_redirect_uri', `expected 1 to ${maxRedirectUris} redirect URIs`);
  }
  if (!redirectUris.every((uri) => uri.length <= maxUriLength && isRegistrableRedirectUri(uri))) {
    return denied(
      'invalid_redirect_uri',
      `expected https, http on a loopback address, or a private-use scheme; no fragment, no user information, at most ${maxUriLength} characters`,
    );
  }
  if ((wish.clientName ?? '').length > maxNameLength) {
    return denied(
      'invalid_client_metadata',
      `client_name has more than ${maxNameLength} characters`,
    );
  }
  const name = displayName(wish.clientName ?? '');
  const clientName = name === '' ? null : name;
  const id = clientId(ids.fresh('cli_'));
  const issuedAt = clock.now();
  const metadata = metadataText({ name: clientName, redirectUris });
  await personalData.put(id, metadataField, metadata);
  await clients.handle(
    clientStream(id),
    { type: 'register-client', clientId: id, metadataHash: hasher.sha256(metadata) },
    { at: issuedAt, correlationId: ids.uuid(), actor: { kind: 'system' } },
  );
  return answered({ clientId: id, issuedAt, clientName, redirectUris });
}
