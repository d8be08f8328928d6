import assert from 'node:assert/strict';
import { authenticate, type Caller } from '../../application/access/authenticate.ts';
import { createKey, type WishedKey } from '../../application/access/create-key.ts';
import { listKeys } from '../../application/access/list-keys.ts';
import { revokeKey } from '../../application/access/revoke-key.ts';
import { showKey } from '../../application/access/show-key.ts';
import { choosePlan } from '../../application/ledger/choose-plan.ts';
import { refundDebit } from '../../application/ledger/refund-debit.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { accountId, debitId, type KeyId, keyId } from '../../domain/shared/ids.ts';
import { addMs } from '../../domain/shared/instant.ts';
import { mapGet } from '../../domain/shared/persistent-map.ts';
import { supportPorts } from '../../interfaces/composition.ts';
import { catchUp } from '../../projections/catch-up.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';

const actor = { kind: 'support' } as const;

describe('the keys of an account', () => {
  let service: CheckService;
  let owner: Caller;

  beforeEach(async () => {
    service = await openCheckService();
    owner = await service.caller({ credits: 1_000 });
  });
  afterEach(() => service.close());

  const ports = () => supportPorts(service.core);

  async function made(wish: Partial<WishedKey>): Promise<{ id: KeyId; caller: Caller }> {
    const common = { accountId: owner.accountId, name: 'a key', rateLimit: 1_000, actor };
    const key = await createKey(ports(), { ...common, ...wish });
    assert.ok(key.ok);
    const caller = await authenticate(ports(), { credential: key.value.key, resource: 'rest' });
    assert.ok(caller.ok);
    return { id: key.value.keyId, caller: caller.value };
  }

  async function shown(id: KeyId) {
    await catchUp(ports(), service.core.projections);
    const key = await showKey(ports(), { keyId: id });
    assert.ok(key.ok);
    return key.value;
  }

  it('say what each may do and what it spent, as the ledger counts it', async () => {
    const capped = await made({ name: 'capped', monthlyCap: 10, checks: ['ai', 'grammar'] });
    const free = await made({ name: 'free' });
    const before = ports().clock.now();
    assert.ok((await service.run(capped.caller, { text: 'one two three four' })).ok);
    assert.ok((await service.run(free.caller, { text: 'one two' })).ok);
    assert.ok(!(await service.run(capped.caller, { text: 'a b c d e f g' })).ok);
    const key = await shown(capped.id);
    assert.deepEqual([key.name, key.status, key.rate_limit], ['capped', 'active', 1_000]);
    assert.deepEqual(key.checks, ['ai', 'grammar']);
    assert.deepEqual([key.monthly_cap, key.spent, key.held, key.remaining], [10, 4, 0, 6]);
    assert.ok((key.last_used_at ?? 0) >= before && (key.created_at ?? before) <= before);
    const ledger = await service.core.ledger.current(accountStream(owner.accountId));
    assert.deepEqual(mapGet(ledger.keySpendings, capped.id), { held: 0, debited: 4 });
    const other = await shown(free.id);
    assert.deepEqual([other.monthly_cap, other.spent, other.remaining], [null, 2, null]);
  });

  it('give back a refund, and start anew with a period', async () => {
    const { id, caller } = await made({ monthlyCap: 10 });
    assert.ok((await service.run(caller, { text: 'one two three four' })).ok);
    assert.ok((await service.run(caller, { text: 'five six' })).ok);
    const debits = (await service.history(owner)).filter(({ type }) => type === 'CreditsDebited');
    const [first, second] = debits.map(({ data }) => debitId(String(data.debitId)));
    assert.ok(first !== undefined && second !== undefined);
    const refund = { accountId: owner.accountId, reason: 'a test', actor };
    assert.ok((await refundDebit(ports(), { ...refund, debitId: first })).ok);
    assert.deepEqual([(await shown(id)).spent, (await shown(id)).remaining], [2, 8]);
    const plan = { accountId: owner.accountId, plan: 'team', actor } as const;
    assert.ok((await choosePlan(ports(), plan)).ok);
    assert.deepEqual([(await shown(id)).spent, (await shown(id)).remaining], [0, 10]);
    assert.ok((await refundDebit(ports(), { ...refund, debitId: second })).ok);
    assert.deepEqual([(await shown(id)).spent, (await shown(id)).remaining], [0, 10]);
  });

  it('are listed oldest first, with those that have ended', async () => {
    const expiresAt = addMs(ports().clock.now(), 60_000);
    const first = await made({ expiresAt });
    const second = await made({});
    const third = await made({});
    assert.ok((await revokeKey(ports(), { keyId: second.id, actor })).ok);
    await catchUp(ports(), service.core.projections);
    const later = { ...ports(), clock: { now: () => expiresAt } };
    const list = await listKeys(later, { accountId: owner.accountId });
    assert.ok(list.ok);
    const { keys, period_start, period_end } = list.value;
    assert.deepEqual(
      new Set(keys.map(({ key_id, status }) => `${key_id} ${status}`)),
      new Set([`${first.id} expired`, `${second.id} revoked`, `${third.id} active`]),
    );
    const created = keys.map(({ created_at }) => created_at ?? 0);
    assert.deepEqual(created, [...created].sort());
    assert.ok(period_start < expiresAt && expiresAt < period_end);
    assert.ok(keys.every(({ last_used_at }) => last_used_at === null));
    assert.notEqual(keys.find(({ status }) => status === 'revoked')?.revoked_at, null);
  });

  it('are none of nobody, and an unknown key is not found', async () => {
    const nobody = await listKeys(ports(), { accountId: accountId('acc_00000000') });
    assert.ok(!nobody.ok && nobody.refusal.code === 'not_found');
    const unknown = await showKey(ports(), { keyId: keyId('key_00000000') });
    assert.ok(!unknown.ok && unknown.refusal.code === 'not_found');
  });
});
