import assert from 'node:assert/strict';
import { authenticate } from '../../application/access/authenticate.ts';
import { createKey } from '../../application/access/create-key.ts';
import { revokeKey } from '../../application/access/revoke-key.ts';
import { choosePlan } from '../../application/ledger/choose-plan.ts';
import { grantCredits } from '../../application/ledger/grant-credits.ts';
import { openAccount } from '../../application/ledger/open-account.ts';
import { showAccount } from '../../application/ledger/show-account.ts';
import { credits } from '../../domain/shared/credits.ts';
import { type AccountId, accountId, keyId } from '../../domain/shared/ids.ts';
import { addMs } from '../../domain/shared/instant.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';
import { type Core, openCore, supportPorts } from '../../interfaces/composition.ts';
import { readConfig } from '../../interfaces/config.ts';
import { done } from '../support/done.ts';
import { collect } from '../support/sample-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const actor = { kind: 'support' } as const;
const nobody = accountId('acc_00000000');

describe('what support does to accounts and keys', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let core: Core;

  beforeEach(async () => {
    folder = temporaryFolder();
    const config = readConfig({ ASSAY_DATA_DIR: folder.path, ASSAY_ALLOWANCE_PRO: '100' });
    core = await openCore(config, (cause) => assert.fail(String(cause)));
  });
  afterEach(async () => {
    await core.stores.close();
    folder.remove();
  });

  const ports = () => supportPorts(core);
  const open = async (email = 'ada@example.org', plan: 'free' | 'pro' = 'pro') =>
    done(await openAccount(ports(), { email, plan, actor })).accountId;
  const key = async (account: AccountId) =>
    done(
      await createKey(ports(), { accountId: account, name: 'my first key', rateLimit: 5, actor }),
    );
  const caller = (credential: string | null) =>
    authenticate(ports(), { credential, resource: 'rest' });
  const grant = (changes: { readonly account: AccountId; readonly expiresInMs?: number }) =>
    grantCredits(ports(), {
      accountId: changes.account,
      kind: 'bonus',
      amount: credits(50),
      expiresAt:
        changes.expiresInMs === undefined ? null : addMs(ports().clock.now(), changes.expiresInMs),
      reason: 'a kind word from Ada',
      actor,
    });

  it('opens one account for an e-mail address, however it is written and whoever is first', async () => {
    const outcomes = await Promise.all(
      ['ada@example.org', ' ADA@example.org', 'Ada@Example.org '].map((email) =>
        openAccount(ports(), { email, plan: 'pro', actor }),
      ),
    );
    assert.equal(outcomes.filter(({ ok }) => ok).length, 1);
    for (const email of ['', 'ada', 'a@b@c', 'a b@c', `${'x'.repeat(250)}@b.org`]) {
      assert.equal(codeOf(await openAccount(ports(), { email, plan: 'pro', actor })), 'bad_json');
    }
  });

  it('grants credits that can be spent, and none that have expired already', async () => {
    const account = await open();
    assert.equal(done(await grant({ account })).available, 150);
    assert.equal(done(await grant({ account, expiresInMs: 60_000 })).available, 200);
    assert.equal(codeOf(await grant({ account, expiresInMs: -1 })), 'bad_json');
    assert.equal(codeOf(await grant({ account: nobody })), 'not_found');
  });

  it('knows a key from its creation to its revocation, and no longer', async () => {
    const account = await open();
    const made = await key(account);
    const found = done(await caller(made.key));
    assert.deepEqual([found.accountId, found.plan, found.rateLimit], [account, 'pro', 5]);
    done(await revokeKey(ports(), { keyId: made.keyId, actor }));
    assert.equal(codeOf(await caller(made.key)), 'invalid_key');
    done(await revokeKey(ports(), { keyId: made.keyId, actor }));
    const unknown = { keyId: keyId('key_00000000'), actor };
    assert.equal(codeOf(await revokeKey(ports(), unknown)), 'not_found');
  });

  it('refuses a key from the instant on at which it expires', async () => {
    const account = await open();
    const expiresAt = addMs(ports().clock.now(), 60_000);
    const wish = { accountId: account, name: 'for a minute', rateLimit: 5, expiresAt, actor };
    const made = done(await createKey(ports(), wish));
    const at = (ms: number) =>
      authenticate(
        { ...ports(), clock: { now: () => addMs(expiresAt, ms) } },
        { credential: made.key, resource: 'rest' },
      );
    done(await at(-1));
    assert.equal(codeOf(await at(0)), 'invalid_key');
    assert.equal(codeOf(await at(1)), 'invalid_key');
    assert.equal(codeOf(await createKey(ports(), { ...wish, expiresAt: 5 })), 'bad_json');
  });

  it('knows what a key may spend and run', async () => {
    const account = await open();
    const wish = { accountId: account, name: 'grammar only', rateLimit: 5, actor };
    const terms = { monthlyCap: 40, checks: ['grammar'] };
    const made = done(await createKey(ports(), { ...wish, ...terms }));
    const found = done(await caller(made.key));
    assert.deepEqual([found.monthlyCap, found.checks], [40, ['grammar']]);
    const free = done(await caller((await key(account)).key));
    assert.deepEqual([free.monthlyCap, free.checks], [null, null]);
  });

  it('tells no credential from a wrong one, and a wrong one from a lost plan', async () => {
    const account = await open();
    const made = await key(account);
    assert.equal(codeOf(await caller(null)), 'unauthenticated');
    for (const wrong of [
      '',
      'as_live_',
      `${made.key}x`,
      made.key.toUpperCase(),
      'x'.repeat(9_999),
    ]) {
      assert.equal(codeOf(await caller(wrong)), 'invalid_key');
    }
    done(await choosePlan(ports(), { accountId: account, plan: 'free', actor }));
    assert.equal(codeOf(await caller(made.key)), 'plan_required');
    assert.equal(
      codeOf(await choosePlan(ports(), { accountId: nobody, plan: 'pro', actor })),
      'not_found',
    );
  });

  it('makes no key for an account that does not exist', async () => {
    const made = await createKey(ports(), { accountId: nobody, name: 'x', rateLimit: 5, actor });
    assert.equal(codeOf(made), 'not_found');
  });

  it('shows an account with its keys by name', async () => {
    const account = await open();
    const made = await key(account);
    const shown = done(await showAccount(ports(), { accountId: account }));
    assert.equal(shown.email, 'ada@example.org');
    assert.deepEqual(shown.keys, [
      { key_id: made.keyId, name: 'my first key', rate_limit: 5, revoked: false },
    ]);
    assert.equal(codeOf(await showAccount(ports(), { accountId: nobody })), 'not_found');
  });

  it('leaves no e-mail, name, reason or key in the log', async () => {
    const account = await open();
    const made = await key(account);
    done(await grant({ account }));
    const log = JSON.stringify(await collect(core.stores.events.readAll(0, [''])));
    for (const words of ['example.org', 'my first key', 'kind word', made.key]) {
      assert.ok(!log.includes(words), words);
    }
  });
});

function codeOf(outcome: Outcome<unknown>): string | null {
  return outcome.ok ? null : outcome.refusal.code;
}
