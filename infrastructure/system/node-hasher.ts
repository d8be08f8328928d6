import { createHmac, hash } from 'node:crypto';
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
    uuidV5,
  };
}

/** RFC 9562 5.5: SHA-1 of namespace and name, with version and variant written over it. */
function uuidV5(name: string): string {
  const bytes = hash('sha1', Buffer.concat([namespace, Buffer.from(name)]), 'buffer');
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return `${groups.join('-')}-${hex.slice(20)}`;
}
