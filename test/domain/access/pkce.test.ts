import assert from 'node:assert/strict';
import fc from 'fast-check';
import { challengeOf, isCodeChallenge, isCodeVerifier } from '../../../domain/access/pkce.ts';
import { hasher } from '../../support/tally.ts';

const unreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
const verifier = fc
  .array(fc.constantFrom(...unreserved), { minLength: 43, maxLength: 128 })
  .map((letters) => letters.join(''));

describe('PKCE', () => {
  it('computes the challenge of RFC 7636, appendix B', () => {
    const example = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    assert.equal(challengeOf(example, hasher.sha256Base64url), challenge);
  });

  it('has a challenge of its own for every verifier', () => {
    fc.assert(
      fc.property(verifier, verifier, (one, other) => {
        const [left, right] = [one, other].map((text) => challengeOf(text, hasher.sha256Base64url));
        assert.ok(left !== null && left !== undefined && isCodeChallenge(left));
        assert.equal(left === right, one === other);
      }),
    );
  });

  it('knows a verifier by its length and its letters', () => {
    fc.assert(fc.property(verifier, (text) => isCodeVerifier(text)));
    const letters = 'a'.repeat(43);
    for (const text of [
      '',
      letters.slice(1),
      'a'.repeat(129),
      `${letters}=`,
      `${letters} `,
      `${letters}\n`,
    ]) {
      assert.equal(isCodeVerifier(text), false, JSON.stringify(text));
      assert.equal(challengeOf(text, hasher.sha256Base64url), null);
    }
  });

  it('knows a challenge by its length and its letters', () => {
    const letters = 'a'.repeat(42);
    assert.equal(isCodeChallenge(`${letters}-`), true);
    for (const text of [
      '',
      letters,
      `${letters}aa`,
      `${letters}=`,
      `${letters}~`,
      `${letters}a\n`,
    ]) {
      assert.equal(isCodeChallenge(text), false, JSON.stringify(text));
    }
  });
});
