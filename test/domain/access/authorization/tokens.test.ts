import assert from 'node:assert/strict';
import type { AuthorizationCommand } from '../../../../domain/access/authorization/decide.ts';
import { instant } from '../../../../domain/shared/instant.ts';
import {
  account,
  exchange,
  fresh,
  grant,
  granted,
  hash,
  lifeOf,
  refreshing,
  stranger,
} from '../../../support/authorization-life.ts';

describe('the tokens of an authorization', () => {
  it('rotates its refresh token', () => {
    const life = lifeOf(
      grant,
      exchange(),
      refreshing('refresh 1', { number: 2 }),
      refreshing('refresh 2', { number: 3 }),
    );
    assert.deepEqual(life.statuses, ['granted', 'issued', 'issued', 'issued']);
    assert.equal(life.record?.accessTokens.length, 3);
  });

  it('ends when a used refresh token comes back while it would still be good', () => {
    const life = lifeOf(
      grant,
      exchange(),
      refreshing('refresh 1', { number: 2 }),
      refreshing('refresh 1', { number: 3 }),
      refreshing('refresh 2', { number: 4 }),
    );
    assert.deepEqual(life.statuses.slice(3), ['refused invalid_grant', 'refused invalid_grant']);
    assert.equal(life.endedBecause, 'refresh_reused');
    assert.deepEqual(life.record?.accessTokens, []);
  });

  it('remembers a used refresh token over many rotations', () => {
    const rotations = Array.from({ length: 50 }, (_, turn) =>
      refreshing(`refresh ${turn + 1}`, { number: turn + 2 }),
    );
    const life = lifeOf(grant, exchange(), ...rotations, refreshing('refresh 20', { number: 99 }));
    assert.equal(life.endedBecause, 'refresh_reused');
  });

  it('is not ended by a refresh token that was never issued, or by another client', () => {
    const life = lifeOf(
      grant,
      exchange(),
      refreshing('a guess', { number: 2 }),
      refreshing('refresh 1', { number: 2, clientHash: stranger }),
      refreshing('refresh 1', { number: 2 }),
    );
    assert.deepEqual(life.statuses.slice(2), [
      'refused invalid_grant',
      'refused invalid_grant',
      'issued',
    ]);
  });

  it('refuses a refresh token after 30 days, and counts them anew from each rotation', () => {
    const day = 86_400_000;
    const late = lifeOf(grant, exchange(), [30 * day, refreshing('refresh 1', { number: 2 })]);
    assert.deepEqual(late.statuses, ['granted', 'issued', 'refused invalid_grant']);
    const sliding = lifeOf(
      grant,
      exchange(),
      [20 * day, refreshing('refresh 1', { number: 2 })],
      [40 * day, refreshing('refresh 2', { number: 3 })],
      // The first one has expired by now, so that it says nothing any more.
      [40 * day, refreshing('refresh 1', { number: 4 })],
      [40 * day, refreshing('refresh 3', { number: 5 })],
    );
    assert.deepEqual(sliding.statuses.slice(2), [
      'issued',
      'issued',
      'refused invalid_grant',
      'issued',
    ]);
  });

  it('issues 120 pairs within an hour and no more, and goes on after it', () => {
    const pairs = Array.from({ length: 120 }, (_, place) => place + 2);
    const hour = 3_600_000;
    const refreshes = pairs.map(
      (number) => [number * 1_000, refreshing(`refresh ${number - 1}`, { number })] as const,
    );
    const later = [hour + 3_000, refreshing('refresh 120', { number: 121 })] as const;
    const life = lifeOf(grant, exchange(), ...refreshes, later);
    const { statuses } = life;
    assert.equal(statuses.filter((status) => status === 'issued').length, 121);
    assert.equal(statuses.lastIndexOf('too_many'), statuses.indexOf('too_many'));
    assert.equal(statuses.indexOf('too_many'), 121);
    assert.equal(statuses.at(-1), 'issued');
    assert.equal(life.endedBecause, undefined);
  });

  it('loses one access token by its revocation, and nothing by that of a stranger', () => {
    const revoke = (number: number, clientHash: string | null): AuthorizationCommand => ({
      type: 'revoke-access-token',
      tokenHash: hash(`access ${number}`),
      clientHash,
    });
    const life = lifeOf(
      grant,
      exchange(),
      refreshing('refresh 1', { number: 2 }),
      revoke(1, stranger),
      revoke(1, grant.clientHash),
      revoke(1, grant.clientHash),
      revoke(7, grant.clientHash),
    );
    assert.deepEqual(life.statuses.slice(3), ['done', 'done', 'done', 'done']);
    assert.equal(life.types.filter((type) => type === 'AccessTokenRevoked').length, 1);
    assert.deepEqual(
      life.record?.accessTokens.map((token) => token.hash),
      [hash('access 2')],
    );
    assert.deepEqual(lifeOf(grant, exchange(), revoke(1, null)).record?.accessTokens, []);
  });

  it('ends with the revocation of a refresh token, even of a used one', () => {
    const revoke: AuthorizationCommand = {
      type: 'revoke-refresh-token',
      tokenHash: hash('refresh 1'),
      clientHash: null,
    };
    const life = lifeOf(grant, exchange(), refreshing('refresh 1', { number: 2 }), revoke, revoke);
    assert.equal(life.endedBecause, 'revoked');
    assert.equal(life.record?.ended, true);
    assert.deepEqual(life.statuses.slice(3), ['done', 'done']);
    const strange = lifeOf(grant, exchange(), { ...revoke, clientHash: stranger });
    assert.equal(strange.endedBecause, undefined);
  });

  it('is disconnected by its own account alone, once', () => {
    const end = { type: 'end-authorization', accountId: account, reason: 'disconnected' } as const;
    const life = lifeOf(grant, exchange(), end, end, refreshing('refresh 1', { number: 2 }), grant);
    assert.deepEqual(life.statuses.slice(2), ['done', 'done', 'refused invalid_grant', 'exists']);
    assert.equal(life.types.filter((type) => type === 'AuthorizationEnded').length, 1);
    const other = lifeOf(grant, { ...end, accountId: granted.other });
    assert.deepEqual(other.statuses, ['granted', 'unknown']);
  });

  describe('of an agent', () => {
    const agent = { ...grant, party: 'agent', code: null } as const;
    const assertion = { hash: hash('assertion'), expiresAt: instant(30 * 86_400_000) };
    const collect = {
      type: 'collect',
      wanted: null,
      fresh: { ...fresh(1), refresh: null, assertion },
    } as const;
    const renew = (number: number, presented = 'assertion') =>
      ({
        type: 'renew',
        assertionHash: hash(presented),
        wanted: null,
        fresh: { ...fresh(number), refresh: null },
      }) as const;

    it('is renewed until it has 120 tokens of an hour, and again after it', () => {
      const renewals = Array.from({ length: 120 }, (_, place) => renew(place + 2));
      const hour = 3_600_000;
      const later = { ...renew(122), fresh: { ...fresh(122, hour), refresh: null } };
      const { statuses } = lifeOf(agent, collect, ...renewals, [hour, later]);
      assert.equal(statuses.filter((status) => status === 'issued').length, 121);
      assert.equal(statuses.indexOf('too_many'), 121);
      assert.equal(statuses.at(-1), 'issued');
    });

    it('is collected once, and renewed by its assertion as long as that is good', () => {
      const life = lifeOf(
        agent,
        collect,
        collect,
        renew(2),
        renew(3),
        renew(4, 'another assertion'),
        [30 * 86_400_000, renew(5)],
      );
      assert.deepEqual(life.statuses.slice(1), [
        'issued',
        'collected',
        'issued',
        'issued',
        'refused invalid_grant',
        'refused invalid_grant',
      ]);
      assert.equal(life.record?.renewableUntil, assertion.expiresAt);
    });

    it('has no code to exchange, and an application nothing to collect or renew', () => {
      assert.deepEqual(lifeOf(agent, exchange()).statuses, ['granted', 'refused invalid_grant']);
      assert.deepEqual(lifeOf(grant, collect, renew(1)).statuses.slice(1), [
        'refused invalid_grant',
        'refused invalid_grant',
      ]);
    });

    it('renews nothing once it is disconnected', () => {
      const end = { type: 'end-authorization', accountId: account, reason: 'erased' } as const;
      const life = lifeOf(agent, collect, end, renew(2));
      assert.deepEqual(life.statuses.slice(1), ['issued', 'done', 'refused invalid_grant']);
      assert.equal(life.endedBecause, 'erased');
    });
  });
});
