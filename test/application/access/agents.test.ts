import assert from 'node:assert/strict';
import { listConnectedApps } from '../../../application/access/list-connected-apps.ts';
import { registerAgent } from '../../../application/access/register-agent.ts';
import { renewClaimCode } from '../../../application/access/renew-claim-code.ts';
import { showClaim } from '../../../application/access/show-claim.ts';
import { claimStream } from '../../../domain/access/agent-claim/events.ts';
import { authorizationOf } from '../../../domain/shared/ids.ts';
import { type AgentService, openAgentService } from '../../support/agent-service.ts';
import { collect } from '../../support/sample-events.ts';

const second = 1_000;
const minute = 60 * second;

describe('an agent that asks a person', () => {
  let service: AgentService;
  beforeEach(async () => {
    service = await openAgentService();
  });
  afterEach(() => service.close());

  it('is let in by the person whose address it gave', async () => {
    const agent = await service.registered();
    assert.match(agent.claimToken, /^as_clm_[0-9a-z]{24}_[0-9A-Za-z_-]{43}$/);
    const { userCode, ...limits } = agent.claim;
    assert.match(userCode, /^\d{6}$/);
    assert.deepEqual(limits, {
      expiresAt: service.now() + 600 * second,
      expiresInSeconds: 600,
      intervalSeconds: 5,
    });
    const entered = await service.enter(` ${userCode.slice(0, 3)}-${userCode.slice(3)} `);
    assert.ok(entered.status === 'entered');
    assert.equal(entered.agentName, 'A helper');
    const { registrationId: id } = agent;
    assert.deepEqual(
      await showClaim(service.ports, { accountId: service.account, registrationId: id }),
      entered,
    );
    assert.ok((await service.decideOn(id, 'approve')).ok);
    const tokens = await service.poll(agent.claimToken);
    assert.ok(tokens.ok);
    assert.equal(tokens.value.refreshToken, null);
    assert.equal(tokens.value.assertionExpires, service.now() + 30 * 24 * 60 * minute);
    for (const resource of ['mcp', 'rest'] as const) {
      assert.equal(await service.admits(tokens.value.accessToken, resource), true);
    }
    const [app] = await listConnectedApps(service.ports, { accountId: service.account });
    assert.deepEqual([app?.party, app?.name], ['agent', 'A helper']);
    assert.equal(app?.authorizationId, authorizationOf(id));
  });

  it('gets the same answer whether or not somebody has the address', async () => {
    const known = await service.registered('user1@example.org');
    const unknown = await service.registered('nobody@example.org');
    assert.deepEqual(Object.keys(known), Object.keys(unknown));
    for (const loginHint of ['', 'nobody', 'a@b@c']) {
      const outcome = await registerAgent(service.ports, { loginHint, agentName: null });
      assert.ok(!outcome.ok && outcome.error === 'invalid_login_hint');
    }
  });

  it('is let in however many others wait for the same person', async () => {
    for (let count = 0; count < 30; count += 1) await service.registered();
    service.wait(1);
    const { claim } = await service.registered();
    assert.equal((await service.enter(claim.userCode)).status, 'entered');
  });

  it('is told that its code is over once ten newer ones wait, and is let in with another', async () => {
    const { claim, claimToken } = await service.registered();
    const others = [];
    for (let count = 0; count < 10; count += 1) {
      assert.equal(await service.errorOf(claimToken), 'authorization_pending');
      service.wait(5 * second);
      others.push(await service.registered());
    }
    assert.equal(await service.errorOf(claimToken), 'expired_token');
    assert.equal((await service.enter(claim.userCode)).status, 'wrong');
    const again = await renewClaimCode(service.ports, { claimToken, email: 'user1@example.org' });
    assert.ok(again.ok);
    service.wait(5 * second);
    assert.equal(await service.errorOf(claimToken), 'authorization_pending');
    const [oldest] = others;
    assert.equal(await service.errorOf(oldest?.claimToken ?? ''), 'expired_token');
    assert.equal((await service.enter(again.value.claim.userCode)).status, 'entered');
    service.wait(5 * second);
    for (let count = 0; count < 10; count += 1) await service.registered();
    assert.equal(await service.errorOf(claimToken), 'authorization_pending');
  });

  it('is not kept out by codes that are over', async () => {
    for (let count = 0; count < 10; count += 1) await service.registered();
    service.wait(10 * minute);
    const { claim, claimToken } = await service.registered();
    service.wait(second);
    assert.equal(await service.errorOf(claimToken), 'authorization_pending');
    assert.equal((await service.enter(claim.userCode)).status, 'entered');
  });

  it('is never found by the code of another person’s account', async () => {
    const { claim, registrationId: id } = await service.registered();
    const stranger = await service.stranger();
    assert.deepEqual(await service.enter(claim.userCode, stranger), { status: 'wrong' });
    assert.equal((await service.enter(claim.userCode)).status, 'entered');
    const refused = await service.decideOn(id, 'approve', stranger);
    assert.ok(!refused.ok && refused.refusal.code === 'not_found');
    assert.equal(await showClaim(service.ports, { accountId: stranger, registrationId: id }), null);
  });

  it('has at most five of 50 codes judged that are typed at once, the right one among them', async () => {
    const { claim, claimToken, registrationId: id } = await service.registered();
    const right = Number(claim.userCode);
    const guesses = Array.from({ length: 50 }, (_, place) =>
      String((right + place + 1) % 1_000_000).padStart(6, '0'),
    );
    const outcomes = await Promise.all(
      [...guesses.slice(0, 25), ...guesses.slice(25), claim.userCode].map((code) =>
        service.enter(code),
      ),
    );
    assert.ok(outcomes.every(({ status }) => status === 'wrong'));
    const events = await collect(service.ports.eventStore.readStream(claimStream(id), 0));
    const refusedCodes = events.filter(({ type }) => type === 'ClaimCodeRefused');
    assert.equal(refusedCodes.length, 5);
    assert.equal(events.length, 6);
    assert.equal(await service.errorOf(claimToken), 'expired_token');
  });

  it('is found among several by its own code, which the newer ones count as wrong', async () => {
    const older = await service.registered();
    service.wait(1);
    const newer = await service.registered();
    const entered = await service.enter(older.claim.userCode);
    assert.ok(entered.status === 'entered' && entered.registrationId === older.registrationId);
    const tries = (await service.ports.claims.current(claimStream(newer.registrationId)))?.tries;
    assert.equal(tries, older.claim.userCode === newer.claim.userCode ? 0 : 1);
  });

  it('does not count what is no code', async () => {
    const { claim } = await service.registered();
    for (const code of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', `${claim.userCode}\u0000`]) {
      for (let round = 0; round < 3; round += 1)
        assert.equal((await service.enter(code)).status, 'wrong');
    }
    assert.equal((await service.enter(claim.userCode)).status, 'entered');
  });

  it('is told to wait, to go slower, and that it may stop', async () => {
    const { claim, claimToken, registrationId: id } = await service.registered();
    assert.equal(await service.errorOf(claimToken), 'authorization_pending');
    service.wait(5 * second);
    assert.equal(await service.errorOf(claimToken), 'authorization_pending');
    service.wait(second);
    assert.equal(await service.errorOf(claimToken), 'slow_down');
    service.wait(8 * second);
    assert.equal(await service.errorOf(claimToken), 'slow_down');
    service.wait(15 * second);
    assert.equal(await service.errorOf(claimToken), 'authorization_pending');
    service.wait(10 * second);
    assert.equal(await service.errorOf(claimToken), 'slow_down');
    service.wait(minute);
    await service.enter(claim.userCode);
    await service.decideOn(id, 'decline');
    assert.equal(await service.errorOf(claimToken), 'access_denied');
    assert.equal(await service.errorOf(claimToken), 'access_denied');
    service.wait(10 * minute);
    assert.equal(await service.errorOf(claimToken), 'access_denied');
  });

  it('is told how often it may ask after all that it was told, also with a new code', async () => {
    const { claimToken, claim } = await service.registered();
    assert.equal(claim.intervalSeconds, 5);
    for (const error of ['authorization_pending', 'slow_down', 'slow_down']) {
      assert.equal(await service.errorOf(claimToken), error);
    }
    const renewed = await renewClaimCode(service.ports, { claimToken, email: 'user1@example.org' });
    assert.ok(renewed.ok);
    assert.equal(renewed.value.claim.intervalSeconds, 15);
    service.wait(15 * second);
    assert.equal(await service.errorOf(claimToken), 'authorization_pending');
  });

  it('writes nothing to the log while it polls', async () => {
    const { claimToken, registrationId: id } = await service.registered();
    for (let round = 0; round < 20; round += 1) await service.poll(claimToken);
    assert.equal(
      (await collect(service.ports.eventStore.readStream(claimStream(id), 0))).length,
      1,
    );
  });

  it('is not slowed down, nor answered, by whoever only knows its id', async () => {
    const { claimToken } = await service.registered();
    const guess = claimToken.replace(/.{5}$/, 'xxxxx');
    for (const token of [guess, guess, guess, '', 'as_clm_x']) {
      assert.equal(await service.errorOf(token), 'invalid_grant');
    }
    assert.equal(await service.errorOf(claimToken), 'authorization_pending');
  });

  it('is told when its code is over, and goes on with a new one', async () => {
    const { claim, claimToken } = await service.registered();
    service.wait(10 * minute);
    assert.equal(await service.errorOf(claimToken), 'expired_token');
    assert.equal((await service.enter(claim.userCode)).status, 'wrong');
    const again = await renewClaimCode(service.ports, { claimToken, email: 'USER1@example.org' });
    assert.ok(again.ok);
    service.wait(minute);
    assert.equal(await service.errorOf(claimToken), 'authorization_pending');
    assert.equal((await service.enter(again.value.claim.userCode)).status, 'entered');
  });

  it('gets no new code for another token, another person, or when it is decided or over', async () => {
    const { claim, claimToken, registrationId: id } = await service.registered();
    const renewal = async (token: string, email = 'user1@example.org') => {
      const outcome = await renewClaimCode(service.ports, { claimToken: token, email });
      return outcome.ok ? 'a new code' : outcome.error;
    };
    for (const token of ['', 'as_clm_x', claimToken.replace(/.{5}$/, 'xxxxx')]) {
      assert.equal(await renewal(token), 'invalid_claim_token');
      assert.equal(await renewal(token, 'not an address'), 'invalid_claim_token');
    }
    for (const email of ['user2@example.org', '', 'not an address']) {
      assert.equal(await renewal(claimToken, email), 'invalid_login_hint');
    }
    await service.enter(claim.userCode);
    assert.equal(await renewal(claimToken), 'claimed_or_in_flight');
    await service.decideOn(id, 'approve');
    assert.equal(await renewal(claimToken), 'claimed_or_in_flight');
    const other = await service.registered();
    service.wait(24 * 60 * minute);
    assert.equal(await renewal(other.claimToken), 'claim_expired');
  });
});
