import { type DocumentCodec, readModelNames } from '../application/ports/document-codec.ts';
import type { EventCodec } from '../application/ports/event-codec.ts';
import { type AgentClaim, evolve, waitEnd } from '../domain/access/agent-claim/agent-claim.ts';
import { chainHash, type Sha256 } from '../domain/shared/hash-chain.ts';
import { type StreamProjection, streamProjection } from './projection.ts';

/** With the hash of the stream's last event, so that its end cannot change unseen: see the audit. */
type HashedClaim = AgentClaim & { readonly eventHash: string };

/** The registrations of agents, found by whom they say they act for: one document a registration. */
export function agentClaimsProjection(
  events: EventCodec,
  documents: DocumentCodec,
  sha256: Sha256,
): StreamProjection {
  return streamProjection<HashedClaim>({
    declaration: {
      name: readModelNames.agentClaims,
      version: 2,
      indexes: [
        { index: 'hint', orderBy: 'ends' },
        { index: 'words', orderBy: 'expires' },
      ],
    },
    prefix: 'claim-',
    delivery: 'inline',
    // No event looks at the hash before it.
    decode: (document) => ({ ...documents.agentClaim(document), eventHash: '' }),
    evolve(claim, event) {
      const next = evolve(claim, events.agentClaimEvent(event), event.metadata.occurredAt);
      return next === null ? null : { ...next, eventHash: chainHash(event, sha256) };
    },
    id: ({ registrationId }) => registrationId,
    indexes: (claim) => ({
      hint: claim.hintHash,
      ends: waitEnd(claim),
      words: claim.forgotten ? 'destroyed' : 'kept',
      expires: claim.expiresAt,
    }),
  });
}
