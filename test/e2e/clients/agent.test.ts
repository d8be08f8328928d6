import assert from 'node:assert/strict';
import {
  type AgentRegistration,
  registerAgent,
  renewByAssertion,
} from '../../support/agent-script.ts';
import { type ConnectedService, startConnectedService } from '../../support/connected-service.ts';
import type { Person } from '../../support/person.ts';

describe('an agent without a library', () => {
  let service: ConnectedService;
  let person: Person;
  before(async () => {
    service = await startConnectedService({ movable: true });
    person = await service.person({ email: 'writer@example.com' });
  });
  after(() => service?.close());

  const register = (): Promise<AgentRegistration> => registerAgent(service.issuer, person.email);

  async function typed(code: string): Promise<string> {
    const entered = await person.typeCode(code);
    return 'registration' in entered ? entered.registration : assert.fail('the code is refused');
  }

  it('waits, is slowed down, and gets its tokens once', async () => {
    const agent = await register();
    assert.equal((await agent.poll()).error, 'authorization_pending');
    assert.equal((await agent.poll()).error, 'slow_down');
    assert.equal(await person.decideAgent(await typed(agent.userCode), 'approve'), 200);
    await service.later(agent.intervalSeconds + 5);
    const answers = await Promise.all([agent.poll(), agent.poll()]);
    const delivered = answers.filter(({ status }) => status === 200);
    assert.equal(delivered.length, 1);
    const [tokens = assert.fail('no tokens')] = delivered;
    assert.equal(await service.statusOf(tokens.member('access_token')), 200);
    assert.equal((await agent.poll()).error, 'invalid_grant');

    const assertion = tokens.member('identity_assertion');
    const renewed = await renewByAssertion(service.issuer, assertion);
    assert.equal(renewed.status, 200);
    assert.equal(await service.statusOf(renewed.member('access_token')), 200);

    const [id = assert.fail('nothing is connected')] = await person.connections();
    await person.disconnect(id);
    for (const { member } of [tokens, renewed]) {
      assert.equal(await service.statusOf(member('access_token')), 401);
    }
    assert.equal((await renewByAssertion(service.issuer, assertion)).error, 'invalid_grant');
  });

  it('gets a new code, with which the old one is dead', async () => {
    const agent = await register();
    const code = await agent.renewCode();
    assert.notEqual(code, agent.userCode);
    assert.deepEqual(await person.typeCode(agent.userCode), { status: 422 });
    assert.equal(await person.decideAgent(await typed(code), 'approve'), 200);
    assert.equal((await agent.poll()).status, 200);
  });

  it('is told that the person declined', async () => {
    const agent = await register();
    assert.equal(await person.decideAgent(await typed(agent.userCode), 'decline'), 200);
    assert.equal((await agent.poll()).error, 'access_denied');
  });

  it('gets nothing from a person it did not name', async () => {
    const agent = await register();
    const other = await service.person({ email: 'other@example.com' });
    assert.deepEqual(await other.typeCode(agent.userCode), { status: 422 });
    assert.equal((await agent.poll()).error, 'authorization_pending');
  });

  it('learns nothing of whether anyone has the address it names', async () => {
    const agent = await registerAgent(service.issuer, 'nobody@example.com');
    assert.equal((await agent.poll()).error, 'authorization_pending');
  });

  it('gets nothing from a person whose plan has no access', async () => {
    const reader = await service.person({ email: 'reader@example.com', plan: 'free' });
    const agent = await registerAgent(service.issuer, reader.email);
    const entered = await reader.typeCode(agent.userCode);
    assert.ok('registration' in entered);
    assert.equal(await reader.decideAgent(entered.registration, 'approve'), 403);
    assert.equal((await agent.poll()).error, 'authorization_pending');
  });
});
