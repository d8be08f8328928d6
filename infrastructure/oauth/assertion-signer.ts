import {
  calculateJwkThumbprint,
  type JSONWebKeySet,
  type JWTHeaderParameters,
  jwtVerify,
  SignJWT,
} from 'jose';
import type { AssertionSigner } from '../../application/ports/assertion-signer.ts';
import { type RegistrationId, registrationId } from '../../domain/shared/ids.ts';
import { type SigningKey, signingKey } from './signing-key.ts';

const algorithm = 'ES256';
/** RFC 8725 3.11: a JWT made for one purpose must not be taken for one of another. */
const type = 'oauth-id-jag+jwt';
/** Ours have some 500 characters; nothing longer is worth parsing. */
const maxLength = 2_048;

export interface AssertionSignerOptions {
  /** The server secret: every node that knows it makes and accepts the same assertions. */
  readonly secret: Uint8Array;
  readonly issuer: string;
}

export interface PublishedAssertionSigner extends AssertionSigner {
  /** The public key for whoever wants to check an assertion: RFC 7517. */
  publicKeys(): Promise<JSONWebKeySet>;
}

/** Signs and verifies identity assertions with a key that comes out of the server secret. */
export function assertionSigner(options: AssertionSignerOptions): PublishedAssertionSigner {
  const { issuer, secret } = options;
  const key = signingKey(secret);
  const named = nameOf(key);
  return {
    async sign({ registrationId: subject, jti, issuedAt, expiresAt }) {
      return new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: type, kid: await named })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(subject)
        .setJti(jti)
        .setIssuedAt(Math.floor(issuedAt / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key.privateKey);
    },
    async verify(assertion, now) {
      if (assertion.length > maxLength) return null;
      const kid = await named;
      const options = { issuer, currentDate: new Date(now), ...expected };
      const keyOf = (header: JWTHeaderParameters) => {
        if (header.kid !== kid) throw new Error('expected the key of this service');
        return key.publicKey;
      };
      try {
        const { payload } = await jwtVerify(assertion, keyOf, options);
        return payload.aud === issuer ? registrationOf(payload.sub) : null;
      } catch {
        return null;
      }
    },
    async publicKeys() {
      return { keys: [{ ...key.publicJwk, kid: await named, alg: algorithm, use: 'sig' }] };
    },
  };
}

const expected = {
  algorithms: [algorithm],
  typ: type,
  requiredClaims: ['sub', 'aud', 'iat', 'exp', 'jti'],
};

/** RFC 7638: the same on every node, another for another key. */
function nameOf({ publicJwk }: SigningKey): Promise<string> {
  return calculateJwkThumbprint(publicJwk);
}

function registrationOf(subject: string | undefined): RegistrationId | null {
  try {
    return registrationId(subject ?? '');
  } catch {
    return null;
  }
}
