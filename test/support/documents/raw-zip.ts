import { crc32, deflateRawSync } from 'node:zlib';

export interface RawEntry {
  readonly name: string;
  readonly content: Uint8Array;
  /** What the headers claim, when it is not the truth. */
  readonly declaredBytes?: number;
  /** General purpose bit flag: 1 is "encrypted". */
  readonly flags?: number;
}

/** A ZIP written byte by byte, so that its headers can lie. */
export function rawZip(entries: readonly RawEntry[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = deflateRawSync(entry.content);
    const name = Buffer.from(entry.name);
    const fields = header({ entry, packed, name });
    const local = Buffer.concat([signature(0x04034b50), fields, number16(0), name, packed]);
    directory.push(
      Buffer.concat([
        signature(0x02014b50),
        number16(20),
        fields,
        ...[0, 0, 0, 0].map(number16),
        number32(0),
        number32(offset),
        name,
      ]),
    );
    locals.push(local);
    offset += local.length;
  }
  return zipOf({ locals, directory, start: offset });
}

export function zipOf(parts: {
  readonly locals: readonly Buffer[];
  readonly directory: readonly Buffer[];
  readonly start: number;
}): Uint8Array {
  const { locals, directory, start } = parts;
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  const count = number16(directory.length);
  const end = [
    signature(0x06054b50),
    number16(0),
    number16(0),
    count,
    count,
    number32(size),
    number32(start),
    number16(0),
  ];
  return new Uint8Array(Buffer.concat([...locals, ...directory, ...end]));
}

function header(of: {
  readonly entry: RawEntry;
  readonly packed: Buffer;
  readonly name: Buffer;
}): Buffer {
  const { entry, packed, name } = of;
  return Buffer.concat([
    ...[20, entry.flags ?? 0, 8, 0, 0].map(number16),
    number32(crc32(entry.content)),
    number32(packed.length),
    number32(entry.declaredBytes ?? entry.content.byteLength),
    number16(name.length),
  ]);
}

function signature(value: number): Buffer {
  return number32(value);
}

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
