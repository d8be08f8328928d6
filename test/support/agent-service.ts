import assert from 'node:assert/strict';
import { decideClaim } from '../../application/access/decide-claim.ts';
import { enterUserCode } from '../../application/access/enter-user-code.ts';
import { type PollClaimPorts, pollClaim } from '../../application/access/poll-claim.ts';
import { registerAgent } from '../../application/access/register-agent.ts';
import { renewByAssertion } from '../../application/access/renew-by-assertion.ts';
import type { AssertionSigner } from '../../application/ports/assertion-signer.ts';
import { type RegistrationId, registrationId } from '../../domain/shared/ids.ts';
import { actor, openOAuthService } from './oauth-service.ts';

/** Statements that are signed by nobody: what matters here is what the log says to them. */
export const assertions: AssertionSigner = {
  sign: async ({ registrationId: id, jti }) => `${id}|${jti}`,
  verify: async (assertion) => {
    const [id = ''] = assertion.split('|');
    return id.startsWith('reg_') ? registrationId(id) : null;
  },
};

/** The use cases of agents, and a person with the address user1@example.org whom they can ask. */
export async function openAgentService() {
  const service = await openOAuthService();
  const account = await service.account();
  const ports = { ...service.ports, assertions };

  async function registered(
    loginHint = 'User1@Example.org',
    agentName: string | null = 'A helper',
  ) {
    const outcome = await registerAgent(ports, { loginHint, agentName });
    assert.ok(outcome.ok);
    return outcome.value;
  }
  const enter = (code: string, accountId = account) =>
    enterUserCode(ports, { accountId, code, actor });
  const decideOn = (id: RegistrationId, decision: 'approve' | 'decline', accountId = account) =>
    decideClaim(ports, { accountId, registrationId: id, decision, actor });
  const poll = (claimToken: string, changes: Partial<PollClaimPorts> = {}) =>
    pollClaim({ ...ports, ...changes }, { claimToken, resources: null });

  return {
    ...service,
    ports,
    account,
    stranger: () => service.account(),
    registered,
    enter,
    decideOn,
    poll,
    async errorOf(claimToken: string): Promise<string> {
      const outcome = await poll(claimToken);
      return outcome.ok ? 'tokens' : outcome.error;
    },
    renew: (assertion: string) => renewByAssertion(ports, { assertion, resources: null }),
    async approved() {
      const agent = await registered();
      await enter(agent.claim.userCode);
      assert.ok((await decideOn(agent.registrationId, 'approve')).ok);
      return agent;
    },
    async collected() {
      const agent = await this.approved();
      const outcome = await poll(agent.claimToken);
      assert.ok(outcome.ok);
      return { ...agent, ...outcome.value };
    },
  };
}

export type AgentService = Awaited<ReturnType<typeof openAgentService>>;
