import assert from 'node:assert/strict';
import { type AgentError, answered, denied } from '../../../domain/access/protocol-outcome.ts';
import { registrationId } from '../../../domain/shared/ids.ts';
import { addMs, instant } from '../../../domain/shared/instant.ts';
import { oauthDouble, type ProtocolDouble } from './oauth/oauth-double.ts';
import { post, postJson } from './oauth/post.ts';
import { type RunningApp, startApp } from './start-app.ts';

const now = instant(1_800_000_000_000);
const registration = registrationId('reg_0123456789abcdef');
const claim = {
  userCode: '012345',
  expiresAt: addMs(now, 600_000),
  expiresInSeconds: 600,
  intervalSeconds: 5,
};
const block = {
  user_code: '012345',
  verification_uri: 'https://assay.example/agent',
  expires_in: 600,
  interval: 5,
};

describe('agent registration', () => {
  let app: RunningApp;
  const asked: unknown[] = [];
  let refusal: AgentError | null = null;
  const application: Partial<ProtocolDouble> = {
    registerAgent: async (command) => {
      asked.push(command);
      if (refusal !== null) return denied(refusal, 'so it is');
      return answered({
        registrationId: registration,
        claimToken: 'as_clm_0123456789abcdef_secret',
        expiresAt: addMs(now, 86_400_000),
        claim,
      });
    },
    renewClaimCode: async (command) => {
      asked.push(command);
      if (refusal !== null) return denied(refusal, 'so it is');
      return answered({ registrationId: registration, claimAttemptId: 'try', claim });
    },
  };

  before(async () => {
    app = await startApp(undefined, { oauth: oauthDouble(application) });
  });
  beforeEach(() => {
    asked.length = 0;
    refusal = null;
  });
  after(() => app.close());

  const identity = (body: unknown) => postJson(app, '/agent/identity', body);
  const newCode = (body: unknown) => postJson(app, '/agent/identity/claim', body);
  const good = { type: 'service_auth', login_hint: 'me@example.org', agent_name: 'Helper' };

  it('answers what DECISIONS shows', async () => {
    const reply = await identity(good);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.deepEqual(reply.json, {
      registration_id: registration,
      registration_type: 'service_auth',
      claim_token: 'as_clm_0123456789abcdef_secret',
      claim_token_expires: '2027-01-16T08:00:00.000Z',
      claim_url: 'https://assay.example/agent/identity/claim',
      post_claim_scopes: ['checks'],
      claim: block,
    });
    assert.deepEqual(asked, [{ loginHint: 'me@example.org', agentName: 'Helper' }]);
  });

  it('answers a new code as DECISIONS shows it', async () => {
    const reply = await newCode({ claim_token: 'as_clm_x_y', email: 'me@example.org' });
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.json, {
      registration_id: registration,
      claim_attempt_id: 'try',
      status: 'initiated',
      expires_at: '2027-01-15T08:10:00.000Z',
      claim_attempt: block,
      claim: block,
    });
    assert.deepEqual(asked, [{ claimToken: 'as_clm_x_y', email: 'me@example.org' }]);
  });

  it('names what it does not offer and what is off', async () => {
    const cases: readonly [unknown, string][] = [
      [{ ...good, type: 'anonymous' }, 'anonymous_not_enabled'],
      [{ type: 'anonymous' }, 'anonymous_not_enabled'],
      [{ ...good, type: 'identity_assertion' }, 'issuer_not_enabled'],
      [{ ...good, type: 'other' }, 'invalid_request'],
      [{ ...good, type: undefined }, 'invalid_request'],
      [{ ...good, type: ['service_auth'] }, 'invalid_request'],
      [{ ...good, login_hint: undefined }, 'invalid_login_hint'],
      [{ ...good, login_hint: 7 }, 'invalid_login_hint'],
      [{ ...good, login_hint: 'me' }, 'invalid_login_hint'],
      [{ ...good, login_hint: 'me@example.org\nBcc: you@example.org' }, 'invalid_login_hint'],
      [{ ...good, agent_name: 7 }, 'invalid_request'],
      [{ ...good, agent_name: 'x'.repeat(201) }, 'invalid_request'],
      ['null', 'invalid_request'],
      ['{', 'invalid_request'],
      ['', 'invalid_request'],
    ];
    for (const [body, error] of cases) {
      const reply = await identity(body);
      assert.deepEqual([reply.status, reply.json.error], [400, error], JSON.stringify(body));
      assert.deepEqual(Object.keys(reply.json), ['error', 'error_description', 'message']);
    }
    for (const body of [
      {},
      { claim_token: 'x' },
      { claim_token: 7, email: 'me@example.org' },
      '[]',
    ]) {
      const reply = await newCode(body);
      assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_request']);
    }
    assert.deepEqual(asked, []);
  });

  it('answers each refusal with its status', async () => {
    for (const [error, status] of [
      ['invalid_login_hint', 400],
      ['invalid_claim_token', 401],
      ['claimed_or_in_flight', 409],
      ['claim_expired', 410],
    ] as const) {
      refusal = error;
      const reply = await newCode({ claim_token: 'x', email: 'me@example.org' });
      assert.deepEqual(
        [reply.status, reply.json],
        [status, { error, error_description: 'so it is', message: 'so it is' }],
      );
      assert.equal(reply.headers.get('www-authenticate') !== null, status === 401);
    }
  });

  it('takes JSON only', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(good).toString();
    const reply = await post(`${app.base}/agent/identity`, { headers, body });
    assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_request']);
  });
});
