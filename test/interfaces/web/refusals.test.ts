import assert from 'node:assert/strict';
import {
  type ApproveAuthorizationPorts,
  approveAuthorization,
} from '../../../application/access/approve-authorization.ts';
import { type DecideClaimPorts, decideClaim } from '../../../application/access/decide-claim.ts';
import { eraseAccount } from '../../../application/access/erase-account.ts';
import { registerAgent } from '../../../application/access/register-agent.ts';
import { registerClient } from '../../../application/access/register-client.ts';
import type { AccountId } from '../../../domain/shared/ids.ts';
import { supportPorts } from '../../../interfaces/composition.ts';
import type { WebApplication } from '../../../interfaces/web/application.ts';
import { startWebService, type WebService } from '../../support/web-service.ts';
import { signIn, visitor } from '../../support/web-visitor.ts';

const email = 'holder@example.org';
const redirectUri = 'https://app.example/cb';
const actor = { kind: 'support' } as const;

async function requestOfAnApp(service: WebService): Promise<string> {
  const wish = { clientName: 'An app', redirectUris: [redirectUri] };
  const made = await registerClient(supportPorts(service.core), wish);
  assert.ok(made.ok);
  return `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: made.value.clientId,
    redirect_uri: redirectUri,
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  })}`;
}

describe('requests of apps', () => {
  let service: WebService;
  let read = 0;
  const counted = (application: WebApplication): WebApplication => ({
    ...application,
    readAuthorization: (query) => {
      read += 1;
      return application.readAuthorization(query);
    },
  });
  before(async () => {
    service = await startWebService({ change: counted });
  });
  after(() => service.close());

  it('are not looked at once too many came from an address, and say when they are again', async () => {
    const stranger = visitor(service.base);
    const unknown = '/oauth/authorize?client_id=https%3A%2F%2F192.0.2.1%2Fclient.json';
    for (let count = 1; count <= 120; count += 1) {
      assert.equal((await stranger.get(unknown)).status, 400);
    }
    assert.equal(read, 120);
    const path = await requestOfAnApp(service);
    const refused = await stranger.get(path);
    assert.equal(refused.status, 429);
    assert.match(refused.text, /Too many requests/);
    assert.equal(refused.headers.get('retry-after'), '60');
    assert.equal(read, 120);
    service.ahead(60_001);
    assert.equal((await stranger.get(path)).status, 303);
  });
});

describe('browsers without a session', () => {
  let service: WebService;
  let kept = 0;
  const counted = (application: WebApplication): WebApplication => ({
    ...application,
    sessions: {
      ...application.sessions,
      put: (place, session) => {
        kept += 1;
        return application.sessions.put(place, session);
      },
    },
  });
  before(async () => {
    service = await startWebService({ change: counted });
  });
  after(() => service.close());

  it('are given none once too many came from an address, while those that have one go on', async () => {
    const known = visitor(service.base);
    for (let count = 1; count <= 300; count += 1) {
      const stranger = count === 1 ? known : visitor(service.base);
      assert.equal((await stranger.get('/sign-in')).status, 200);
    }
    assert.equal(kept, 300);
    const refused = await visitor(service.base).get('/sign-in');
    assert.equal(refused.status, 429);
    assert.match(refused.text, /Too many requests/);
    assert.equal(refused.headers.get('retry-after'), '60');
    assert.equal(refused.headers.get('set-cookie'), null);
    assert.equal(kept, 300);
    assert.equal((await known.get('/sign-in')).status, 200);
    service.ahead(60_001);
    assert.equal((await visitor(service.base).get('/sign-in')).status, 200);
  });
});

/** The account is erased after it was looked at and before anything of it is written. */
describe('an account that is erased in the very moment of a decision', () => {
  let service: WebService;
  let accountId: AccountId;
  beforeEach(async () => {
    service = await startWebService({ change: erasing });
    accountId = await service.open(email);
  });
  afterEach(() => service.close());

  function erasing(application: WebApplication): WebApplication {
    return {
      ...application,
      approveAuthorization: (request) => {
        const { clients, ...ports } = supportPorts(service.core);
        const late: ApproveAuthorizationPorts = { ...ports, clients: afterErasing(clients) };
        return approveAuthorization(late, { ...request, actor });
      },
      decideClaim: (command) => {
        const { claims, ...ports } = supportPorts(service.core);
        const late: DecideClaimPorts = { ...ports, claims: afterErasing(claims) };
        return decideClaim(late, { ...command, actor });
      },
    };
  }

  function afterErasing<Handler extends { handle(...asked: never[]): Promise<unknown> }>(
    handler: Handler,
  ): Handler {
    const handle = async (...asked: never[]) => {
      const library = service.core.stores.openLibrary();
      await eraseAccount({ ...supportPorts(service.core), library }, { accountId, actor });
      await library.close();
      return handler.handle(...asked);
    };
    return { ...handler, handle };
  }

  it('connects no app, and says why', async () => {
    const holder = await signIn(service, email);
    const decision = { decision: 'approve' };
    const path = await requestOfAnApp(service);
    const refused = await holder.submit(path, '/oauth/authorize/decision', decision);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /This account is closed/);
    assert.equal((await holder.get('/account')).location, '/sign-in?return_to=%2Faccount');
  });

  it('connects no agent, and says why', async () => {
    const holder = await signIn(service, email);
    const asked = { loginHint: email, agentName: 'Scribe' };
    const made = await registerAgent(supportPorts(service.core), asked);
    assert.ok(made.ok);
    const { userCode: code } = made.value.claim;
    const entered = await holder.submit('/agent', '/agent', { code });
    const decision = { decision: 'approve' };
    const refused = await holder.submit(entered.location ?? '', '/agent/decision', decision);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /This account is closed/);
    assert.deepEqual(
      service.logged.filter(({ message }) => message === 'a page failed'),
      [],
    );
  });
});
