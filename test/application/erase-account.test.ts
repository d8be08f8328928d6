import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { authenticate, type Caller } from '../../application/access/authenticate.ts';
import { createKey } from '../../application/access/create-key.ts';
import { type EraseAccountPorts, eraseAccount } from '../../application/access/erase-account.ts';
import { auditLedger } from '../../application/ledger/audit-ledger.ts';
import { choosePlan } from '../../application/ledger/choose-plan.ts';
import { getStatement } from '../../application/ledger/get-statement.ts';
import { grantCredits } from '../../application/ledger/grant-credits.ts';
import { openAccount } from '../../application/ledger/open-account.ts';
import { refundDebit } from '../../application/ledger/refund-debit.ts';
import { StoreUnavailableError } from '../../application/ports/event-store.ts';
import { AccountErasedError } from '../../application/ports/personal-data.ts';
import { keyStream } from '../../domain/access/api-key/events.ts';
import { unlimitedTerms } from '../../domain/access/api-key/terms.ts';
import { credits } from '../../domain/shared/credits.ts';
import { type AccountId, accountId, debitId, keyId } from '../../domain/shared/ids.ts';
import { textSealer } from '../../infrastructure/system/text-sealer.ts';
import { supportPorts } from '../../interfaces/composition.ts';
import { catchUp } from '../../projections/catch-up.ts';
import { rebuild } from '../../projections/rebuild.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';
import { wholeStatement } from '../support/whole-statement.ts';
import { wordCountAnalyser } from '../support/word-count-analyser.ts';

const actor = { kind: 'support' } as const;
const text = 'The unmistakable heron waded through the quicksilver shallows before anybody woke.';
const checks = { ai: true, grammar: false, plagiarism: true, deep: false };

describe('erasing an account', () => {
  let service: CheckService;
  beforeEach(async () => {
    service = await openCheckService();
  });
  afterEach(() => service.close());

  const ports = () => ({ ...supportPorts(service.core), library: service.ports.library });
  const erase = (account: AccountId, changes: Partial<EraseAccountPorts> = {}) =>
    eraseAccount({ ...ports(), ...changes }, { accountId: account, actor });
  const keyOf = async (account: AccountId) => {
    const made = await createKey(ports(), { accountId: account, name: 'k', rateLimit: 5, actor });
    assert.ok(made.ok);
    return made.value;
  };
  const admits = async (credential: string) =>
    (await authenticate(ports(), { credential, resource: 'rest' })).ok;
  const typesOf = async (caller: Caller) => (await service.history(caller)).map((one) => one.type);

  it('ends every key of the account at once, and says which', async () => {
    const { accountId: account } = await service.caller({ credits: 10 });
    const made = [await keyOf(account), await keyOf(account)];
    const stranger = await keyOf((await service.caller({ credits: 10 })).accountId);
    const outcome = await erase(account);
    assert.ok(outcome.ok);
    assert.deepEqual([...outcome.value.keys].sort(), made.map((one) => one.keyId).sort());
    for (const { key } of made) assert.equal(await admits(key), false);
    assert.equal(await admits(stranger.key), true);
  });

  it('admits no key that is made while the account is erased', async () => {
    const { accountId: account } = await service.caller({ credits: 10 });
    const { readModels, keys, hasher, clock } = ports();
    const id = keyId('key_000000late');
    const keyHash = hasher.sha256('as_live_late');
    const late = { type: 'create-key', keyId: id, accountId: account, keyHash } as const;
    const query: typeof readModels.query = async (...given) => {
      const found = await readModels.query(...given);
      const context = { at: clock.now(), correlationId: 'late', actor };
      await keys.handle(keyStream(id), { ...late, rateLimit: 5, ...unlimitedTerms }, context);
      return found;
    };
    await erase(account, { readModels: { ...readModels, query } });
    assert.equal((await keys.current(keyStream(id))).status, 'active');
    assert.equal(await admits('as_live_late'), false);
  });

  it('makes everything that was kept of its texts and its person unreadable', async () => {
    const caller = await service.caller({ credits: 1000 });
    const { accountId: account } = caller;
    const first = await service.run(caller, { text, checks, store: true }, 'once');
    assert.ok(first.ok);
    const { reportCache, idempotency, sealer, personalData, library } = service.ports;
    const fingerprintKey = await personalData.fingerprintKey(account);
    const sealed = await sealer.seal(account, { place: 'here', text });
    assert.ok((await erase(account)).ok);
    await assert.rejects(personalData.fingerprintKey(account), AccountErasedError);
    assert.equal(await personalData.get(account, 'email'), undefined);
    assert.equal(await personalData.findAccount('email', 'user1@example.org'), undefined);
    const fresh = textSealer(personalData);
    assert.equal(await fresh.open(account, { place: 'here', sealed }), undefined);
    const prints = await service.ports.analyser.fingerprint(
      { text, key: fingerprintKey },
      { fairnessKey: account },
    );
    assert.deepEqual(await library.candidates(account, prints, 5), []);
    await reportCache.sweep(service.ports.clock.now());
    await idempotency.sweep(service.ports.clock.now());
    const files = readdirSync(service.folder).map((file) => join(service.folder, file));
    const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
    for (const word of ['unmistakable', 'user1@example.org']) assert.ok(!bytes.includes(word));
  });

  it('lets the e-mail address open another account', async () => {
    const { accountId: account } = await service.caller({ credits: 10 });
    await erase(account);
    const again = { email: 'user1@example.org', plan: 'pro', actor } as const;
    const opened = await openAccount(ports(), again);
    assert.ok(opened.ok && opened.value.accountId !== account);
    const third = await openAccount(ports(), again);
    assert.equal(third.ok, false);
  });

  it('leaves an audit clean, a rebuild equal and the statement whole', async () => {
    const caller = await service.caller({ credits: 1000 });
    const { accountId: account } = caller;
    await keyOf(account);
    await service.run(caller, { text });
    await service.run(caller, { text });
    const bonus = { kind: 'bonus', amount: credits(5), expiresAt: null, reason: 'a kind word' };
    await grantCredits(ports(), { ...bonus, kind: 'bonus', accountId: account, actor });
    await erase(account);
    await catchUp(ports(), service.core.projections);
    const range = { accountId: account, from: null, to: null };
    const { rows, ...statement } = await wholeStatement(await getStatement(ports(), range));
    assert.equal(rows.at(-1)?.kind, 'erased');
    const moved = rows.reduce((sum, row) => sum + row.amount, 0);
    assert.equal(statement.opening_balance + moved, statement.closing_balance);
    const { faults } = await auditLedger(ports(), { prefixes: ['account-', 'key-'] });
    assert.deepEqual(faults, []);
    const rebuilt = await rebuild(ports(), service.core.projections, { swap: true });
    assert.deepEqual(rebuilt.differences, []);
  });

  it('refuses every later command for the account', async () => {
    const caller = await service.caller({ credits: 1000 });
    const { accountId: account } = caller;
    const debited = await service.run(caller, { text });
    assert.ok(debited.ok);
    const debit = (await service.history(caller)).find(({ type }) => type === 'CreditsDebited');
    await erase(account);
    const before = await typesOf(caller);
    const bonus = {
      accountId: account,
      kind: 'bonus',
      amount: credits(5),
      expiresAt: null,
    } as const;
    const outcomes = [
      await createKey(ports(), { accountId: account, name: 'k', rateLimit: 5, actor }),
      await grantCredits(ports(), { ...bonus, reason: 'late', actor }),
      await choosePlan(ports(), { accountId: account, plan: 'team', actor }),
      await refundDebit(ports(), {
        accountId: account,
        debitId: debitId(String(debit?.data.debitId)),
        reason: 'late',
        actor,
      }),
    ];
    for (const outcome of outcomes) {
      assert.ok(!outcome.ok && /was erased/.test(outcome.refusal.detail));
    }
    await assert.rejects(service.run(caller, { text: 'a new text' }), AccountErasedError);
    await assert.rejects(service.run(caller, { text }), AccountErasedError);
    assert.deepEqual(await typesOf(caller), before);
  });

  it('refuses an account that there is not', async () => {
    const outcome = await erase(accountId('acc_00000none'));
    assert.ok(!outcome.ok && outcome.refusal.code === 'not_found');
  });

  it('is finished by a repeat after a crash at any step, and a success ever after', async () => {
    const { personalData, keys, library } = ports();
    const fails = () => Promise.reject(new StoreUnavailableError('the disk is full'));
    const crashes: readonly Partial<EraseAccountPorts>[] = [
      { keys: { ...keys, handle: fails } },
      { personalData: { ...personalData, erase: fails } },
      { library: { ...library, forget: fails } },
    ];
    for (const crash of crashes) {
      const caller = await service.caller({ credits: 10 });
      const { accountId: account } = caller;
      const { key } = await keyOf(account);
      await assert.rejects(erase(account, crash), StoreUnavailableError);
      assert.equal(await admits(key), false, 'the door is shut although the erasure is not done');
      assert.ok((await erase(account)).ok);
      assert.ok((await erase(account)).ok);
      assert.equal(await personalData.get(account, 'email'), undefined);
      assert.equal((await typesOf(caller)).filter((type) => type === 'AccountErased').length, 1);
    }
  });
});

describe('erasing an account while its check runs', () => {
  it('answers and charges the check once, and keeps nothing of its text', async () => {
    const analyser = wordCountAnalyser();
    const service: CheckService = await openCheckService({
      ...analyser,
      async detect(...given) {
        const ports = { ...supportPorts(service.core), library: service.ports.library };
        await eraseAccount(ports, { accountId: caller.accountId, actor });
        return analyser.detect(...given);
      },
    });
    const caller = await service.caller({ credits: 1000 });
    const outcome = await service.run(caller, { text }, 'once');
    assert.ok(outcome.ok);
    const types = (await service.history(caller)).map(({ type }) => type);
    assert.deepEqual(types.slice(-3), ['CreditsHeld', 'AccountErased', 'CreditsDebited']);
    await service.close();
  });
});
