import assert from 'node:assert/strict';
import { disconnectAuthorization } from '../../../application/access/disconnect-authorization.ts';
import { eraseAccount } from '../../../application/access/erase-account.ts';
import { listConnectedApps } from '../../../application/access/list-connected-apps.ts';
import { choosePlan } from '../../../application/ledger/choose-plan.ts';
import { claimStream } from '../../../domain/access/agent-claim/events.ts';
import { authorizationOf } from '../../../domain/shared/ids.ts';
import { catchUp } from '../../../projections/catch-up.ts';
import { rebuild } from '../../../projections/rebuild.ts';
import { type AgentService, openAgentService } from '../../support/agent-service.ts';
import { actor } from '../../support/oauth-service.ts';
import { collect } from '../../support/sample-events.ts';

const second = 1_000;
const minute = 60 * second;

describe('an agent that a person let in', () => {
  let service: AgentService;
  beforeEach(async () => {
    service = await openAgentService();
  });
  afterEach(() => service.close());

  it('is given its tokens once, however many polls come at once', async () => {
    const { claim, claimToken, registrationId: id } = await service.registered();
    await service.enter(claim.userCode);
    await service.decideOn(id, 'approve');
    const unhurried = { admit: async () => freeWindow, counted: async () => 0 };
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () => service.poll(claimToken, { rateWindows: unhurried })),
    );
    const won = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
    assert.equal(won.length, 1);
    for (const outcome of outcomes) assert.ok(outcome.ok || outcome.error === 'invalid_grant');
    assert.equal(await service.admits(won[0]?.accessToken ?? ''), true);
    service.wait(minute);
    assert.equal(await service.errorOf(claimToken), 'invalid_grant');
  });

  it('gets its tokens also when the approval broke off before its authorization was made', async () => {
    const { claim, claimToken, registrationId: id } = await service.registered();
    await service.enter(claim.userCode);
    const { claims, clock } = service.ports;
    const context = { at: clock.now(), correlationId: 'broken off', actor };
    await claims.handle(claimStream(id), { type: 'approve', accountId: service.account }, context);
    assert.equal(await service.errorOf(claimToken), 'tokens');
  });

  it('gets its tokens at the next poll when the first broke off before any were issued', async () => {
    const { claimToken } = await service.approved();
    const { authorizations } = service.ports;
    const broken: typeof authorizations = {
      ...authorizations,
      handle: (stream, command, context) =>
        command.type === 'collect'
          ? Promise.reject(new Error('broken off'))
          : authorizations.handle(stream, command, context),
    };
    await assert.rejects(service.poll(claimToken, { authorizations: broken }), /broken off/);
    service.wait(minute);
    const tokens = await service.poll(claimToken);
    assert.ok(tokens.ok);
    assert.equal(await service.admits(tokens.value.accessToken), true);
    service.wait(minute);
    assert.equal(await service.errorOf(claimToken), 'invalid_grant');
  });

  it('gets its tokens, and once, also when its claim could not be told', async () => {
    const { claimToken, registrationId: id } = await service.approved();
    const { claims } = service.ports;
    const broken: typeof claims = {
      ...claims,
      handle: () => Promise.reject(new Error('broken off')),
    };
    const tokens = await service.poll(claimToken, { claims: broken });
    assert.ok(tokens.ok);
    const progress = async () => (await claims.current(claimStream(id)))?.progress.status;
    assert.equal(await progress(), 'approved');
    service.wait(minute);
    assert.equal(await service.errorOf(claimToken), 'invalid_grant');
    assert.equal(await progress(), 'collected');
    assert.equal(await service.admits(tokens.value.accessToken), true);
    const { eventStore } = service.ports;
    const events = await collect(eventStore.readStream(`authorization-${authorizationOf(id)}`, 0));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['AuthorizationGranted', 'TokensIssued'],
    );
  });

  it('may be approved and declined at once, and then one of both holds', async () => {
    const { claim, claimToken, registrationId: id } = await service.registered();
    await service.enter(claim.userCode);
    const outcomes = await Promise.all([
      service.decideOn(id, 'decline'),
      service.decideOn(id, 'approve'),
      service.decideOn(id, 'approve'),
    ]);
    const decisions = new Set(outcomes.flatMap((one) => (one.ok ? [one.value.status] : [])));
    assert.equal(decisions.size, 1);
    assert.equal(
      await service.errorOf(claimToken),
      decisions.has('approved') ? 'tokens' : 'access_denied',
    );
  });

  it('cannot be approved by a free plan, which may still decline', async () => {
    await choosePlan(service.ports, { accountId: service.account, plan: 'free', actor });
    const { claim, claimToken, registrationId: id } = await service.registered();
    await service.enter(claim.userCode);
    const refused = await service.decideOn(id, 'approve');
    assert.ok(!refused.ok && refused.refusal.code === 'plan_required');
    assert.equal(await service.errorOf(claimToken), 'authorization_pending');
    assert.ok((await service.decideOn(id, 'decline')).ok);
  });

  it('renews by its assertion without the person, until it is disconnected', async () => {
    const { identityAssertion, accessToken, authorizationId } = await service.collected();
    service.wait(60 * minute);
    assert.equal(await service.admits(accessToken), false);
    const [one, two] = [
      await service.renew(identityAssertion),
      await service.renew(identityAssertion),
    ];
    assert.ok(one.ok && two.ok);
    for (const { value } of [one, two]) assert.equal(await service.admits(value.accessToken), true);
    const wrong = await service.renew(`${identityAssertion}x`);
    assert.ok(!wrong.ok && wrong.error === 'invalid_grant');
    assert.equal((await service.renew('not one')).ok, false);
    await disconnectAuthorization(service.ports, {
      accountId: service.account,
      authorizationId,
      actor,
    });
    for (const { value } of [one, two])
      assert.equal(await service.admits(value.accessToken), false);
    assert.equal((await service.renew(identityAssertion)).ok, false);
  });

  it('can be disconnected between the approval and the collection', async () => {
    const { claim, claimToken, registrationId: id } = await service.registered();
    await service.enter(claim.userCode);
    await service.decideOn(id, 'approve');
    const [app] = await listConnectedApps(service.ports, { accountId: service.account });
    assert.equal(app?.authorizationId, authorizationOf(id));
    const disconnect = { accountId: service.account, authorizationId: authorizationOf(id), actor };
    await disconnectAuthorization(service.ports, disconnect);
    assert.equal(await service.errorOf(claimToken), 'invalid_grant');
  });

  it('ends with the account, its name gone, and leaves a rebuild equal', async () => {
    const { registrationId: id, accessToken, identityAssertion } = await service.collected();
    const { library } = service.service.ports;
    await eraseAccount({ ...service.ports, library }, { accountId: service.account, actor });
    assert.equal(await service.admits(accessToken), false);
    assert.equal((await service.renew(identityAssertion)).ok, false);
    assert.equal(await service.ports.personalData.get(id, 'agent-name'), undefined);
    await catchUp(service.ports, service.core.projections);
    const compared = await rebuild(service.ports, service.core.projections, { swap: false });
    assert.deepEqual(compared, { total: 0, differences: [] });
  });

  it('leaves no token, code, name or address in the log', async () => {
    const agent = await service.collected();
    const events = await collect(service.ports.eventStore.readAll(0, ['claim-', 'authorization-']));
    const text = JSON.stringify(events);
    const { claimToken, accessToken, identityAssertion, claim } = agent;
    for (const secret of [claimToken, accessToken, identityAssertion, 'helper', 'user1@']) {
      assert.ok(!text.includes(secret), secret);
    }
    assert.ok(!text.includes(`"${claim.userCode}"`));
  });
});

const freeWindow = { admitted: true, limit: 1, remaining: 0, resetSeconds: 5 };
