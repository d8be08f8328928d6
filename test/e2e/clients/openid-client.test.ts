import assert from 'node:assert/strict';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { type ConnectedService, startConnectedService } from '../../support/connected-service.ts';
import { type OpenidApp, registerOpenidApp, type Tokens } from '../../support/openid-app.ts';
import type { Person } from '../../support/person.ts';

describe('openid-client', () => {
  let service: ConnectedService;
  let person: Person;
  let app: OpenidApp;
  before(async () => {
    service = await startConnectedService();
    person = await service.person({ email: 'writer@example.com' });
    app = await registerOpenidApp(service.issuer);
  });
  after(() => service?.close());

  async function connected(): Promise<Tokens> {
    const { address, finish } = await app.begin();
    return finish(await person.decide(address, 'approve'));
  }

  it('registers, is approved, and reads the balance', async () => {
    const { accessToken, refreshToken, expiresIn } = await connected();
    assert.match(accessToken, /^as_at_/);
    assert.match(refreshToken, /^as_rt_/);
    assert.equal(expiresIn, 3_600);
    assert.equal(await service.statusOf(accessToken), 200);
  });

  it('is told that the person declined', async () => {
    const { address, finish } = await app.begin();
    const callback = await person.decide(address, 'deny');
    await assert.rejects(finish(callback), (error) => {
      assert.ok(error instanceof AuthorizationResponseError);
      return error.error === 'access_denied';
    });
  });

  it('cannot redeem a code twice, and trying ends what the first try got', async () => {
    const { address, finish } = await app.begin();
    const callback = await person.decide(address, 'approve');
    const { accessToken } = await finish(callback);
    assert.equal(await service.statusOf(accessToken), 200);
    await assert.rejects(finish(callback), refused('invalid_grant'));
    assert.equal(await service.statusOf(accessToken), 401);
  });

  it('refreshes; the old refresh token used again ends everything at once', async () => {
    const first = await connected();
    const second = await app.refresh(first.refreshToken);
    assert.notEqual(second.refreshToken, first.refreshToken);
    assert.equal(await service.statusOf(second.accessToken), 200);
    await assert.rejects(app.refresh(first.refreshToken), refused('invalid_grant'));
    assert.equal(await service.statusOf(second.accessToken), 401);
    assert.equal(await service.statusOf(first.accessToken), 401);
    await assert.rejects(app.refresh(second.refreshToken), refused('invalid_grant'));
  });

  it('revokes its access token, and is refused with it at once', async () => {
    const { accessToken } = await connected();
    await app.revoke(accessToken);
    assert.equal(await service.statusOf(accessToken), 401);
  });

  it('is refused at REST with a token for the tool server', async () => {
    const { address, finish } = await app.begin(String(service.mcpUrl));
    const { accessToken } = await finish(await person.decide(address, 'approve'));
    assert.equal(await service.statusOf(accessToken), 401);
  });

  it('is refused from the next request on when the person disconnects it', async () => {
    const before = await person.connections();
    const { accessToken } = await connected();
    const [added = assert.fail('nothing was added')] = (await person.connections()).filter(
      (id) => !before.includes(id),
    );
    assert.equal(await service.statusOf(accessToken), 200);
    await person.disconnect(added);
    assert.equal(await service.statusOf(accessToken), 401);
    assert.deepEqual(await person.connections(), before);
  });

  it('is told that a plan is needed from the next request on when the plan is given up', async () => {
    const { accessToken } = await connected();
    assert.equal(await service.statusOf(accessToken), 200);
    await service.assay.result('account', 'plan', person.accountId, 'free');
    assert.equal(await service.statusOf(accessToken), 403);
    await service.assay.result('account', 'plan', person.accountId, 'pro');
    assert.equal(await service.statusOf(accessToken), 200);
  });
});

function refused(code: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ResponseBodyError, String(error));
    return error.error === code;
  };
}
