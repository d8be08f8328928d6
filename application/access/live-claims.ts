import { type AgentClaim, isLive } from '../../domain/access/agent-claim/agent-claim.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { ReadModels } from '../ports/read-models.ts';

export interface LiveClaimsPorts {
  readonly readModels: ReadModels;
  readonly documents: DocumentCodec;
}

/** API.md, "Limits": the lifetime of a claim token. */
export const claimMs = 24 * 3600 * 1000;
/** So many agents may wait for one person at a time. */
export const maxLiveClaims = 5;

/**
 * The claims that wait for a person's code, oldest first. Agents that register at the very same time may
 * come to more than are allowed; those beyond the limit are not among them, so no code is judged for them.
 */
export async function liveClaims(
  { readModels, documents }: LiveClaimsPorts,
  hintHash: string,
  at: Instant,
): Promise<readonly AgentClaim[]> {
  const found = await readModels.query(readModelNames.agentClaims, {
    index: 'hint',
    equals: hintHash,
    orderBy: 'at',
    from: addMs(at, -claimMs),
  });
  return found
    .map((document) => documents.agentClaim(document))
    .filter((claim) => isLive(claim, at))
    .slice(0, maxLiveClaims);
}
