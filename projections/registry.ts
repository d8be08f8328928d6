import type { DocumentCodec } from '../application/ports/document-codec.ts';
import type { EventCodec } from '../application/ports/event-codec.ts';
import type { Sha256 } from '../domain/shared/hash-chain.ts';
import { agentClaimsProjection } from './agent-claims.ts';
import { authorizationsProjection } from './authorizations.ts';
import { clientsProjection } from './clients.ts';
import { lastUsesProjection } from './last-uses.ts';
import { passkeysProjection } from './passkeys.ts';
import type { Projection } from './projection.ts';
import { statementProjection } from './statement.ts';
import { tokenValidityProjection } from './token-validity.ts';
import { usageProjection } from './usage.ts';

/** Every read model there is. A store is opened with their declarations, a rebuild fills all of them. */
export function projectionRegistry(
  events: EventCodec,
  documents: DocumentCodec,
  sha256: Sha256,
): readonly Projection[] {
  return [
    usageProjection(events, documents),
    tokenValidityProjection(events, documents, sha256),
    authorizationsProjection(events, documents, sha256),
    agentClaimsProjection(events, documents, sha256),
    clientsProjection(events, documents, sha256),
    statementProjection(events, sha256),
    lastUsesProjection(documents),
    passkeysProjection(events, documents),
  ];
}
