import { decisionDue } from '../../domain/access/agent-claim/agent-claim.ts';
import { claimStream } from '../../domain/access/agent-claim/events.ts';
import type { AccountId, RegistrationId } from '../../domain/shared/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { AgentClaimRegistry } from './agent-claim-registry.ts';
import type { EnteredClaim } from './enter-user-code.ts';
import { agentNameField } from './register-agent.ts';

export interface ShowClaimPorts {
  readonly claims: AgentClaimRegistry;
  readonly personalData: PersonalData;
  readonly clock: Clock;
}

/** What a person whose code was right has to decide on; null when there is nothing, or not any more. */
export async function showClaim(
  { claims, personalData, clock }: ShowClaimPorts,
  {
    accountId,
    registrationId,
  }: { readonly accountId: AccountId; readonly registrationId: RegistrationId },
): Promise<EnteredClaim | null> {
  const claim = await claims.current(claimStream(registrationId));
  if (claim === null) return null;
  const decideBy = decisionDue(claim, accountId, clock.now());
  if (decideBy === null) return null;
  const { registeredAt } = claim;
  const agentName = (await personalData.get(registrationId, agentNameField)) ?? null;
  return { status: 'entered', registrationId, agentName, registeredAt, decideBy };
}
