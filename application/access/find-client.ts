import { isKnown, type OAuthClient } from '../../domain/access/client/client.ts';
import { clientStream } from '../../domain/access/client/events.ts';
import { metadataOf } from '../../domain/access/client/metadata.ts';
import { answered, denied, type OAuthOutcome } from '../../domain/access/protocol-outcome.ts';
import { isRegistrableRedirectUri } from '../../domain/access/redirect-uri.ts';
import { clientId as brandedClientId } from '../../domain/shared/ids.ts';
import type { ClientMetadataDocuments } from '../ports/client-metadata-documents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { ClientRegistry } from './client-registry.ts';
import { metadataField } from './register-client.ts';

export interface FindClientPorts {
  readonly clients: ClientRegistry;
  readonly personalData: PersonalData;
  readonly hasher: Hasher;
  readonly clock: Clock;
  readonly clientDocuments: ClientMetadataDocuments;
}

/**
 * The client behind an id: one that registered here, or one whose id is the address of a document that
 * describes it. Refuses with `invalid_client`.
 */
export async function findClient(
  ports: FindClientPorts,
  { clientId }: { readonly clientId: string },
): Promise<OAuthOutcome<OAuthClient>> {
  if (clientId.startsWith('https://')) return documentClient(ports, clientId);
  const client = await registeredClient(ports, clientId);
  return client === null ? denied('invalid_client', 'there is no such client') : answered(client);
}

async function documentClient(
  { clientDocuments }: FindClientPorts,
  clientId: string,
): Promise<OAuthOutcome<OAuthClient>> {
  const found = await clientDocuments.find(clientId);
  if (!found.ok) return found;
  const { name, redirectUris } = found.value;
  if (redirectUris.length === 0 || !redirectUris.every(isRegistrableRedirectUri)) {
    return denied(
      'invalid_client',
      'the document names a redirect URI that is not allowed, or none',
    );
  }
  return answered({ clientId, kind: 'document', name, redirectUris });
}

async function registeredClient(
  { clients, personalData, hasher, clock }: FindClientPorts,
  clientId: string,
): Promise<OAuthClient | null> {
  if (!/^cli_[0-9a-z]{8,64}$/.test(clientId)) return null;
  const id = brandedClientId(clientId);
  const client = await clients.current(clientStream(id));
  if (client === null || !isKnown(client, clock.now())) return null;
  const metadata = await personalData.get(id, metadataField);
  // What is kept beside the log counts only as far as the log bears it out.
  if (metadata === undefined || hasher.sha256(metadata) !== client.metadataHash) return null;
  return { clientId, kind: 'registered', ...metadataOf(metadata) };
}
