import { claimStream } from '../../domain/access/agent-claim/events.ts';
import type { Actor } from '../../domain/shared/event.ts';
import type { AccountId, RegistrationId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { Ids } from '../ports/ids.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { AgentClaimRegistry } from './agent-claim-registry.ts';
import { loginHintHash, userCodeHash } from './claim-code.ts';
import { agentNameField } from './register-agent.ts';
import { type WaitingClaimsPorts, waitingClaims } from './waiting-claims.ts';

export interface EnterUserCodePorts extends WaitingClaimsPorts {
  readonly claims: AgentClaimRegistry;
  readonly personalData: PersonalData;
  readonly hasher: Hasher;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A request that waits for a person's decision. */
export interface EnteredClaim {
  readonly status: 'entered';
  readonly registrationId: RegistrationId;
  /** As the agent calls itself, which proves nothing. */
  readonly agentName: string | null;
  readonly registeredAt: Instant;
  readonly decideBy: Instant;
}

/**
 * Finds what a person has typed an agent's code for, only among the agents that say they act for that
 * person: nobody's code can be guessed from another account. Each claim judges at most five wrong codes.
 */
export async function enterUserCode(
  ports: EnterUserCodePorts,
  entry: { readonly accountId: AccountId; readonly code: string; readonly actor: Actor },
): Promise<EnteredClaim | { readonly status: 'wrong' }> {
  const { claims, personalData, hasher, clock, ids } = ports;
  const { accountId, actor } = entry;
  const code = entry.code.replace(/[\s-]/g, '');
  const email = await personalData.get(accountId, 'email');
  if (email === undefined || !/^\d{6}$/.test(code)) return wrong;
  const at = clock.now();
  const waiting = await waitingClaims(ports, loginHintHash(hasher, email), at);
  // Most likely it is for the agent that asked last; each of the others costs it one of its tries.
  for (const { registrationId, registeredAt } of waiting.toReversed()) {
    const answer = await claims.handle(
      claimStream(registrationId),
      { type: 'enter-code', accountId, codeHash: userCodeHash(hasher, registrationId, code) },
      { at, correlationId: ids.uuid(), actor },
    );
    if (answer.status !== 'entered') continue;
    const agentName = (await personalData.get(registrationId, agentNameField)) ?? null;
    const { decideBy } = answer;
    return { status: 'entered', registrationId, agentName, registeredAt, decideBy };
  }
  return wrong;
}

const wrong = { status: 'wrong' } as const;
