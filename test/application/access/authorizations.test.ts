import assert from 'node:assert/strict';
import { approveAuthorization } from '../../../application/access/approve-authorization.ts';
import { authenticate } from '../../../application/access/authenticate.ts';
import { disconnectAuthorization } from '../../../application/access/disconnect-authorization.ts';
import { eraseAccount } from '../../../application/access/erase-account.ts';
import { listConnectedApps } from '../../../application/access/list-connected-apps.ts';
import { refreshTokens } from '../../../application/access/refresh-tokens.ts';
import { revokeToken } from '../../../application/access/revoke-token.ts';
import { choosePlan } from '../../../application/ledger/choose-plan.ts';
import { authorizationStream } from '../../../domain/access/authorization/events.ts';
import { authorizationId } from '../../../domain/shared/ids.ts';
import { catchUp } from '../../../projections/catch-up.ts';
import { rebuild } from '../../../projections/rebuild.ts';
import {
  actor,
  client,
  type OAuthService,
  openOAuthService,
  redirectUri,
} from '../../support/oauth-service.ts';
import { collect } from '../../support/sample-events.ts';

const { clientId } = client;
const minute = 60_000;
const day = 24 * 60 * minute;

describe('an authorization of an application', () => {
  let service: OAuthService;
  beforeEach(async () => {
    service = await openOAuthService();
  });
  afterEach(() => service.close());

  const refresh = (refreshToken: string) =>
    refreshTokens(service.ports, { refreshToken, clientId, resources: null });
  const eventsOf = (id: string) =>
    collect(service.ports.eventStore.readStream(authorizationStream(authorizationId(id)), 0));
  const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type);

  it('gives tokens that act on the account of the person who approved', async () => {
    const account = await service.account();
    const tokens = await service.connected(account);
    assert.match(tokens.accessToken, /^as_at_[0-9a-z]{24}_[0-9A-Za-z_-]{43}$/);
    assert.match(tokens.refreshToken, /^as_rt_[0-9a-z]{24}_[0-9A-Za-z_-]{43}$/);
    assert.equal(tokens.expiresInSeconds, 3600);
    const admitted = await authenticate(service.ports, {
      credential: tokens.accessToken,
      resource: 'mcp',
    });
    assert.deepEqual(admitted, {
      ok: true,
      value: {
        accountId: account,
        credentialId: tokens.authorizationId,
        credentialKind: 'authorization',
        plan: 'pro',
        rateLimit: 60,
        checks: null,
        monthlyCap: null,
      },
    });
  });

  it('admits an access token for an hour, at the resources it was issued for', async () => {
    const account = await service.account();
    const { code } = await service.approved(account);
    const tokens = await service.exchange(code, { resources: ['mcp'] });
    assert.ok(tokens.ok);
    const { accessToken } = tokens.value;
    assert.equal(await service.admits(accessToken, 'mcp'), true);
    assert.equal(await service.admits(accessToken, 'rest'), false);
    service.wait(60 * minute - 1);
    assert.equal(await service.admits(accessToken, 'mcp'), true);
    service.wait(1);
    assert.equal(await service.admits(accessToken, 'mcp'), false);
  });

  it('admits nothing that only looks like its access token', async () => {
    const { accessToken, refreshToken } = await service.connected(await service.account());
    const last = accessToken.endsWith('A') ? 'B' : 'A';
    for (const credential of [
      `${accessToken.slice(0, -1)}${last}`,
      accessToken.slice(0, -1),
      `${accessToken} `,
      refreshToken,
      refreshToken.replace('as_rt_', 'as_at_'),
    ]) {
      assert.equal(await service.admits(credential), false, credential);
    }
  });

  it('lets one of 50 exchanges at once through, and ends what came of it', async () => {
    const { code, authorizationId: id } = await service.approved(await service.account());
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => service.exchange(code)));
    const won = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
    assert.equal(won.length, 1);
    for (const outcome of outcomes) assert.ok(outcome.ok || outcome.error === 'invalid_grant');
    assert.equal(await service.admits(won[0]?.accessToken ?? ''), false);
    assert.ok(!(await refresh(won[0]?.refreshToken ?? '')).ok);
    assert.deepEqual(await typesOf(id), [
      'AuthorizationGranted',
      'TokensIssued',
      'AuthorizationEnded',
    ]);
  });

  it('lets at most one of 20 refreshes at once through, and ends with the others', async () => {
    const { refreshToken, accessToken } = await service.connected(await service.account());
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
    const won = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
    assert.equal(won.length, 1);
    for (const token of [accessToken, won[0]?.accessToken ?? '']) {
      assert.equal(await service.admits(token), false);
    }
    assert.ok(!(await refresh(won[0]?.refreshToken ?? '')).ok);
  });

  it('goes on from refresh to refresh for longer than 30 days', async () => {
    let { refreshToken } = await service.connected(await service.account());
    for (let turn = 0; turn < 4; turn += 1) {
      service.wait(20 * day);
      const next = await refresh(refreshToken);
      assert.ok(next.ok && next.value.refreshToken !== null);
      assert.equal(await service.admits(next.value.accessToken), true);
      refreshToken = next.value.refreshToken;
    }
    service.wait(30 * day);
    assert.deepEqual((await refresh(refreshToken)).ok, false);
  });

  it('refuses what is no code or refresh token at all without a look at the log', async () => {
    for (const text of ['', 'x', 'ath_x_y', `${'a'.repeat(24)}_${'b'.repeat(42)}`]) {
      assert.equal((await service.exchange(text)).ok, false);
      assert.equal((await refresh(text)).ok, false);
    }
  });

  it('takes back an access token alone, a refresh token with everything', async () => {
    const account = await service.account();
    const [one, two] = [await service.connected(account), await service.connected(account)];
    const next = await refresh(one.refreshToken);
    assert.ok(next.ok);
    await revokeToken(service.ports, { token: one.accessToken, clientId });
    assert.equal(await service.admits(one.accessToken), false);
    assert.equal(await service.admits(next.value.accessToken), true);
    await revokeToken(service.ports, { token: next.value.refreshToken ?? '', clientId });
    assert.equal(await service.admits(next.value.accessToken), false);
    assert.equal(await service.admits(two.accessToken), true);
  });

  it('leaves the tokens of another client, and those it does not know, as they are', async () => {
    const tokens = await service.connected(await service.account());
    const other = { clientId: 'cli_00000001' };
    const unknown = tokens.accessToken.replace(/.{5}$/, 'xxxxx');
    for (const token of [tokens.accessToken, tokens.refreshToken]) {
      await revokeToken(service.ports, { token, ...other });
    }
    for (const token of [unknown, '', 'as_live_x', 'as_at_', 'as_clm_x']) {
      await revokeToken(service.ports, { token, clientId });
    }
    assert.equal(await service.admits(tokens.accessToken), true);
    assert.ok((await refresh(tokens.refreshToken)).ok);
  });

  it('is disconnected by its account at once, and by no other', async () => {
    const [account, stranger] = [await service.account(), await service.account()];
    const { authorizationId: id, accessToken, refreshToken } = await service.connected(account);
    const by = (accountId: typeof account) =>
      disconnectAuthorization(service.ports, { accountId, authorizationId: id, actor });
    const refused = await by(stranger);
    assert.ok(!refused.ok && refused.refusal.code === 'not_found');
    assert.equal(await service.admits(accessToken), true);
    assert.deepEqual(await by(account), { ok: true, value: { authorizationId: id } });
    assert.equal(await service.admits(accessToken), false);
    assert.equal((await refresh(refreshToken)).ok, false);
    assert.ok((await by(account)).ok);
  });

  it('is refused to a free plan, before and after the consent', async () => {
    const account = await service.account();
    const { accessToken } = await service.connected(account);
    await choosePlan(service.ports, { accountId: account, plan: 'free', actor });
    const used = await authenticate(service.ports, { credential: accessToken, resource: 'rest' });
    assert.ok(!used.ok && used.refusal.code === 'plan_required');
    const request = { accountId: account, client, redirectUri, actor };
    const asked = { ...request, codeChallenge: 'a'.repeat(43), resources: ['rest'] } as const;
    const approved = await approveAuthorization(service.ports, asked);
    assert.ok(!approved.ok && approved.refusal.code === 'plan_required');
    for (const wrong of [{ redirectUri: 'http://127.0.0.1/other' }, { codeChallenge: 'x' }]) {
      await assert.rejects(approveAuthorization(service.ports, { ...asked, ...wrong }), RangeError);
    }
  });

  it('is listed as long as it can act, with its name and last use', async () => {
    const account = await service.account();
    await service.approved(account);
    service.wait(1);
    const { authorizationId: id } = await service.connected(account);
    const list = () => listConnectedApps(service.ports, { accountId: account });
    const connectedAt = service.now();
    const expected = {
      authorizationId: id,
      party: 'app',
      name: 'An editor',
      resources: ['mcp', 'rest'],
      connectedAt,
      lastUsedAt: null,
    };
    assert.deepEqual(await list(), [expected]);
    const caller = await service.caller({ credits: 100 });
    const own = { ...caller, accountId: account, credentialId: id } as const;
    assert.ok((await service.run({ ...own, credentialKind: 'authorization' }, {})).ok);
    await catchUp(service.ports, service.core.projections);
    const [used] = await list();
    assert.ok(used?.lastUsedAt && Math.abs(used.lastUsedAt - connectedAt) < minute);
    service.wait(31 * day);
    assert.deepEqual(await list(), []);
  });

  it('ends with its account, and leaves a rebuild equal', async () => {
    const account = await service.account();
    const tokens = await service.connected(account);
    const ports = { ...service.ports, library: service.service.ports.library };
    const erased = await eraseAccount(ports, { accountId: account, actor });
    assert.ok(erased.ok);
    assert.deepEqual(erased.value.authorizations, [tokens.authorizationId]);
    assert.equal(await service.admits(tokens.accessToken), false);
    assert.equal((await refresh(tokens.refreshToken)).ok, false);
    assert.equal((await typesOf(tokens.authorizationId)).at(-1), 'AuthorizationEnded');
    const apps = await listConnectedApps(service.ports, { accountId: account });
    assert.deepEqual(apps, []);
    await catchUp(service.ports, service.core.projections);
    const compared = await rebuild(service.ports, service.core.projections, { swap: false });
    assert.deepEqual(compared, { total: 0, differences: [] });
  });

  it('keeps no secret and no name in the log', async () => {
    const {
      authorizationId: id,
      accessToken,
      refreshToken,
    } = await service.connected(await service.account());
    const text = JSON.stringify(await eventsOf(id));
    for (const secret of [accessToken, refreshToken, 'An editor', '127.0.0.1', clientId]) {
      assert.ok(!text.includes(secret), secret);
    }
  });
});
