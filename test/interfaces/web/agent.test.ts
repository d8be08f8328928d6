import assert from 'node:assert/strict';
import { registerAgent } from '../../../application/access/register-agent.ts';
import { supportPorts } from '../../../interfaces/composition.ts';
import { startWebService, type WebService } from '../../support/web-service.ts';
import { hiddenFields, signIn, type Visitor } from '../../support/web-visitor.ts';

const email = 'holder@example.org';

describe('connecting an agent', () => {
  let service: WebService;
  let holder: Visitor;

  beforeEach(async () => {
    service = await startWebService();
    await service.open(email);
    holder = await signIn(service, email);
  });
  afterEach(() => service.close());

  async function register(agentName: string | null = 'Scribe', loginHint = email): Promise<string> {
    const made = await registerAgent(supportPorts(service.core), { loginHint, agentName });
    assert.ok(made.ok);
    return made.value.claim.userCode;
  }

  const enter = (code: string, who = holder) => who.submit('/agent', '/agent', { code });
  const decide = (page: string, decision: string, who = holder) =>
    who.submit(page, '/agent/decision', { decision });

  it('asks for the code, shows who asks, and connects it', async () => {
    const code = await register('Scribe <b>of</b> \u202eowt');
    const entered = await enter(`${code.slice(0, 3)}-${code.slice(3)}`);
    assert.match(entered.location ?? '', /^\/agent\/check\?registration=reg_/);
    const page = await holder.get(entered.location ?? '');
    assert.match(page.text, /Is this your agent\?/);
    assert.doesNotMatch(page.text, /<b>of|\u202e/);
    const approved = await decide(entered.location ?? '', 'approve');
    assert.equal(approved.status, 200);
    assert.match(approved.text, /The agent is connected/);
    assert.match((await holder.get('/account/apps')).text, /Scribe/);
  });

  it('declines, also when nothing clear is said', async () => {
    for (const decision of ['decline', '', 'yes']) {
      const entered = await enter(await register());
      const declined = await decide(entered.location ?? '', decision);
      assert.match(declined.text, /The agent was declined/);
    }
    assert.match((await holder.get('/account/apps')).text, /Nothing is connected/);
  });

  it('fills in and approves nothing from a link', async () => {
    const code = await register();
    const page = await holder.get(`/agent?code=${code}&user_code=${code}`);
    assert.ok(!page.text.includes(`value="${code}"`));
    const entered = await enter(code);
    await holder.get(`${entered.location}&decision=approve`);
    assert.match((await holder.get('/account/apps')).text, /Nothing is connected/);
    assert.equal((await holder.get('/agent/decision')).status, 405);
  });

  it('knows codes of the person’s own agents only', async () => {
    await service.open('other@example.org');
    const other = await signIn(service, 'other@example.org');
    const code = await register();
    const wrong = await enter(code, other);
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /fits no request for this account/);
    const entered = await enter(code);
    const seen = await other.get(entered.location ?? '');
    assert.equal(seen.status, 404);
    assert.doesNotMatch(seen.text, /Scribe/);
    const page = await holder.get(entered.location ?? '');
    const { registration = '' } = hiddenFields(page.text, '/agent/decision');
    const { csrf = '' } = hiddenFields((await other.get('/account')).text, '/sign-out');
    const stolen = await other.post('/agent/decision', { csrf, registration, decision: 'approve' });
    assert.equal(stolen.status, 404);
    assert.match((await other.get('/account/apps')).text, /Nothing is connected/);
  });

  it('decides nothing before the code was typed, and nothing twice', async () => {
    const code = await register();
    const { csrf = '' } = hiddenFields((await holder.get('/account')).text, '/sign-out');
    for (const registration of ['', 'reg_00000000', 'nonsense']) {
      const refused = await holder.post('/agent/decision', {
        csrf,
        registration,
        decision: 'approve',
      });
      assert.equal(refused.status, 404);
    }
    const entered = await enter(code);
    const page = await holder.get(entered.location ?? '');
    const fields = hiddenFields(page.text, '/agent/decision');
    await holder.post('/agent/decision', { ...fields, decision: 'decline' });
    const late = await holder.post('/agent/decision', { ...fields, decision: 'approve' });
    assert.equal(late.status, 404);
    assert.match(late.text, /nothing left to decide/);
  });

  it('does not count what is no code, and bounds how many are entered', async () => {
    for (const code of ['', '12345', 'abcdef', '1234567']) {
      assert.match((await enter(code)).text, /The code has six digits/);
    }
    for (let entered = 0; entered < 30; entered += 1) {
      assert.equal((await enter('123456')).status, 422);
    }
    const refused = await enter('123456');
    assert.equal(refused.status, 429);
    assert.match(refused.text, /Too many codes were tried/);
  });

  it('needs a plan with access', async () => {
    await service.open('free@example.org', 'free');
    const free = await signIn(service, 'free@example.org');
    const entered = await enter(await register('Scribe', 'free@example.org'), free);
    const page = await free.get(entered.location ?? '');
    assert.match(page.text, /need a Pro or Team plan/);
    assert.doesNotMatch(page.text, /value="approve"/);
    assert.equal((await decide(entered.location ?? '', 'approve', free)).status, 403);
    assert.match((await decide(entered.location ?? '', 'decline', free)).text, /declined/);
  });

  it('sends who is not signed in to sign in first', async () => {
    const response = await fetch(`${service.base}/agent`, { redirect: 'manual' });
    assert.equal(response.headers.get('location'), '/sign-in?return_to=%2Fagent');
  });
});
