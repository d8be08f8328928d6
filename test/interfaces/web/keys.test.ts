import assert from 'node:assert/strict';
import { authenticate } from '../../../application/access/authenticate.ts';
import { supportPorts } from '../../../interfaces/composition.ts';
import { startWebService, type WebService } from '../../support/web-service.ts';
import { hiddenFields, signIn, type Visitor } from '../../support/web-visitor.ts';

describe('API keys in the account area', () => {
  let service: WebService;
  let holder: Visitor;

  beforeEach(async () => {
    service = await startWebService();
    await service.open('holder@example.org');
    holder = await signIn(service, 'holder@example.org');
  });
  afterEach(() => service.close());

  const create = (fields: Readonly<Record<string, string>>, who = holder) =>
    who.submit('/account/keys', '/account/keys/create', fields);
  const isTaken = async (credential: string) =>
    (await authenticate(supportPorts(service.core), { credential, resource: 'rest' })).ok;

  it('are made with a name and shown once', async () => {
    const made = await create({ name: 'Night <b>run</b>', cap: '' });
    assert.equal(made.status, 200);
    assert.match(made.text, /Night &lt;b>run&lt;\/b>|Night &lt;b&gt;run/);
    const key = /as_live_[A-Za-z0-9_-]{43}/.exec(made.text)?.[0] ?? '';
    assert.ok(await isTaken(key));
    const list = await holder.get('/account/keys');
    assert.ok(!list.text.includes(key));
    assert.match(list.text, /Night &lt;b>run|Night &lt;b&gt;run/);
    assert.doesNotMatch(list.text, /<b>run/);
    assert.match(list.text, /Active/);
    assert.match(list.text, /no cap/);
  });

  it('may have a cap, written as people write numbers', async () => {
    for (const [cap, shown] of [
      ['5000', '5,000'],
      ['12,000', '12,000'],
      ['1.250.000', '1,250,000'],
    ]) {
      assert.equal((await create({ name: `cap ${cap}`, cap: cap ?? '' })).status, 200);
      assert.match((await holder.get('/account/keys')).text, new RegExp(`>${shown}<`));
    }
  });

  it('are not made without a name or with a cap that is none', async () => {
    for (const [name, cap] of [
      ['', ''],
      ['   ', ''],
      ['x', '0'],
      ['x', '-1'],
      ['x', '1.5'],
      ['x', 'many'],
    ]) {
      const refused = await create({ name: name ?? '', cap: cap ?? '' });
      assert.equal(refused.status, 422);
      assert.match(refused.text, /aria-invalid="true"/);
    }
    assert.match((await holder.get('/account/keys')).text, /There are no keys yet/);
  });

  it('are revoked at once', async () => {
    const made = await create({ name: 'short', cap: '' });
    const key = /as_live_[A-Za-z0-9_-]{43}/.exec(made.text)?.[0] ?? '';
    const gone = await holder.submit('/account/keys', '/account/keys/revoke');
    assert.equal(gone.location, '/account/keys');
    assert.equal(await isTaken(key), false);
    const list = await holder.get('/account/keys');
    assert.match(list.text, /The key is revoked/);
    assert.match(list.text, /Revoked/);
    assert.doesNotMatch((await holder.get('/account/keys')).text, /The key is revoked/);
  });

  it('of another account can neither be seen nor revoked', async () => {
    const made = await create({ name: 'mine', cap: '' });
    const key = /as_live_[A-Za-z0-9_-]{43}/.exec(made.text)?.[0] ?? '';
    const list = await holder.get('/account/keys');
    const keyId = hiddenFields(list.text, '/account/keys/revoke').key_id ?? '';
    await service.open('other@example.org');
    const other = await signIn(service, 'other@example.org');
    const own = await other.get('/account/keys');
    assert.doesNotMatch(own.text, /mine/);
    const { csrf = '' } = hiddenFields(own.text, '/account/keys/create');
    for (const id of [keyId, 'key_00000000', 'nonsense', '']) {
      const refused = await other.post('/account/keys/revoke', { csrf, key_id: id });
      assert.equal(refused.status, 404);
    }
    assert.ok(await isTaken(key));
  });
});
