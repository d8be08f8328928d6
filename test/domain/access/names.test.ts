import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  accessTokenPrefix,
  authorizationCodePrefix,
  authorizationOfAccessToken,
  authorizationOfCode,
  authorizationOfRefreshToken,
  claimTokenPrefix,
  refreshTokenPrefix,
  registrationOfClaimToken,
} from '../../../domain/access/credential-names.ts';
import { displayName } from '../../../domain/access/display-name.ts';
import { emailAddress } from '../../../domain/access/email.ts';
import {
  authorizationId,
  authorizationOf,
  registrationId,
  registrationOf,
} from '../../../domain/shared/ids.ts';

const id = authorizationId('ath_0123456789abcdef01234567');
const registration = registrationId('reg_0123456789abcdef01234567');
const secret = 'aZ09-_'.padEnd(43, 'x');

describe('a credential', () => {
  it('names what it belongs to', () => {
    assert.equal(authorizationOfAccessToken(accessTokenPrefix(id) + secret), id);
    assert.equal(authorizationOfRefreshToken(refreshTokenPrefix(id) + secret), id);
    assert.equal(authorizationOfCode(authorizationCodePrefix(id) + secret), id);
    assert.equal(registrationOfClaimToken(claimTokenPrefix(registration) + secret), registration);
    assert.equal(authorizationOf(registration), id);
    assert.equal(registrationOf(id), registration);
  });

  it('is written in the letters of RFC 6750 2.1', () => {
    assert.match(accessTokenPrefix(id) + secret, /^[0-9A-Za-z\-._~+/]+$/);
    assert.equal(accessTokenPrefix(id), 'as_at_0123456789abcdef01234567_');
  });

  it('is not taken for one of another kind', () => {
    const access = accessTokenPrefix(id) + secret;
    assert.equal(authorizationOfRefreshToken(access), null);
    assert.equal(authorizationOfCode(access), null);
    assert.equal(registrationOfClaimToken(access), null);
    assert.equal(authorizationOfAccessToken(refreshTokenPrefix(id) + secret), null);
  });

  it('names nothing when it is not whole, whatever it is', () => {
    const whole = accessTokenPrefix(id) + secret;
    for (const text of [
      whole.slice(0, -1),
      `${whole}x`,
      `${whole}\n`,
      ` ${whole}`,
      whole.toUpperCase(),
      'as_at__'.padEnd(60, 'x'),
    ]) {
      assert.equal(authorizationOfAccessToken(text), null, JSON.stringify(text));
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        const found = [text, `as_at_${text}`, `as_rt_${text}`, `as_clm_${text}`].map((one) => [
          authorizationOfAccessToken(one),
          authorizationOfRefreshToken(one),
          registrationOfClaimToken(one),
        ]);
        assert.ok(found.flat().every((one) => one === null || text.length >= 52));
      }),
    );
  });
});

describe('a display name', () => {
  it('keeps what a person can read', () => {
    assert.equal(displayName('  Ärztin’s   Helper 2 😀 '), 'Ärztin’s Helper 2 😀');
    assert.equal(displayName('日本語 العربية'), '日本語 العربية');
  });

  it('drops what turns, hides or breaks', () => {
    assert.equal(displayName('Ass\u202Eyas\u2066\u200B\u00AD\uFEFF'), 'Assyas');
    assert.equal(displayName('two\r\nlines\u2028three'), 'two lines three');
    assert.equal(displayName('\u0000\u001B[31mred'), '[31mred');
    assert.equal(displayName('\u202E\u200B '), '');
    assert.equal(displayName(`z${'\u0301'.repeat(50)}`).normalize('NFD').length <= 5, true);
  });

  it('is never longer than 80 characters, and comes out as it went in the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const name = displayName(text);
        assert.ok([...name].length <= 80);
        assert.equal(displayName(name), name);
        assert.doesNotMatch(name, /\p{C}/u);
      }),
    );
  });
});

describe('an e-mail address', () => {
  it('is found in lower case, without white space around', () => {
    assert.equal(emailAddress(' Ann@Example.ORG '), 'ann@example.org');
  });

  it('is none without one @ between two parts, with white space inside, or too long', () => {
    for (const text of [
      '',
      'ann',
      '@',
      'a@',
      '@b',
      'a@b@c',
      'a b@c',
      'a@b\r\nBcc: c@d',
      `${'a'.repeat(250)}@b.org`,
    ]) {
      assert.equal(emailAddress(text), null, JSON.stringify(text));
    }
  });
});
