import { type DocumentCodec, readModelNames } from '../application/ports/document-codec.ts';
import type { EventCodec } from '../application/ports/event-codec.ts';
import { evolveTokenValidity, type TokenValidity } from '../domain/access/token-validity.ts';
import { type StreamProjection, streamProjection } from './projection.ts';

/** Which credentials are valid: one document a key, found by the hash of the credential. */
export function tokenValidityProjection(
  events: EventCodec,
  documents: DocumentCodec,
): StreamProjection {
  return streamProjection<TokenValidity>({
    declaration: {
      name: readModelNames.tokenValidity,
      version: 1,
      indexes: [{ index: 'account' }, { index: 'credential' }],
    },
    prefix: 'key-',
    delivery: 'inline',
    decode: documents.tokenValidity,
    evolve: (validity, event) => evolveTokenValidity(validity, events.apiKeyEvent(event)),
    id: ({ credentialHash }) => credentialHash,
    indexes: ({ accountId, credentialId }) => ({ account: accountId, credential: credentialId }),
  });
}
