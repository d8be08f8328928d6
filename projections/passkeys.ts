import { type DocumentCodec, readModelNames } from '../application/ports/document-codec.ts';
import type { EventCodec } from '../application/ports/event-codec.ts';
import { evolve, type PasskeyListing } from '../domain/access/passkey/passkey.ts';
import { type StreamProjection, streamProjection } from './projection.ts';

/** Which passkeys sign in to which account: one document a passkey. */
export function passkeysProjection(events: EventCodec, documents: DocumentCodec): StreamProjection {
  return streamProjection<PasskeyListing>({
    declaration: { name: readModelNames.passkeys, version: 1, indexes: [{ index: 'account' }] },
    prefix: 'passkey-',
    delivery: 'inline',
    decode: documents.passkey,
    evolve(listing, event) {
      const passkey = evolve(listing, events.passkeyEvent(event));
      const addedAt = listing?.addedAt ?? event.metadata.occurredAt;
      return passkey && { ...passkey, addedAt };
    },
    id: ({ passkeyId }) => passkeyId,
    indexes: ({ accountId }) => ({ account: accountId }),
  });
}
