import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Hasher } from '../../application/ports/hasher.ts';

/** The project's own namespace of UUIDs. It must never change: event ids come out of it. */
const namespace = Buffer.from('6f0b7c1ed0a54e0f9a3c5b8f2d47e961', 'hex');

/** Digests by `node:crypto`; `secret` is the server secret that keyed hashes rest on. */
export function nodeHasher(secret: Uint8Array): Hasher {
  const purposeKeys = new Map<string, Buffer>();
  const keyFor = (purpose: string): Buffer => {
    const known = purposeKeys.get(purpose);
    if (known !== undefined) return known;
    const key = createHmac('sha256', secret).update(purpose).digest();
    purposeKeys.set(purpose, key);
    return key;
  };
  return {
    sha256: (data) => hash('sha256', data, 'hex'),
    // A key of its own for each purpose: no choice of purpose and data can collide with another.
    keyedHash: (purpose, data) => createHmac('sha256', keyFor(purpose)).update(data).digest('hex'),
    sha256Base64url: (data) => hash('sha256', data, 'base64url'),
    sameDigest,
    uuidV5,
  };
}

function sameDigest(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** RFC 9562 5.5: SHA-1 of namespace and name, with version and variant written over it. */
function uuidV5(name: string): string {
  const hex = hash('sha1', namespaced(name), 'hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  const last = `${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${last}`;
}

/** Room for every name in use, at up to three bytes a character; a longer one gets a buffer of its own. */
const room = Buffer.concat([namespace, Buffer.alloc(1_024)]);
const longestInRoom = 1_024 / 3;

function namespaced(name: string): Buffer {
  if (name.length > longestInRoom) return Buffer.concat([namespace, Buffer.from(name)]);
  return room.subarray(0, namespace.length + room.write(name, namespace.length));
}
