import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { registrationId } from '../../../domain/shared/ids.ts';
import { addMs, instant } from '../../../domain/shared/instant.ts';
import { assertionSigner } from '../../../infrastructure/oauth/assertion-signer.ts';
import { signingKey } from '../../../infrastructure/oauth/signing-key.ts';

const issuer = 'https://assay.example';
const secret = new Uint8Array(32).fill(7);
const now = instant(1_800_000_000_000);
const registration = registrationId('reg_0123456789abcdef');
const dayMs = 86_400_000;
const assertion = {
  registrationId: registration,
  jti: 'b6f0a5f5-0000-4000-8000-000000000001',
  issuedAt: now,
  expiresAt: addMs(now, 30 * dayMs),
};

describe('identity assertions', () => {
  const signer = assertionSigner({ secret, issuer });
  const { privateKey } = signingKey(secret);

  it('are ES256 JWTs with the claims that DECISIONS names, and no others', async () => {
    const signed = await signer.sign(assertion);
    const { keys } = await signer.publicKeys();
    const [jwk] = keys;
    assert.ok(jwk !== undefined);
    assert.deepEqual(Object.keys(jwk).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    assert.deepEqual(decodeProtectedHeader(signed), {
      alg: 'ES256',
      typ: 'oauth-id-jag+jwt',
      kid: jwk.kid,
    });
    const currentDate = new Date(now);
    const { payload } = await jwtVerify(signed, await importJWK(jwk, 'ES256'), { currentDate });
    assert.deepEqual(payload, {
      iss: issuer,
      aud: issuer,
      sub: registration,
      jti: assertion.jti,
      iat: now / 1000,
      exp: now / 1000 + 30 * 86_400,
    });
  });

  it('are accepted by every node with the same secret, until they expire', async () => {
    const signed = await signer.sign(assertion);
    const other = assertionSigner({ secret: Uint8Array.from(secret), issuer });
    assert.deepEqual(await other.publicKeys(), await signer.publicKeys());
    assert.equal(await other.verify(signed, now), registration);
    assert.equal(await signer.verify(signed, addMs(now, 30 * dayMs - 1000)), registration);
    assert.equal(await signer.verify(signed, addMs(now, 30 * dayMs)), null);
  });

  it('are refused under another secret and for another issuer', async () => {
    const signed = await signer.sign(assertion);
    const otherKey = assertionSigner({ secret: new Uint8Array(32).fill(8), issuer });
    assert.equal(await otherKey.verify(signed, now), null);
    const elsewhere = assertionSigner({ secret, issuer: 'https://other.example' });
    assert.equal(await elsewhere.verify(signed, now), null);
  });

  it('are refused when any byte of them is another', async () => {
    const signed = await signer.sign(assertion);
    for (let at = 0; at < signed.length; at += 7) {
      const letter = signed[at] === 'A' ? 'B' : 'A';
      const changed = `${signed.slice(0, at)}${letter}${signed.slice(at + 1)}`;
      // The last letter of a part has bits that stand for nothing; none of those is touched here.
      assert.equal(await signer.verify(changed, now), null, `changed at ${at}`);
    }
  });

  it('are refused without a signature, or with one under the public key as a secret', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = part(goodClaims());
    const { publicJwk, publicKey } = signingKey(secret);
    const { keys } = await signer.publicKeys();
    const kid = keys[0]?.kid;
    for (const alg of ['none', 'None', 'NONE']) {
      const forged = `${part({ alg, typ: 'oauth-id-jag+jwt', kid })}.${claims}.`;
      assert.equal(await signer.verify(forged, now), null);
    }
    const head = part({ alg: 'HS256', typ: 'oauth-id-jag+jwt', kid });
    for (const key of [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'der' }),
      JSON.stringify(publicJwk),
    ]) {
      const mac = createHmac('sha256', key).update(`${head}.${claims}`).digest('base64url');
      assert.equal(await signer.verify(`${head}.${claims}.${mac}`, now), null);
    }
  });

  it('are refused with a key of their own in the header', async () => {
    const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = own.publicKey.export({ format: 'jwk' });
    const { keys } = await signer.publicKeys();
    for (const header of [{ jwk }, { jku: 'https://evil.example/jwks' }, { kid: 'other' }, {}]) {
      const forged = await signed(own.privateKey, { kid: keys[0]?.kid, ...header });
      assert.equal(await signer.verify(forged, now), null);
    }
  });

  it('are refused when our key signed them for something else', async () => {
    const { keys } = await signer.publicKeys();
    const kid = keys[0]?.kid;
    const cases: readonly { readonly header?: object; readonly claims?: JWTPayload }[] = [
      { header: { typ: 'JWT' } },
      { header: { typ: 'at+jwt' } },
      { header: { typ: undefined } },
      { header: { kid: 'another' } },
      { header: { kid: undefined } },
      { header: { crit: ['other'], other: 1 } },
      { claims: { iss: 'https://other.example' } },
      { claims: { aud: `${issuer}/v1` } },
      { claims: { aud: [issuer, 'https://other.example'] } },
      { claims: { sub: 'acc_0123456789abcdef' } },
      { claims: { sub: '' } },
      { claims: { exp: now / 1000 - 1 } },
      { claims: { nbf: now / 1000 + 60 } },
    ];
    for (const { header = {}, claims = {} } of cases) {
      const forged = await signed(privateKey, { kid, ...header }, claims);
      assert.equal(await signer.verify(forged, now), null, JSON.stringify({ header, claims }));
    }
    for (const missing of ['iss', 'aud', 'sub', 'iat', 'exp', 'jti']) {
      const forged = await signed(privateKey, { kid }, { [missing]: undefined });
      assert.equal(await signer.verify(forged, now), null, `without ${missing}`);
    }
    assert.equal(await signer.verify(await signed(privateKey, { kid }), now), registration);
  });

  it('are refused when they are no JWT at all', async () => {
    for (const text of ['', '.', '..', 'as_at_x_y', 'a.b.c', `${'a'.repeat(3_000)}.b.c`]) {
      assert.equal(await signer.verify(text, now), null);
    }
  });
});

function goodClaims(): JWTPayload {
  return {
    iss: issuer,
    aud: issuer,
    sub: registration,
    jti: assertion.jti,
    iat: now / 1000,
    exp: now / 1000 + 86_400,
  };
}

function signed(key: KeyObject, header: object, claims: JWTPayload = {}): Promise<string> {
  const fields = { alg: 'ES256', typ: 'oauth-id-jag+jwt', ...header };
  return new SignJWT({ ...goodClaims(), ...claims })
    .setProtectedHeader(fields)
    .sign(key, { crit: { other: true } });
}
