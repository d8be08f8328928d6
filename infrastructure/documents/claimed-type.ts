import type { DocumentType } from './extracted.ts';

/** What a file name claims. `type` is null for every extension that is none of the supported ones. */
export interface ClaimedType {
  readonly type: DocumentType | null;
  /** Lower case, without the dot; null when there is none. */
  readonly extension: string | null;
}

export function claimedType(name: string | null): ClaimedType {
  const extension = /\.([A-Za-z0-9]{1,12})\s*$/.exec(name ?? '')?.[1]?.toLowerCase() ?? null;
  return { type: extension === null ? null : (types.get(extension) ?? null), extension };
}

/** True when the name promises something else than the content is. */
export function isMismatch(claimed: ClaimedType, detected: DocumentType): boolean {
  if (claimed.extension === null || claimed.type === detected) return false;
  // Any text may go under an extension of its own: data, source code, a log.
  const isText = detected === 'txt' || detected === 'md';
  return !(isText && claimed.type === null && !binaryExtensions.has(claimed.extension));
}

const types: ReadonlyMap<string, DocumentType> = new Map([
  ['pdf', 'pdf'],
  ['docx', 'docx'],
  ['docm', 'docx'],
  ['dotx', 'docx'],
  ['txt', 'txt'],
  ['text', 'txt'],
  ['md', 'md'],
  ['markdown', 'md'],
  ['html', 'html'],
  ['htm', 'html'],
  ['xhtml', 'html'],
]);

const binaryExtensions: ReadonlySet<string> = new Set([
  ...['doc', 'dot', 'rtf', 'odt', 'xls', 'xlsx', 'ppt', 'pptx', 'pages', 'epub', 'mobi'],
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'heic', 'svg', 'ico'],
  ...['zip', 'rar', '7z', 'gz', 'tar', 'exe', 'dll', 'bin', 'iso', 'jar', 'apk'],
  ...['mp3', 'mp4', 'wav', 'avi', 'mov', 'mkv', 'ogg', 'flac'],
]);
