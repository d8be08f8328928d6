import { claimStream } from '../../domain/access/agent-claim/events.ts';
import type { Actor } from '../../domain/shared/event.ts';
import type { AccountId, RegistrationId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { AccountLedger } from '../ledger/account-ledger.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import { accountWithAccess } from './account-with-access.ts';
import type { AgentClaimRegistry } from './agent-claim-registry.ts';
import { type GrantToAgentPorts, grantToAgent } from './grant-to-agent.ts';

export interface DecideClaimPorts extends GrantToAgentPorts {
  readonly ledger: AccountLedger;
  readonly claims: AgentClaimRegistry;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Approves or declines what an agent asks for, by the account that typed its code. Repeating a decision is a
 * success. Refuses with `plan_required`, or `not_found` when there is nothing to decide (any more).
 */
export async function decideClaim(
  ports: DecideClaimPorts,
  command: {
    readonly accountId: AccountId;
    readonly registrationId: RegistrationId;
    readonly decision: 'approve' | 'decline';
    readonly actor: Actor;
  },
): Promise<
  Outcome<{
    readonly registrationId: RegistrationId;
    readonly status: 'approved' | 'declined';
  }>
> {
  const { claims, clock, ids } = ports;
  const { accountId, registrationId, decision, actor } = command;
  if (decision === 'approve') {
    const account = await accountWithAccess(ports, accountId);
    if (!account.ok) return account;
  }
  const context = { at: clock.now(), correlationId: ids.uuid(), actor };
  const answer = await claims.handle(
    claimStream(registrationId),
    { type: decision, accountId },
    context,
  );
  const { status } = answer;
  if (status === 'approved') await grantToAgent(ports, { registrationId, accountId }, context);
  else if (status !== 'declined') return refused('not_found', 'there is nothing to decide here');
  return success({ registrationId, status });
}
