import assert from 'node:assert/strict';
import {
  account,
  exchange,
  grant,
  hash,
  lifeOf,
  refreshing,
  stranger,
} from '../../../support/authorization-life.ts';

describe('an authorization', () => {
  it('is granted once', () => {
    const life = lifeOf(grant, grant);
    assert.deepEqual(life.statuses, ['granted', 'exists']);
    assert.deepEqual(life.types, ['AuthorizationGranted']);
  });

  it('issues nothing before it is granted', () => {
    const life = lifeOf(exchange(), refreshing('refresh 1'), {
      type: 'end-authorization',
      accountId: account,
      reason: 'disconnected',
    });
    assert.deepEqual(life.statuses, ['refused invalid_grant', 'refused invalid_grant', 'unknown']);
    assert.deepEqual(life.types, []);
  });

  it('exchanges its code for tokens, for all that was approved', () => {
    const life = lifeOf(grant, exchange());
    assert.deepEqual(life.types, ['AuthorizationGranted', 'TokensIssued']);
    assert.deepEqual(life.record?.accessTokens, [
      { hash: hash('access 1'), expiresAt: 3_600_000, resources: ['mcp', 'rest'] },
    ]);
    assert.equal(life.record?.ended, false);
  });

  it('issues a token for a part of what was approved, and keeps the whole for the refresh', () => {
    const life = lifeOf(
      grant,
      exchange({ wanted: ['mcp'] }),
      refreshing('refresh 1', { number: 2 }),
    );
    assert.deepEqual(
      life.record?.accessTokens.map(({ resources }) => resources),
      [['mcp'], ['mcp', 'rest']],
    );
  });

  it('refuses a resource that was not approved, and keeps the code for a better request', () => {
    const life = lifeOf(
      { ...grant, resources: ['mcp'] },
      exchange({ wanted: ['rest'] }),
      exchange({ wanted: ['mcp'] }),
    );
    assert.deepEqual(life.statuses, ['granted', 'refused invalid_target', 'issued']);
  });

  for (const [what, change] of [
    ['another verifier', { challenge: hash('other').slice(0, 43) }],
    ['no verifier', { challenge: null }],
    ['another redirect URI', { redirectUriHash: hash('https://evil.example') }],
    ['another client', { clientHash: stranger }],
  ] as const) {
    it(`burns a code that comes with ${what}`, () => {
      const life = lifeOf(grant, exchange(change), exchange());
      assert.deepEqual(life.statuses, [
        'granted',
        'refused invalid_grant',
        'refused invalid_grant',
      ]);
      assert.deepEqual(life.types, ['AuthorizationGranted', 'AuthorizationEnded']);
      assert.equal(life.endedBecause, 'code_refused');
    });
  }

  it('takes a code without a redirect URI, which OAuth 2.1 has no more', () => {
    assert.deepEqual(lifeOf(grant, exchange({ redirectUriHash: null })).statuses, [
      'granted',
      'issued',
    ]);
  });

  it('is not ended by a code that was never issued', () => {
    const life = lifeOf(grant, exchange({ codeHash: hash('a guess') }), exchange());
    assert.deepEqual(life.statuses, ['granted', 'refused invalid_grant', 'issued']);
  });

  it('refuses a code from the end of its 60 seconds on', () => {
    assert.deepEqual(lifeOf(grant, [59_999, exchange()]).statuses, ['granted', 'issued']);
    assert.deepEqual(lifeOf(grant, [60_000, exchange()]).statuses, [
      'granted',
      'refused invalid_grant',
    ]);
  });

  it('ends with everything that came of it when its code is used again, however late', () => {
    for (const at of [0, 1_000, 86_400_000]) {
      const life = lifeOf(
        grant,
        exchange(),
        [at, exchange({ number: 2 })],
        refreshing('refresh 1'),
      );
      assert.deepEqual(life.statuses.slice(1), [
        'issued',
        'refused invalid_grant',
        'refused invalid_grant',
      ]);
      assert.equal(life.endedBecause, 'code_replayed');
      assert.deepEqual(life.record?.accessTokens, []);
    }
  });
});
