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

function producerIn(store: string): string | null {
  // CBOR: the key, then a text string with its length in one or two bytes; JSON: the key and ':'.
  const found =
    /claim_generator(?:_info)?["']?[^ -~]{0,4}(?:[^A-Za-z]{0,4}dname)?[^A-Za-z0-9]{0,4}([A-Za-z][ -~]{1,80})/.exec(
      store,
    );
  const name = found?.[1]?.split(/["'\\]/)[0]?.trim();
  return name === undefined || name === '' ? null : name;
}

function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + 8192)));
  }
  return parts.join('');
}
