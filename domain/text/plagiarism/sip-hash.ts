/** Two 32-bit lanes to one keyed unsigned 32-bit hash. */
export type KeyedHash = (low: number, high: number) => number;

/**
 * SipHash-2-4 (Aumasson, Bernstein 2012) of one message of 8 bytes, given and computed in 32-bit lanes
 * because BigInt is far slower; the low 32 bits of the result. Under a secret key the hash of a phrase
 * tells nothing: a word list cannot be tried against stored fingerprints.
 *
 * @param key at least 16 secret bytes; what is beyond them is mixed in
 * @throws RangeError when the key is shorter
 */
export function sipHash(key: Uint8Array): KeyedHash {
  if (key.length < 16) {
    throw new RangeError(`a fingerprint key has at least 16 bytes, got ${key.length}`);
  }
  const lanes = laneReader(key);
  let hash = sipHashUnder([lanes(0), lanes(4), lanes(8), lanes(12)]);
  // Each further block makes the next key out of hashes under the one before.
  for (let at = 16; at < key.length; at += 8) {
    const [low, high] = [lanes(at), lanes(at + 4)];
    hash = sipHashUnder([
      hash(low, high),
      hash(low ^ 1, high),
      hash(low ^ 2, high),
      hash(low ^ 3, high),
    ]);
  }
  return hash;
}

type KeyLanes = readonly [number, number, number, number];

function sipHashUnder([k0, k1, k2, k3]: KeyLanes): KeyedHash {
  const v: Lanes = { al: 0, ah: 0, bl: 0, bh: 0, cl: 0, ch: 0, dl: 0, dh: 0 };
  return (low, high) => {
    // The constants are the algorithm's own: "somepseudorandomlygeneratedbytes".
    v.al = k0 ^ 0x70736575;
    v.ah = k1 ^ 0x736f6d65;
    v.bl = k2 ^ 0x6e646f6d;
    v.bh = k3 ^ 0x646f7261;
    v.cl = k0 ^ 0x6e657261;
    v.ch = k1 ^ 0x6c796765;
    v.dl = k2 ^ 0x79746573;
    v.dh = k3 ^ 0x74656462;
    absorb(v, low, high);
    absorb(v, 0, lengthBlock);
    v.cl ^= 0xff;
    sipRound(v);
    sipRound(v);
    sipRound(v);
    sipRound(v);
    return (v.al ^ v.bl ^ v.cl ^ v.dl) >>> 0;
  };
}

/** Four 64-bit words of state, each as low and high lane. */
interface Lanes {
  al: number;
  ah: number;
  bl: number;
  bh: number;
  cl: number;
  ch: number;
  dl: number;
  dh: number;
}

/** The last block holds nothing but the message length, 8 bytes, in its top byte. */
const lengthBlock = 8 << 24;

/** Four bytes from an offset on, little-endian, zeros beyond the end. */
function laneReader(bytes: Uint8Array): (offset: number) => number {
  return (offset) =>
    [0, 1, 2, 3].reduce((lane, at) => lane | ((bytes[offset + at] ?? 0) << (at * 8)), 0);
}

function absorb(v: Lanes, low: number, high: number): void {
  v.dl ^= low;
  v.dh ^= high;
  sipRound(v);
  sipRound(v);
  v.al ^= low;
  v.ah ^= high;
}

function sipRound(v: Lanes): void {
  let low = (v.al >>> 0) + (v.bl >>> 0);
  let high = (v.ah + v.bh + carry(low)) | 0;
  low |= 0;
  const bl = ((v.bl << 13) | (v.bh >>> 19)) ^ low;
  const bh = ((v.bh << 13) | (v.bl >>> 19)) ^ high;
  // Rotating by 32 bits is swapping the lanes.
  v.al = high;
  v.ah = low;

  low = (v.cl >>> 0) + (v.dl >>> 0);
  high = (v.ch + v.dh + carry(low)) | 0;
  low |= 0;
  const dl = ((v.dl << 16) | (v.dh >>> 16)) ^ low;
  const dh = ((v.dh << 16) | (v.dl >>> 16)) ^ high;

  const sumLow = (v.al >>> 0) + (dl >>> 0);
  v.ah = (v.ah + dh + carry(sumLow)) | 0;
  v.al = sumLow | 0;
  v.dl = ((dl << 21) | (dh >>> 11)) ^ v.al;
  v.dh = ((dh << 21) | (dl >>> 11)) ^ v.ah;

  low = (low >>> 0) + (bl >>> 0);
  high = (high + bh + carry(low)) | 0;
  low |= 0;
  v.bl = ((bl << 17) | (bh >>> 15)) ^ low;
  v.bh = ((bh << 17) | (bl >>> 15)) ^ high;
  v.cl = high;
  v.ch = low;
}

function carry(sum: number): number {
  return sum > 0xffffffff ? 1 : 0;
}
