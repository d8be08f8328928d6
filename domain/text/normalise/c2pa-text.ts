import { utf8 } from './hidden-bytes.ts';

/** What can be read of a C2PA manifest without verifying it. */
export interface TextManifest {
  /** Length of the manifest store in bytes. */
  readonly bytes: number;
  /** From the IPTC digital source type named in the claim, if any. */
  readonly declares: 'ai_generated' | 'ai_assisted' | null;
  /** The claim generator, when its name can be read. */
  readonly producer: string | null;
}

const magic = 'C2PATXT\0';
const headerBytes = magic.length + 1 + 4;

/**
 * Reads the text wrapper of C2PA 2.3 A.7: magic, version 1, big-endian length, JUMBF store.
 * Detection only: the signature is never checked, so nothing here is proof of who signed.
 * @returns null when the bytes are no such wrapper.
 */
export function readC2paText(bytes: Uint8Array): TextManifest | null {
  if (bytes.length < headerBytes) return null;
  const latin = latin1(bytes);
  if (!latin.startsWith(magic)) return null;
  const declared = new DataView(bytes.buffer, bytes.byteOffset + magic.length + 1, 4).getUint32(0);
  const store = latin.slice(headerBytes, headerBytes + declared);
  return { bytes: store.length, ...readClaim(store) };
}

/** The source type and generator that a JUMBF/CBOR (or JSON) claim names, found by their labels. */
export function readClaim(store: string): Omit<TextManifest, 'bytes'> {
  const composite = store.includes('compositeWithTrainedAlgorithmicMedia');
  const generated = /(?<!With)[tT]rainedAlgorithmicMedia/.test(store);
  const declares = generated ? 'ai_generated' : composite ? 'ai_assisted' : null;
  return { declares, producer: producerIn(store) };
}

/** CBOR of a signed claim: `claim_generator_info` holds a `name`, `claim_generator` is the name. */
function producerIn(store: string): string | null {
  const info = store.indexOf('claim_generator_info');
  const name = info === -1 ? -1 : store.slice(info, info + 60).indexOf('name', 20);
  if (name !== -1) return textAfter(store, info + name + 'name'.length);
  const plain = store.indexOf('claim_generator');
  return plain === -1 ? null : textAfter(store, plain + 'claim_generator'.length);
}

/** A CBOR text string (RFC 8949 3.1, major type 3, up to 255 bytes) or a JSON string at an index. */
function textAfter(store: string, index: number): string | null {
  const json = /^"\s{0,4}:\s{0,4}"([^"]{1,100})"/.exec(store.slice(index, index + 120))?.[1];
  if (json !== undefined) return json;
  const initial = store.charCodeAt(index);
  const isShort = initial >= 0x61 && initial <= 0x77;
  if (!isShort && initial !== 0x78) return null;
  const length = isShort ? initial - 0x60 : store.charCodeAt(index + 1);
  const start = index + (isShort ? 1 : 2);
  const bytes = Uint8Array.from(store.slice(start, start + length), (byte) => byte.charCodeAt(0));
  return utf8(bytes)?.trim() || null;
}

function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + 8192)));
  }
  return parts.join('');
}
