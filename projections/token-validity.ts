import { type DocumentCodec, readModelNames } from '../application/ports/document-codec.ts';
import type { EventCodec } from '../application/ports/event-codec.ts';
import { evolveTokenValidity, type TokenValidity } from '../domain/access/token-validity.ts';
import { chainHash, type Sha256 } from '../domain/shared/hash-chain.ts';
import { type StreamProjection, streamProjection } from './projection.ts';

/** With the hash of the stream's last event, so that its end cannot change unseen: see the audit. */
type HashedValidity = TokenValidity & { readonly eventHash: string };

/** Which credentials are valid: one document a key, found by the hash of the credential. */
export function tokenValidityProjection(
  events: EventCodec,
  documents: DocumentCodec,
  sha256: Sha256,
): StreamProjection {
  return streamProjection<HashedValidity>({
    declaration: {
      name: readModelNames.tokenValidity,
      version: 3,
      indexes: [{ index: 'account' }, { index: 'credential' }],
    },
    prefix: 'key-',
    delivery: 'inline',
    // No event looks at the hash before it.
    decode: (document) => ({ ...documents.tokenValidity(document), eventHash: '' }),
    evolve(validity, event) {
      const next = evolveTokenValidity(validity, events.apiKeyEvent(event));
      return next === null ? null : { ...next, eventHash: chainHash(event, sha256) };
    },
    id: ({ credentialHash }) => credentialHash,
    indexes: ({ accountId, credentialId }) => ({ account: accountId, credential: credentialId }),
  });
}
