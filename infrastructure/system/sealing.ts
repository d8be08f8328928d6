import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** A fresh key for AES-256-GCM. */
export function freshKey(): Uint8Array {
  return randomBytes(32);
}

/** A key of its own for one purpose, from the server secret (HKDF, RFC 5869). */
export function purposeKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), purpose, 32));
}

/**
 * Encrypts with AES-256-GCM under a random nonce: nonce, ciphertext, tag. `place` names where the
 * value belongs; moved to another place it cannot be opened.
 */
export function seal(key: Uint8Array, place: string, value: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const sealed = [nonce, cipher.update(value), cipher.final()];
  return Buffer.concat([...sealed, cipher.getAuthTag()]);
}

/** @throws when the key is another one, or the value was changed or moved. */
export function open(key: Uint8Array, place: string, sealed: Uint8Array): Uint8Array {
  const end = sealed.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]);
}
