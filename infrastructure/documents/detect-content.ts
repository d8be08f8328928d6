import { ReadRefusal, unreadable } from './read-refusal.ts';
import { decodeText } from './text/decode-text.ts';
import { zipDirectory } from './zip/zip-directory.ts';
import type { ZipParts } from './zip/zip-parts.ts';

/** What the bytes are, whatever the file is called. */
export type Content =
  | { readonly kind: 'pdf' }
  | { readonly kind: 'docx'; readonly zip: ZipParts; readonly main: string }
  | { readonly kind: 'text'; readonly text: string };

/** @throws ReadRefusal for content of any other kind, and for broken archives. */
export async function detectContent(bytes: Uint8Array): Promise<Content> {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  if (/^(\xef\xbb\xbf)?\s{0,64}%PDF-/.test(head)) return { kind: 'pdf' };
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return await archive(bytes);
  if (head.startsWith('\xd0\xcf\x11\xe0')) throw compoundFile(bytes);
  if (/^\s*\{\\rtf/.test(head)) throw unsupported('an RTF document');
  if (/^%!PS/.test(head)) throw unsupported('a PostScript file');
  const text = decodeText(bytes);
  if (text !== null) return { kind: 'text', text };
  // Some programs write a few bytes of their own before the PDF header.
  if (head.includes('%PDF-') && !(await isKnownBinary(bytes))) return { kind: 'pdf' };
  throw await unknownBinary(bytes);
}

/** True when the bytes are, at the same time, another kind of file: a PDF behind a ZIP, for example. */
export function isPolyglot(content: Content, bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (content.kind === 'pdf') {
    const tail = view.subarray(-66_000);
    return tail.includes('PK\x05\x06', 0, 'latin1') && tail.includes('PK\x01\x02', 0, 'latin1');
  }
  return content.kind === 'docx' && view.subarray(0, 1_024).includes('%PDF-');
}

async function archive(bytes: Uint8Array): Promise<Content> {
  const entries = zipDirectory(bytes);
  if (entries === null) {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (view.includes('word/') && view.includes('[Content_Types].xml'))
      throw unreadable('The DOCX is cut off or damaged and cannot be read.');
    throw await unknownBinary(bytes);
  }
  const [{ openZip }, { mainPart }] = await Promise.all([
    import('./zip/zip-parts.ts'),
    import('./docx/package.ts'),
  ]);
  const zip = await openZip(bytes, entries);
  const main = await mainPart(zip);
  if (main === null) throw await unknownBinary(bytes);
  return { kind: 'docx', zip, main };
}

/** The container of old Office files, and of new ones behind a password. */
function compoundFile(bytes: Uint8Array): ReadRefusal {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? unreadable('The document is protected by a password and cannot be read.')
    : unsupported('an Office file in the old binary format');
}

async function isKnownBinary(bytes: Uint8Array): Promise<boolean> {
  return (await binaryType(bytes)) !== null;
}

async function unknownBinary(bytes: Uint8Array): Promise<ReadRefusal> {
  return unsupported((await binaryType(bytes)) ?? 'of an unknown binary type');
}

/** Only used to name what came: a wrong or failed guess changes nothing. */
async function binaryType(bytes: Uint8Array): Promise<string | null> {
  try {
    const { fileTypeFromBuffer } = await import('file-type');
    const found = await fileTypeFromBuffer(bytes.subarray(0, 100_000));
    return found === undefined || found.ext === 'pdf' ? null : `of type ${found.mime}`;
  } catch {
    return null;
  }
}

function unsupported(what: string): ReadRefusal {
  return new ReadRefusal(
    'unsupported_type',
    `The file is ${what}; PDF, DOCX, TXT, MD and HTML are supported.`,
  );
}
