import assert from 'node:assert/strict';
import { findClient } from '../../../application/access/find-client.ts';
import { forgetUnusedRegistrations } from '../../../application/access/forget-unused-registrations.ts';
import { registerClient } from '../../../application/access/register-client.ts';
import { clientStream } from '../../../domain/access/client/events.ts';
import { denied } from '../../../domain/access/protocol-outcome.ts';
import { catchUp } from '../../../projections/catch-up.ts';
import { rebuild } from '../../../projections/rebuild.ts';
import { type AgentService, openAgentService } from '../../support/agent-service.ts';
import { approvedClient, redirectUri } from '../../support/oauth-service.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** The client of the service itself, which nobody lets in here. */
const others = 1;

describe('registrations that nobody uses', () => {
  let service: AgentService;
  beforeEach(async () => {
    service = await openAgentService();
  });
  afterEach(() => service.close());

  const register = async () => {
    const redirectUris = [redirectUri];
    const made = await registerClient(service.ports, { clientName: 'An editor', redirectUris });
    assert.ok(made.ok);
    return made.value.clientId;
  };
  const isFound = async (clientId: string) => {
    const clientDocuments = { find: async () => denied('invalid_client', 'nothing there') };
    return (await findClient({ ...service.ports, clientDocuments }, { clientId })).ok;
  };
  const wordsOf = (clientId: Awaited<ReturnType<typeof register>>) =>
    service.ports.personalData.get(clientId, 'metadata');
  const sweep = async () => {
    await catchUp(service.ports, service.core.projections);
    return forgetUnusedRegistrations(service.ports);
  };

  it('are unknown after thirty days, and then what they said of themselves is destroyed', async () => {
    const [unused, used] = [await register(), await register()];
    const approve = () => approvedClient(service.ports, service.account, used);
    assert.ok((await approve()).ok);
    service.wait(30 * day - 1);
    assert.deepEqual([await isFound(unused), await isFound(used)], [true, true]);
    service.wait(1);
    assert.deepEqual([await isFound(unused), await isFound(used)], [false, true]);
    assert.deepEqual(await sweep(), { clients: 0, agents: 0 });
    service.wait(hour);
    assert.deepEqual(await sweep(), { clients: 1 + others, agents: 0 });
    assert.equal(await wordsOf(unused), undefined);
    assert.notEqual(await wordsOf(used), undefined);
    assert.ok((await approve()).ok);
    assert.deepEqual(await sweep(), { clients: 0, agents: 0 });
  });

  it('cannot be let in by a consent that was shown before they were over', async () => {
    const id = await register();
    service.wait(30 * day);
    const late = await approvedClient(service.ports, service.account, id);
    assert.ok(!late.ok && late.refusal.code === 'not_found');
  });

  it('are kept when somebody has let them in and the model does not know it yet', async () => {
    const id = await register();
    await sweep();
    assert.ok((await approvedClient(service.ports, service.account, id)).ok);
    service.wait(30 * day + hour);
    assert.deepEqual(await forgetUnusedRegistrations(service.ports), {
      clients: others,
      agents: 0,
    });
    assert.notEqual(await wordsOf(id), undefined);
    assert.equal(await isFound(id), true);
  });

  it('are cleared up after a crash in between, and by several nodes at once', async () => {
    const [first, second] = [await register(), await register()];
    service.wait(30 * day + hour);
    await service.ports.personalData.erase(first);
    const swept = await Promise.all([sweep(), sweep()]);
    assert.ok(swept.some(({ clients }) => clients === 2 + others));
    assert.equal(await wordsOf(second), undefined);
    for (const id of [first, second]) {
      assert.equal((await service.ports.clients.current(clientStream(id)))?.use, 'forgotten');
    }
  });

  it('of agents leave no name behind once they are over, however they ended', async () => {
    const waiting = await service.registered();
    const collected = await service.collected();
    const named = ({ registrationId }: typeof waiting) =>
      service.ports.personalData.get(registrationId, 'agent-name');
    service.wait(day + hour - 1);
    assert.deepEqual(await sweep(), { clients: 0, agents: 0 });
    assert.equal(await named(waiting), 'A helper');
    service.wait(1);
    assert.deepEqual(await sweep(), { clients: 0, agents: 2 });
    assert.deepEqual([await named(waiting), await named(collected)], [undefined, undefined]);
    assert.ok((await service.renew(collected.identityAssertion)).ok);
    assert.deepEqual(await sweep(), { clients: 0, agents: 0 });
  });

  it('leave a rebuild equal', async () => {
    const [unused, used] = [await register(), await register()];
    await approvedClient(service.ports, service.account, used);
    await service.registered();
    service.wait(30 * day + hour);
    assert.deepEqual(await sweep(), { clients: 1 + others, agents: 1 });
    assert.equal(await isFound(unused), false);
    await catchUp(service.ports, service.core.projections);
    const compared = await rebuild(service.ports, service.core.projections, { swap: false });
    assert.deepEqual(compared, { total: 0, differences: [] });
  });
});
