import { zipLimits } from '../limits.ts';
import { unreadable } from '../read-refusal.ts';

/** One entry of a ZIP's central directory (APPNOTE.TXT 4.3.12). Sizes are what the archive claims. */
export interface ZipEntry {
  readonly name: string;
  readonly compressedBytes: number;
  readonly declaredBytes: number;
  readonly offset: number;
}

/**
 * Reads the central directory before any library does, and refuses what no word processor writes:
 * too many entries, absurd sizes, encrypted, overlapping or repeated entries. Returns null when the
 * bytes hold no directory at all. @throws ReadRefusal
 */
export function zipDirectory(bytes: Uint8Array): ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const { count, start } = directoryPlace(view, end);
  if (count > zipLimits.entries)
    throw unreadable(`The archive has ${count} entries; at most ${zipLimits.entries} are read.`);
  const entries = readEntries(view, { count, start });
  if (entries === null) return null;
  refuseAbsurdSizes(entries);
  refuseOverlaps(entries, start);
  refuseRepeats(entries);
  return entries;
}

const endSignature = 0x06054b50;
const zip64EndSignature = 0x06064b50;
const zip64LocatorSignature = 0x07064b50;
const entrySignature = 0x02014b50;
const unsigned32 = 0xffffffff;

function findEnd(view: DataView): number | null {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  return null;
}

/** Some writers use ZIP64 records for small files too. */
function directoryPlace(view: DataView, end: number): { count: number; start: number } {
  const place = { count: view.getUint16(end + 10, true), start: view.getUint32(end + 16, true) };
  if (place.count !== 0xffff && place.start !== unsigned32) return place;
  if (end < 20 || view.getUint32(end - 20, true) !== zip64LocatorSignature) return place;
  const at = Number(view.getBigUint64(end - 12, true));
  if (at + 56 > view.byteLength || view.getUint32(at, true) !== zip64EndSignature) return place;
  return {
    count: Number(view.getBigUint64(at + 32, true)),
    start: Number(view.getBigUint64(at + 48, true)),
  };
}

function readEntries(
  view: DataView,
  directory: { readonly count: number; readonly start: number },
): ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  let at = directory.start;
  for (let index = 0; index < directory.count; index += 1) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entrySignature) return null;
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + 46 + nameLength + extraLength + view.getUint16(at + 32, true);
    if (next > view.byteLength) return null;
    if ((view.getUint16(at + 8, true) & 0x2041) !== 0)
      throw unreadable('The document is encrypted and cannot be read.');
    entries.push(readEntry(view, { at, nameLength, extraLength }));
    at = next;
  }
  return entries;
}

function readEntry(
  view: DataView,
  header: { readonly at: number; readonly nameLength: number; readonly extraLength: number },
): ZipEntry {
  const { at, nameLength, extraLength } = header;
  const name = new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength);
  const large = zip64Values(view, { at: at + 46 + nameLength, length: extraLength });
  const field = (value: number): number =>
    value === unsigned32 ? (large.shift() ?? value) : value;
  // The order of the ZIP64 values is fixed: APPNOTE.TXT 4.5.3.
  const declaredBytes = field(view.getUint32(at + 24, true));
  const compressedBytes = field(view.getUint32(at + 20, true));
  const offset = field(view.getUint32(at + 42, true));
  return { name: new TextDecoder().decode(name), compressedBytes, declaredBytes, offset };
}

function zip64Values(
  view: DataView,
  extra: { readonly at: number; readonly length: number },
): number[] {
  const end = extra.at + extra.length;
  let at = extra.at;
  while (at + 4 <= end) {
    const size = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === 1) {
      const count = Math.floor(Math.min(size, end - at - 4) / 8);
      return Array.from({ length: count }, (_, index) =>
        Number(view.getBigUint64(at + 4 + index * 8, true)),
      );
    }
    at += 4 + size;
  }
  return [];
}

function refuseAbsurdSizes(entries: readonly ZipEntry[]): void {
  const declared = entries.reduce((sum, entry) => sum + entry.declaredBytes, 0);
  // Pictures without compression of their own shrink that far too, but they are not read.
  const isBomb = entries.some(
    (entry) =>
      /\.(xml|rels)$/i.test(entry.name) &&
      entry.declaredBytes > zipLimits.ratioFromBytes &&
      entry.declaredBytes > entry.compressedBytes * zipLimits.ratio,
  );
  if (declared > zipLimits.declaredBytes || isBomb) {
    throw unreadable('The archive claims to hold far more than a document of its size can.');
  }
}

/** Entries that share bytes let a small archive unfold without end. */
function refuseOverlaps(entries: readonly ZipEntry[], directoryStart: number): void {
  const localHeaderBytes = 30;
  const sorted = [...entries].sort((a, b) => a.offset - b.offset);
  for (const [index, entry] of sorted.entries()) {
    const end = entry.offset + localHeaderBytes + entry.compressedBytes;
    if (end > (sorted[index + 1]?.offset ?? directoryStart)) {
      throw unreadable('The entries of the archive overlap, so it cannot be read safely.');
    }
  }
}

function refuseRepeats(entries: readonly ZipEntry[]): void {
  if (new Set(entries.map((entry) => entry.name)).size !== entries.length) {
    throw unreadable(
      'Two entries of the archive have the same name, so it is not clear which one counts.',
    );
  }
}
