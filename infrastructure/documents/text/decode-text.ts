import { isUtf8 } from 'node:buffer';
import chardet from 'chardet';
import iconv from 'iconv-lite';

const sampleBytes = 64_000;
const western = 'windows-1252';

/**
 * Text from bytes: byte order mark, then what the file itself declares, then UTF-8 when it is valid,
 * then the most likely encoding. Null when the bytes are no text at all.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const marked = byMark(bytes) ?? wideEncoding(bytes);
  if (marked !== null) return decode(bytes, marked);
  const isUnicode = isUtf8(bytes);
  // Compressed and compiled data hold about ten per cent of control characters, legacy text none.
  if (controlShare(bytes) > (isUnicode ? 0.3 : 0.02)) return null;
  const declared = declaredEncoding(bytes);
  if (declared !== null && declared !== 'utf-8' && iconv.encodingExists(declared)) {
    const text = decode(bytes, declared);
    if (!text.includes('\ufffd')) return text;
  }
  return decode(bytes, isUnicode ? 'utf-8' : likelyEncoding(bytes));
}

function byMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'utf-32le';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return null;
}

/** UTF-16 without a mark: in Latin text every other byte is zero. */
function wideEncoding(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 4_096);
  if (sample.length < 8 || bytes.length % 2 !== 0) return null;
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const half = sample.length / 2;
  if (odd > half * 0.6 && even < half * 0.02) return 'utf-16le';
  return even > half * 0.6 && odd < half * 0.02 ? 'utf-16be' : null;
}

function controlShare(bytes: Uint8Array): number {
  let controls = 0;
  for (const byte of bytes) {
    const isControl = byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b;
    if (isControl || byte === 0x7f) controls += 1;
  }
  return controls / Math.max(1, bytes.length);
}

/** An HTML or XML declaration within the first kilobyte, where browsers look too. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  const found =
    /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(head) ??
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{2,40})/i.exec(head);
  const label = found?.[1]?.toLowerCase() ?? null;
  if (label === null) return null;
  // The HTML standard reads a declared UTF-16 as UTF-8, because the declaration itself could be read
  // as ASCII, and the names of ISO 8859-1 as Windows-1252, because that is what writers meant.
  if (/^utf-?(8|16)/.test(label)) return 'utf-8';
  return /^(iso-?8859-1|latin-?1|us-ascii|ascii)$/.test(label) ? western : label;
}

function likelyEncoding(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const from = Math.max(0, first - sampleBytes / 2);
  const [best] = chardet.analyse(bytes.subarray(from, from + sampleBytes));
  // A guess about single bytes is often wrong; the Western European table is by far the most common.
  if (best === undefined || best.confidence < 20 || /^(ISO-8859-1|UTF-8|ASCII)$/i.test(best.name)) {
    return western;
  }
  return iconv.encodingExists(best.name) ? best.name : western;
}

/** Not by `TextDecoder`: several Node versions take Windows-1252 for ISO 8859-1 there. */
function decode(bytes: Uint8Array, encoding: string): string {
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}
