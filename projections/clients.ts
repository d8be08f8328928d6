import { type DocumentCodec, readModelNames } from '../application/ports/document-codec.ts';
import type { EventCodec } from '../application/ports/event-codec.ts';
import { evolve, type RegisteredClient } from '../domain/access/client/client.ts';
import { chainHash, type Sha256 } from '../domain/shared/hash-chain.ts';
import { type StreamProjection, streamProjection } from './projection.ts';

/** With the hash of the stream's last event, so that its end cannot change unseen: see the audit. */
type HashedClient = RegisteredClient & { readonly eventHash: string };

/** The clients that registered, found by whether anybody has let them in: one document a client. */
export function clientsProjection(
  events: EventCodec,
  documents: DocumentCodec,
  sha256: Sha256,
): StreamProjection {
  return streamProjection<HashedClient>({
    declaration: {
      name: readModelNames.clients,
      version: 1,
      indexes: [{ index: 'use', orderBy: 'at' }],
    },
    prefix: 'client-',
    delivery: 'followed',
    // No event looks at the hash before it.
    decode: (document) => ({ ...documents.client(document), eventHash: '' }),
    evolve(client, event) {
      const next = evolve(client, events.clientEvent(event), event.metadata.occurredAt);
      return next === null ? null : { ...next, eventHash: chainHash(event, sha256) };
    },
    id: ({ clientId }) => clientId,
    indexes: ({ use, registeredAt }) => ({ use, at: registeredAt }),
  });
}
