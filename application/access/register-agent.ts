import { claimStream } from '../../domain/access/agent-claim/events.ts';
import { claimTokenPrefix } from '../../domain/access/credential-names.ts';
import { displayName } from '../../domain/access/display-name.ts';
import { emailAddress } from '../../domain/access/email.ts';
import { type AgentOutcome, answered, denied } from '../../domain/access/protocol-outcome.ts';
import { claimMs } from '../../domain/access/registration-lifetimes.ts';
import { type RegistrationId, registrationId } from '../../domain/shared/ids.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import type { Clock } from '../ports/clock.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { Ids } from '../ports/ids.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { AgentClaimRegistry } from './agent-claim-registry.ts';
import { type ClaimCode, loginHintHash, makeClaimCode } from './claim-code.ts';
import { pollIntervalSeconds } from './poll-pace.ts';

export interface RegisterAgentPorts {
  readonly claims: AgentClaimRegistry;
  readonly personalData: PersonalData;
  readonly hasher: Hasher;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Where an agent's personal data keeps how it calls itself. */
export const agentNameField = 'agent-name';

/**
 * Registers an agent that wants to act for the person behind an e-mail address. Nothing is looked up and
 * nobody is written to, so the answer says nothing about whether there is such a person. However many wait for
 * that person already, the newest can be let in. Refuses with `invalid_login_hint`.
 */
export async function registerAgent(
  ports: RegisterAgentPorts,
  { loginHint, agentName }: { readonly loginHint: string; readonly agentName: string | null },
): Promise<
  AgentOutcome<{
    readonly registrationId: RegistrationId;
    readonly claimToken: string;
    readonly expiresAt: Instant;
    readonly claim: ClaimCode;
  }>
> {
  const { claims, personalData, hasher, secrets, clock, ids } = ports;
  const email = emailAddress(loginHint);
  if (email === null) return denied('invalid_login_hint', 'expected an e-mail address');
  const hintHash = loginHintHash(hasher, email);
  const at = clock.now();
  const id = registrationId(ids.fresh('reg_'));
  const claimToken = secrets.credential(claimTokenPrefix(id));
  const { claim, codeHash } = makeClaimCode(ports, {
    registrationId: id,
    intervalSeconds: pollIntervalSeconds,
    at,
  });
  const expiresAt = addMs(at, claimMs);
  const name = displayName(agentName ?? '');
  // A name is a stranger's own words, so it stays out of the log.
  if (name !== '') await personalData.put(id, agentNameField, name);
  await claims.handle(
    claimStream(id),
    {
      type: 'register-agent',
      registrationId: id,
      hintHash,
      claimTokenHash: hasher.sha256(claimToken),
      codeHash,
      codeExpiresAt: claim.expiresAt,
      expiresAt,
    },
    { at, correlationId: ids.uuid(), actor: { kind: 'system' } },
  );
  return answered({ registrationId: id, claimToken, expiresAt, claim });
}
