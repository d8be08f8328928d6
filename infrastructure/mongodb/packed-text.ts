import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { Binary } from 'mongodb';
import { bytesOf } from './collection.ts';

/** A text in a document: as it is, or compressed where that is worth the time. */
export type PackedText = string | Binary;

/** Below this many UTF-16 code units a text is stored as it is. */
const packedFrom = 16_384;
/** MongoDB takes documents of 16 MiB, of which the rest of a document gets its share. */
const maxBytes = 15 * 1024 * 1024;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Undefined when the text is too large for one document, even compressed. */
export async function packText(text: string): Promise<PackedText | undefined> {
  if (text.length < packedFrom) return text;
  const packed = await deflate(text, { level: 1 });
  return packed.length > maxBytes ? undefined : new Binary(packed);
}

export async function unpackText(packed: PackedText): Promise<string> {
  return typeof packed === 'string' ? packed : (await inflate(bytesOf(packed))).toString();
}
