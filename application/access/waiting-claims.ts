import { type AgentClaim, isWaiting } from '../../domain/access/agent-claim/agent-claim.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { ReadModels } from '../ports/read-models.ts';

export interface WaitingClaimsPorts {
  readonly readModels: ReadModels;
  readonly documents: DocumentCodec;
}

/**
 * So many codes are good for one person at a time: with 10^6 codes, a code that is typed fits the claim of a
 * stranger one time in 100,000 at most.
 */
export const maxWaitingClaims = 10;

/**
 * The claims that wait for a person's code, those with the newest codes last. Where there are too many, the
 * oldest codes are not among them: whoever registers agents for somebody else can never keep the next one
 * out, and an agent whose code was pushed aside asks for a new one.
 */
export async function waitingClaims(
  { readModels, documents }: WaitingClaimsPorts,
  hintHash: string,
  at: Instant,
): Promise<readonly AgentClaim[]> {
  const found = await readModels.query(readModelNames.agentClaims, {
    index: 'hint',
    equals: hintHash,
    orderBy: 'ends',
    from: addMs(at, 1),
  });
  return found
    .map((document) => documents.agentClaim(document))
    .filter((claim) => isWaiting(claim, at))
    .sort((one, other) => one.codeExpiresAt - other.codeExpiresAt)
    .slice(-maxWaitingClaims);
}

/** Whether newer codes have taken the place of a claim's own. */
export async function isPushedAside(
  ports: WaitingClaimsPorts,
  { registrationId, hintHash, progress }: AgentClaim,
  at: Instant,
): Promise<boolean> {
  // Its code was typed: the person looks at it, whatever else waits.
  if (progress.status !== 'open') return false;
  const waiting = await waitingClaims(ports, hintHash, at);
  const isAmong = waiting.some((claim) => claim.registrationId === registrationId);
  return !isAmong && waiting.length === maxWaitingClaims;
}
