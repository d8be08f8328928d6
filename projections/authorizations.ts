import { type DocumentCodec, readModelNames } from '../application/ports/document-codec.ts';
import type { EventCodec } from '../application/ports/event-codec.ts';
import { type AuthorizationRecord, evolveRecord } from '../domain/access/authorization/record.ts';
import { chainHash, type Sha256 } from '../domain/shared/hash-chain.ts';
import { type StreamProjection, streamProjection } from './projection.ts';

/** With the hash of the stream's last event, so that its end cannot change unseen: see the audit. */
type HashedRecord = AuthorizationRecord & { readonly eventHash: string };

/** What was approved and which access tokens are good: one document an authorization. */
export function authorizationsProjection(
  events: EventCodec,
  documents: DocumentCodec,
  sha256: Sha256,
): StreamProjection {
  return streamProjection<HashedRecord>({
    declaration: {
      name: readModelNames.authorizations,
      version: 1,
      indexes: [{ index: 'account' }],
    },
    prefix: 'authorization-',
    delivery: 'inline',
    // No event looks at the hash before it.
    decode: (document) => ({ ...documents.authorization(document), eventHash: '' }),
    evolve(record, event) {
      const { occurredAt } = event.metadata;
      const next = evolveRecord(record, events.authorizationEvent(event), occurredAt);
      return next === null ? null : { ...next, eventHash: chainHash(event, sha256) };
    },
    id: ({ authorizationId }) => authorizationId,
    indexes: ({ accountId }) => ({ account: accountId }),
  });
}
