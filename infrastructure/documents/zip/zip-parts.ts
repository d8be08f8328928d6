import JSZip from 'jszip';
import { zipLimits } from '../limits.ts';
import { unreadable } from '../read-refusal.ts';
import type { ZipEntry } from './zip-directory.ts';

/** Reads parts by name, each inflated only up to what it declares and all together up to a limit. */
export interface ZipParts {
  readonly names: readonly string[];
  /** Null when there is no such part. Names match without regard to case, as OPC asks. @throws ReadRefusal */
  read(name: string): Promise<Uint8Array | null>;
}

export async function openZip(bytes: Uint8Array, entries: readonly ZipEntry[]): Promise<ZipParts> {
  const archive = await load(bytes);
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  let left: number = zipLimits.allPartsBytes;
  return {
    names: entries.map((entry) => entry.name),
    async read(name) {
      const entry = byName.get(name.toLowerCase());
      const part = entry === undefined ? null : archive.file(entry.name);
      if (entry === undefined || part === null) return null;
      const most = Math.min(entry.declaredBytes, zipLimits.mainPartBytes, left);
      if (entry.declaredBytes > most)
        throw unreadable(`The part ${entry.name} is too large to be read.`);
      const content = await inflate(part, most);
      left -= content.byteLength;
      return content;
    },
  };
}

async function load(bytes: Uint8Array): Promise<JSZip> {
  try {
    return await JSZip.loadAsync(bytes);
  } catch {
    throw unreadable('The archive is damaged and cannot be read.');
  }
}

/** jszip believes the declared size until everything is unpacked, so the stream is stopped here. */
function inflate(part: JSZip.JSZipObject, most: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const stream = part.nodeStream('nodebuffer');
    const chunks: Uint8Array[] = [];
    let length = 0;
    const stop = (): void => {
      stream.pause();
      stream.removeAllListeners('data');
      reject(unreadable('A part of the document is larger than it claims, or damaged.'));
    };
    stream.on('data', (chunk: Uint8Array) => {
      length += chunk.byteLength;
      if (length > most) stop();
      else chunks.push(chunk);
    });
    stream.on('error', stop);
    stream.on('end', () => resolve(Buffer.concat(chunks, length)));
  });
}
