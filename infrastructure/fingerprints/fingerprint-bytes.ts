import type { Fingerprints } from '../../domain/text/plagiarism/fingerprint.ts';

/** What stands beside the hashes: where each fingerprint stands and which family it belongs to. */
export type Places = Pick<Fingerprints, 'tokens' | 'starts' | 'ends' | 'families'>;

/**
 * Packs places into about three bytes each: differences to the fingerprint before as variable-length
 * integers (7 bits a byte, low ones first), the family as the lowest bit of the first.
 */
export function packPlaces(places: Places): Uint8Array {
  // Three numbers of at most five bytes each.
  const bytes = new Uint8Array(places.tokens.length * 15);
  let at = 0;
  let token = 0;
  let start = 0;
  places.tokens.forEach((place, index) => {
    const from = places.starts[index] ?? 0;
    at = put(bytes, { at, value: (place - token) * 2 + (places.families[index] ?? 0) });
    at = put(bytes, { at, value: from - start });
    at = put(bytes, { at, value: (places.ends[index] ?? 0) - from });
    token = place;
    start = from;
  });
  return bytes.slice(0, at);
}

/** @param count how many fingerprints were packed */
export function unpackPlaces(bytes: Uint8Array, count: number): Places {
  const places = {
    tokens: new Uint32Array(count),
    starts: new Uint32Array(count),
    ends: new Uint32Array(count),
    families: new Uint8Array(count),
  };
  const next = reader(bytes);
  let token = 0;
  let start = 0;
  for (let index = 0; index < count; index += 1) {
    const step = next();
    token += Math.floor(step / 2);
    start += next();
    places.tokens[index] = token;
    places.families[index] = step % 2;
    places.starts[index] = start;
    places.ends[index] = start + next();
  }
  return places;
}

/** Hashes as they lie in memory. Every machine Node runs on is little-endian. */
export function packHashes(hashes: Uint32Array): Uint8Array {
  return new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength);
}

export function unpackHashes(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
}

function put(bytes: Uint8Array, { at, value }: { at: number; value: number }): number {
  let rest = value;
  let next = at;
  while (rest > 127) {
    bytes[next] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
    next += 1;
  }
  bytes[next] = rest;
  return next + 1;
}

function reader(bytes: Uint8Array): () => number {
  let at = 0;
  return () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
}
