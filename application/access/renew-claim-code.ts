import type { AgentClaimAnswer } from '../../domain/access/agent-claim/decide.ts';
import { claimStream } from '../../domain/access/agent-claim/events.ts';
import { registrationOfClaimToken } from '../../domain/access/credential-names.ts';
import { emailAddress } from '../../domain/access/email.ts';
import {
  type AgentError,
  type AgentOutcome,
  answered,
  denied,
  type ProtocolRefusal,
} from '../../domain/access/protocol-outcome.ts';
import type { RegistrationId } from '../../domain/shared/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { Ids } from '../ports/ids.ts';
import type { RateWindows } from '../ports/rate-windows.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { AgentClaimRegistry } from './agent-claim-registry.ts';
import { type ClaimCode, loginHintHash, makeClaimCode } from './claim-code.ts';
import { pollInterval } from './poll-pace.ts';

export interface RenewClaimCodePorts {
  readonly claims: AgentClaimRegistry;
  readonly hasher: Hasher;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly rateWindows: RateWindows;
}

/**
 * Gives an agent a new code to show, which kills the one before. Refuses with `invalid_claim_token`,
 * `invalid_login_hint` (another address than it registered for), `claimed_or_in_flight` or `claim_expired`
 * (after 24 hours, declined, or five wrong codes: it has to register again).
 */
export async function renewClaimCode(
  ports: RenewClaimCodePorts,
  { claimToken, email }: { readonly claimToken: string; readonly email: string },
): Promise<
  AgentOutcome<{
    readonly registrationId: RegistrationId;
    readonly claimAttemptId: string;
    readonly claim: ClaimCode;
  }>
> {
  const { claims, hasher, clock, ids } = ports;
  const registrationId = registrationOfClaimToken(claimToken);
  if (registrationId === null) return unknownToken;
  const at = clock.now();
  const intervalSeconds = await pollInterval(ports, registrationId, at);
  const { claim, codeHash } = makeClaimCode(ports, { registrationId, intervalSeconds, at });
  const answer = await claims.handle(
    claimStream(registrationId),
    {
      type: 'renew-code',
      claimTokenHash: hasher.sha256(claimToken),
      // What is no address is nobody's hint, and the token comes first.
      hintHash: loginHintHash(hasher, emailAddress(email) ?? ''),
      codeHash,
      codeExpiresAt: claim.expiresAt,
    },
    { at, correlationId: ids.uuid(), actor: { kind: 'system' } },
  );
  if (answer.status !== 'done') return refusalOf(answer);
  return answered({ registrationId, claimAttemptId: ids.fresh('cla_'), claim });
}

const unknownToken = denied('invalid_claim_token', 'the claim token is unknown');

function refusalOf({ status }: AgentClaimAnswer): ProtocolRefusal<AgentError> {
  switch (status) {
    case 'other_hint':
      return denied('invalid_login_hint', 'expected the e-mail address of the registration');
    case 'in_flight':
      return denied('claimed_or_in_flight', 'the person has typed the code of this registration');
    case 'expired':
      return denied('claim_expired', 'the registration is over: register again');
    default:
      return unknownToken;
  }
}
