import type { AssertionSigner } from '../../application/ports/assertion-signer.ts';
import type { ClientMetadataDocuments } from '../../application/ports/client-metadata-documents.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { assertionSigner } from './assertion-signer.ts';
import { clientMetadataDocuments } from './client-metadata-documents.ts';

export interface OpenOAuthOptions {
  readonly secret: Uint8Array;
  readonly issuer: string;
  readonly clock: Clock;
  /** Hosts whose metadata documents are read even from an address that is not public. */
  readonly clientMetadataHosts: readonly string[];
}

export interface OAuthTechnology {
  readonly assertions: AssertionSigner;
  readonly clientDocuments: ClientMetadataDocuments;
  publicKeys(): Promise<object>;
}

/** What the authorization server needs that no store gives. */
export function openOAuth(options: OpenOAuthOptions): OAuthTechnology {
  const { clientMetadataHosts, clock } = options;
  const assertions = assertionSigner(options);
  return {
    assertions,
    publicKeys: () => assertions.publicKeys(),
    clientDocuments: clientMetadataDocuments({ clock, exemptHosts: new Set(clientMetadataHosts) }),
  };
}
