import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { registerClient } from '../../../application/access/register-client.ts';
import { supportPorts } from '../../../interfaces/composition.ts';
import { startWebService, type WebService } from '../../support/web-service.ts';
import { hiddenFields, type SeenPage, signIn, type Visitor } from '../../support/web-visitor.ts';

const email = 'holder@example.org';
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const redirectUri = 'https://app.example/cb?own=1';
const decision = '/oauth/authorize/decision';

describe('connected apps', () => {
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

  it('disconnects at once', async () => {
    const approved = await holder.submit(request(), decision, { decision: 'approve' });
    const { body } = await exchange(answered(approved).get('code') ?? '');
    const refresh = /as_rt_[^"]+/.exec(body)?.[0] ?? '';
    const done = await holder.submit('/account/apps', '/account/apps/disconnect');
    assert.equal(done.location, '/account/apps');
    assert.match((await holder.get('/account/apps')).text, /Nothing is connected/);
    const renewed = await fetch(`${service.base}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refresh,
        client_id: clientId,
      }),
    });
    assert.equal(renewed.status, 400);
  });

  it('does not disconnect for another account', async () => {
    const approved = await holder.submit(request(), decision, { decision: 'approve' });
    await exchange(answered(approved).get('code') ?? '');
    const list = await holder.get('/account/apps');
    const id = hiddenFields(list.text, '/account/apps/disconnect').authorization_id ?? '';
    await service.open('other@example.org');
    const other = await signIn(service, 'other@example.org');
    const { csrf = '' } = hiddenFields((await other.get('/account')).text, '/sign-out');
    for (const authorization_id of [id, 'ath_00000000', 'x', '']) {
      const refused = await other.post('/account/apps/disconnect', { csrf, authorization_id });
      assert.equal(refused.status, 404);
    }
    assert.match((await holder.get('/account/apps')).text, /Reader/);
  });
});
