import type { ProtocolOutcome } from '../../domain/access/protocol-outcome.ts';

/** The documents by which clients describe themselves at an address of their own (CIMD). */
export interface ClientMetadataDocuments {
  /**
   * What the document at an https address says, when the address and the document are what they must be.
   * Never throws for what is out there.
   */
  find(
    clientId: string,
  ): Promise<
    ProtocolOutcome<
      { readonly name: string | null; readonly redirectUris: readonly string[] },
      'invalid_client'
    >
  >;
}
