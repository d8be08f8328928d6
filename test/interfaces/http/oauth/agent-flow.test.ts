import assert from 'node:assert/strict';
import { Agent, request } from 'undici';
import { decideClaim } from '../../../../application/access/decide-claim.ts';
import { disconnectAuthorization } from '../../../../application/access/disconnect-authorization.ts';
import { enterUserCode } from '../../../../application/access/enter-user-code.ts';
import { eraseAccount } from '../../../../application/access/erase-account.ts';
import { claimStream } from '../../../../domain/access/agent-claim/events.ts';
import { type AccountId, authorizationOf, registrationId } from '../../../../domain/shared/ids.ts';
import { actor } from '../../../support/oauth-service.ts';
import type { Reply } from '../start-app.ts';
import { defaultIssuer as issuer, type OAuthApp, startOAuthApp } from './oauth-app.ts';
import { postJson } from './post.ts';

const claimGrant = 'urn:service:agent-auth:grant-type:claim';
const jwtGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The first account of every service. */
const email = 'user1@example.org';

describe('an agent over HTTP', () => {
  let app: OAuthApp;
  let accountId: AccountId;

  beforeEach(async () => {
    app = await startOAuthApp();
    accountId = await app.account();
  });
  afterEach(() => app.close());

  const identity = (login_hint = email) =>
    postJson(app, '/agent/identity', { type: 'service_auth', login_hint, agent_name: 'Helper' });
  const newCode = (claim_token: string, address = email) =>
    postJson(app, '/agent/identity/claim', { claim_token, email: address });
  const poll = (claim_token: string) => app.token({ grant_type: claimGrant, claim_token });
  const renew = (assertion: string) => app.token({ grant_type: jwtGrant, assertion });

  async function refuses(reply: Promise<Reply>, status: number, error: string): Promise<void> {
    const { status: answered, json, text } = await reply;
    assert.deepEqual([answered, json.error], [status, error], text);
  }

  async function registered() {
    const { status, json, text } = await identity();
    assert.equal(status, 200, text);
    return {
      id: registrationId(String(json.registration_id)),
      claimToken: String(json.claim_token),
      code: codeIn(json.claim),
    };
  }

  const enter = (code: string) => enterUserCode(app.ports, { accountId, code, actor });

  async function decided(decision: 'approve' | 'decline') {
    const agent = await registered();
    assert.equal((await enter(agent.code)).status, 'entered');
    const command = { accountId, registrationId: agent.id, decision, actor };
    assert.ok((await decideClaim(app.ports, command)).ok);
    return agent;
  }

  async function collected() {
    const agent = await decided('approve');
    const { status, json, text } = await poll(agent.claimToken);
    assert.equal(status, 200, text);
    const accessToken = String(json.access_token);
    return { ...agent, json, accessToken, assertion: String(json.identity_assertion) };
  }

  it('is answered the same whoever it asks for', async () => {
    const [known, unknown] = await Promise.all([identity(), identity('nobody@example.net')]);
    assert.deepEqual([known.status, unknown.status], [200, 200]);
    assert.deepEqual(Object.keys(known.json), Object.keys(unknown.json));
    assert.equal(known.headers.get('content-length'), unknown.headers.get('content-length'));
  });

  it('waits for its person, and is told to slow down when it does not', async () => {
    const { claimToken } = await registered();
    await refuses(poll(claimToken), 400, 'authorization_pending');
    app.service.wait(5_000);
    await refuses(poll(claimToken), 400, 'authorization_pending');
    app.service.wait(1_000);
    await refuses(poll(claimToken), 400, 'slow_down');
    app.service.wait(10_000);
    await refuses(poll(claimToken), 400, 'authorization_pending');
  });

  it('gets its tokens once', async () => {
    const { claimToken, json, accessToken } = await collected();
    assert.deepEqual(Object.keys(json).sort(), [
      'access_token',
      'assertion_expires',
      'expires_in',
      'identity_assertion',
      'scope',
      'token_type',
    ]);
    const expires = new Date(String(json.assertion_expires)).getTime();
    assert.equal(expires, app.service.now() + 30 * 86_400_000);
    assert.equal(await app.rest(accessToken), 200);
    // However soon it asks: to be told to slow down would make it ask again.
    await refuses(poll(claimToken), 400, 'invalid_grant');
  });

  it('gets them once however many polls are under way', async () => {
    const { claimToken } = await decided('approve');
    const replies = await Promise.all(Array.from({ length: 30 }, () => poll(claimToken)));
    assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  });

  it('is told when its person declined, and when the code is over', async () => {
    const declined = await decided('decline');
    await refuses(poll(declined.claimToken), 400, 'access_denied');
    const late = await registered();
    app.service.wait(600_000);
    await refuses(poll(late.claimToken), 400, 'expired_token');
    const renewed = await newCode(late.claimToken);
    assert.equal(renewed.status, 200, renewed.text);
    app.service.wait(10_000);
    await refuses(poll(late.claimToken), 400, 'authorization_pending');
    assert.equal((await enter(late.code)).status, 'wrong');
    assert.equal((await enter(codeIn(renewed.json.claim))).status, 'entered');
    await refuses(newCode(late.claimToken), 409, 'claimed_or_in_flight');
  });

  it('gets no new code for another person, with another token or after a day', async () => {
    const { claimToken } = await registered();
    await refuses(newCode(claimToken, 'user2@example.org'), 400, 'invalid_login_hint');
    for (const other of [`${claimToken}x`, claimToken.slice(0, -1), 'as_clm_x_y', 'x']) {
      await refuses(newCode(other), 401, 'invalid_claim_token');
      await refuses(poll(other), 400, 'invalid_grant');
    }
    app.service.wait(86_400_000);
    await refuses(newCode(claimToken), 410, 'claim_expired');
  });

  it('may ask for thirty codes for a person in an hour from one address, new ones included', async () => {
    const { claimToken } = await registered();
    for (let count = 2; count <= 29; count += 1) await registered();
    assert.equal((await newCode(claimToken)).status, 200);
    for (const reply of [await identity(), await newCode(claimToken)]) {
      assert.deepEqual([reply.status, reply.json.error], [429, 'rate_limited']);
      assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/);
    }
    assert.equal((await identity('user2@example.org')).status, 200);
  });

  it('is not kept out by whoever has used up what another address may ask for', async () => {
    const asking = async (localAddress: string, times: number) => {
      const dispatcher = new Agent({ localAddress });
      const body = JSON.stringify({ type: 'service_auth', login_hint: email });
      const headers = { 'content-type': 'application/json' };
      let status = 0;
      for (let count = 0; count < times; count += 1) {
        const options = { method: 'POST', dispatcher, headers, body } as const;
        const answer = await request(`${app.base}/agent/identity`, options);
        await answer.body.dump();
        status = answer.statusCode;
      }
      await dispatcher.destroy();
      return status;
    };
    assert.equal(await asking('127.0.0.2', 30), 200);
    assert.equal(await asking('127.0.0.2', 1), 429);
    assert.equal(await asking('127.0.0.3', 1), 200);
  });

  it('gets nothing of an account that is erased before it collects', async () => {
    const { id, code, claimToken } = await registered();
    assert.equal((await enter(code)).status, 'entered');
    const { claims, clock } = app.ports;
    const context = { at: clock.now(), correlationId: 'broken off', actor };
    await claims.handle(claimStream(id), { type: 'approve', accountId }, context);
    const { library } = app.service.service.ports;
    await eraseAccount({ ...app.ports, library }, { accountId, actor });
    await refuses(poll(claimToken), 400, 'invalid_grant');
  });

  it('renews by its assertion for thirty days, and for one resource if it likes', async () => {
    const { assertion } = await collected();
    for (const days of [0, 1, 28.9]) {
      app.service.wait(days * 86_400_000);
      const { status, json, text } = await renew(assertion);
      assert.equal(status, 200, text);
      assert.equal(json.refresh_token, undefined);
      assert.equal(await app.rest(String(json.access_token)), 200);
    }
    const resource = `${issuer}/mcp`;
    const narrow = await app.token({ grant_type: jwtGrant, assertion, resource });
    assert.equal(narrow.status, 200);
    assert.equal(await app.rest(String(narrow.json.access_token)), 401);
    app.service.wait(86_400_000);
    await refuses(renew(assertion), 400, 'invalid_grant');
  });

  it('takes no credential for another', async () => {
    const { accessToken, assertion, claimToken } = await collected();
    for (const credential of [assertion, claimToken]) {
      assert.equal(await app.rest(credential), 401);
    }
    for (const credential of [accessToken, claimToken, `${assertion}x`]) {
      await refuses(renew(credential), 400, 'invalid_grant');
    }
    app.service.wait(60_000);
    await refuses(poll(accessToken), 400, 'invalid_grant');
    const refresh = app.refreshForm(accessToken, await app.registered());
    await refuses(app.token(refresh), 400, 'invalid_grant');
  });

  it('is out at once when its person disconnects it', async () => {
    const { id, accessToken, assertion } = await collected();
    const authorizationId = authorizationOf(id);
    await disconnectAuthorization(app.ports, { accountId, authorizationId, actor });
    assert.equal(await app.rest(accessToken), 401);
    await refuses(renew(assertion), 400, 'invalid_grant');
  });
});

function codeIn(claim: unknown): string {
  assert.ok(typeof claim === 'object' && claim !== null && 'user_code' in claim);
  assert.ok('verification_uri' in claim && claim.verification_uri === `${issuer}/agent`);
  return String(claim.user_code);
}
