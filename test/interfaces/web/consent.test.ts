import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { registerClient } from '../../../application/access/register-client.ts';
import type { Plan } from '../../../domain/access/plan.ts';
import { supportPorts } from '../../../interfaces/composition.ts';
import { startWebService, type WebService } from '../../support/web-service.ts';
import {
  hiddenFields,
  type SeenPage,
  signIn,
  type Visitor,
  visitor,
} from '../../support/web-visitor.ts';

const email = 'holder@example.org';
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirectUri = 'https://app.example/cb?own=1';
const decision = '/oauth/authorize/decision';

describe('connecting an app', () => {
  let service: WebService;
  let holder: Visitor;
  let clientId: string;

  beforeEach(async () => {
    service = await startWebService();
    await service.open(email);
    holder = await signIn(service, email);
    clientId = await register('Reader <i>of</i> \u202etxet');
  });
  afterEach(() => service.close());

  async function register(clientName: string | null, uris = [redirectUri]): Promise<string> {
    const actor = { kind: 'system' } as const;
    const wish = { clientName, redirectUris: uris, actor };
    const made = await registerClient(supportPorts(service.core), wish);
    assert.ok(made.ok);
    return made.value.clientId;
  }

  const request = (changes: Readonly<Record<string, string>> = {}): string =>
    `/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      state: 'a state, with = & signs',
      scope: 'checks',
      ...changes,
    })}`;

  const answered = ({ status, location }: SeenPage): URLSearchParams => {
    assert.equal(status, 303);
    assert.ok(location?.startsWith(`${redirectUri}&`), String(location));
    return new URL(location ?? '').searchParams;
  };

  const exchange = async (code: string) => {
    const response = await fetch(`${service.base}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: clientId,
        code_verifier: verifier,
      }),
    });
    return { status: response.status, body: await response.text() };
  };

  it('asks who is there first, and comes back', async () => {
    const path = request();
    const stranger = visitor(service.base);
    const asked = await stranger.get(path);
    assert.equal(asked.location, `/sign-in?${new URLSearchParams({ return_to: path })}`);
    await signIn(service, email, path);
  });

  it('shows who asks, as nothing but its own word, and where it goes', async () => {
    const page = await holder.get(request());
    assert.equal(page.status, 200);
    assert.match(page.text, /https:\/\/app\.example/);
    assert.match(page.text, /We have not checked this name/);
    assert.doesNotMatch(page.text, /<i>of/);
    assert.doesNotMatch(page.text, /\u202e/);
    assert.match(page.text, /holder@example\.org/);
  });

  it('gives a code that is good for tokens, with state and issuer as they are', async () => {
    const approved = await holder.submit(request(), decision, { decision: 'approve' });
    const answer = answered(approved);
    assert.equal(answer.get('own'), '1');
    assert.equal(answer.get('state'), 'a state, with = & signs');
    assert.equal(answer.get('iss'), service.base);
    const { status, body } = await exchange(answer.get('code') ?? '');
    assert.equal(status, 200, body);
    const apps = await holder.get('/account/apps');
    assert.match(apps.text, /Reader/);
    assert.doesNotMatch(apps.text, /<i>of/);
  });

  it('says access_denied when the person says no, or nothing clear', async () => {
    for (const fields of [{ decision: 'deny' }, {}, { decision: 'APPROVE' }]) {
      const denied = answered(await holder.submit(request(), decision, fields));
      assert.equal(denied.get('error'), 'access_denied');
      assert.equal(denied.get('code'), null);
      assert.equal(denied.get('iss'), service.base);
    }
  });

  it('decides what was shown, whatever else the form says', async () => {
    const swapped = await holder.submit(request(), decision, {
      decision: 'approve',
      client_id: 'cli_somebodyelse',
      redirect_uri: 'https://evil.example/',
      state: 'other',
      code_challenge: 'x'.repeat(43),
    });
    const answer = answered(swapped);
    assert.equal(answer.get('state'), 'a state, with = & signs');
    assert.equal((await exchange(answer.get('code') ?? '')).status, 200);
  });

  it('takes one decision for a request, of many that are sent at once', async () => {
    const page = await holder.get(request());
    const fields = { ...hiddenFields(page.text, decision), decision: 'approve' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => holder.twin().post(decision, fields)),
    );
    assert.equal(answers.filter(({ status }) => status === 303).length, 1);
    const again = await holder.post(decision, fields);
    assert.equal(again.status, 400);
    assert.match(again.text, /has been answered or is too old/);
  });

  it('takes no decision of another session, account or time', async () => {
    const page = await holder.get(request());
    const { consent = '' } = hiddenFields(page.text, decision);
    const elsewhere = await signIn(service, email);
    await service.open('other@example.org');
    const other = await signIn(service, 'other@example.org');
    for (const stranger of [elsewhere, other]) {
      const { csrf = '' } = hiddenFields((await stranger.get('/account')).text, '/sign-out');
      const refused = await stranger.post(decision, { csrf, consent, decision: 'approve' });
      assert.equal(refused.status, 400);
    }
    const late = await holder.get(request());
    const fields = { ...hiddenFields(late.text, decision), decision: 'approve' };
    service.ahead(10 * 60_000);
    assert.equal((await holder.post(decision, fields)).status, 400);
  });

  it('never approves on the way there: a request is asked about each time', async () => {
    await holder.submit(request(), decision, { decision: 'approve' });
    for (const path of [request(), request({ decision: 'approve' }), request({ prompt: 'none' })]) {
      const page = await holder.get(path);
      assert.equal(page.status, 200);
      assert.equal(page.location, null);
    }
    assert.equal((await holder.get(`${decision}?decision=approve`)).status, 405);
  });

  it('sends nobody anywhere when the client or its address is wrong', async () => {
    for (const changes of [
      { client_id: 'cli_00000000' },
      { client_id: '' },
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: `${redirectUri}x` },
      { redirect_uri: '' },
    ]) {
      for (const person of [holder, visitor(service.base)]) {
        const page = await person.get(request(changes));
        assert.equal(page.status, 400, JSON.stringify(changes));
        assert.equal(page.location, null);
        assert.match(page.text, /cannot be answered/);
      }
    }
  });

  it('sends other faults back to the app, before anybody signs in for them', async () => {
    const stranger = visitor(service.base);
    for (const [changes, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ scope: 'everything' }, 'invalid_scope'],
      [{ resource: 'https://elsewhere.example/' }, 'invalid_target'],
    ] as const) {
      const answer = answered(await stranger.get(request(changes)));
      assert.equal(answer.get('error'), error);
      assert.equal(answer.get('state'), 'a state, with = & signs');
    }
  });

  it('lets the form lead to the app as well, and the page be framed by nobody', async () => {
    for (const [uri, target] of [
      ['https://app.example/cb?own=1', 'https:'],
      ['http://127.0.0.1:3000/cb', 'http://127.0.0.1:3000'],
      ['http://[::1]:3000/cb', 'http:'],
      ['com.example.app:/cb', 'com.example.app:'],
    ] as const) {
      clientId = await register('App', [uri]);
      const { headers, status } = await holder.get(request({ redirect_uri: uri }));
      assert.equal(status, 200, uri);
      const policy = headers.get('content-security-policy') ?? '';
      assert.ok(policy.includes(`form-action 'self' ${target};`), policy);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.equal(headers.get('cross-origin-opener-policy'), null);
    }
  });

  it('needs a plan with access, also for a form that was made before', async () => {
    await service.open('free@example.org', 'free' satisfies Plan);
    const free = await signIn(service, 'free@example.org');
    const page = await free.get(request());
    assert.match(page.text, /needs a Pro or Team plan/);
    assert.doesNotMatch(page.text, /value="approve"/);
    const refused = await free.submit(request(), decision, { decision: 'approve' });
    assert.equal(refused.status, 403);
    const denied = await free.submit(request(), decision, { decision: 'deny' });
    assert.equal(answered(denied).get('error'), 'access_denied');
  });
});
