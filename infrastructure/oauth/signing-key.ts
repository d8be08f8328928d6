import {
  createECDH,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

/** The order of the group of P-256: SP 800-186 3.2.1.3. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** FIPS 186-5 A.2.1: 64 bits more than the order has leave no bias worth the name. */
const seedBytes = 40;
const coordinateBytes = 32;

interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly publicJwk: PublicJwk;
}

/** A P-256 key that comes out of the server secret by HKDF (RFC 5869), the same on every node. */
export function signingKey(secret: Uint8Array): SigningKey {
  const scalar = scalarOf(secret);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar);
  // Uncompressed: the byte 4, then both coordinates (SEC 1 2.3.3).
  const point = curve.getPublicKey();
  const publicJwk: PublicJwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 1 + coordinateBytes).toString('base64url'),
    y: point.subarray(1 + coordinateBytes).toString('base64url'),
  };
  const privateJwk = { ...publicJwk, d: scalar.toString('base64url') };
  return {
    privateKey: createPrivateKey({ key: privateJwk, format: 'jwk' }),
    publicKey: createPublicKey({ key: { ...publicJwk }, format: 'jwk' }),
    publicJwk,
  };
}

/** A number from 1 to the order less one: FIPS 186-5 A.2.1. */
function scalarOf(secret: Uint8Array): Buffer {
  const purpose = 'assay identity assertions';
  const seed = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purpose, seedBytes));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (order - 1n)) + 1n;
  return Buffer.from(scalar.toString(16).padStart(coordinateBytes * 2, '0'), 'hex');
}
