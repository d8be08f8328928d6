import { type Outcome, refused, success } from '../../../domain/shared/refusal.ts';
import { parseHeaderValue } from './header-value.ts';

/** One part of a `multipart/form-data` body. */
export interface FormPart {
  readonly name: string;
  /** The name the client gave, without folders; null when there is none. */
  readonly fileName: string | null;
  /** The `charset` of the part's own content type, lower case, or null. */
  readonly charset: string | null;
  /** A view of the body, not a copy. */
  readonly bytes: Buffer;
}

const maxParts = 30;
const maxPartHeaderBytes = 8_192;
const lineBreak = '\r\n';

/**
 * Parses a complete multipart body (RFC 7578, RFC 2046 5.1). Strict: a part that cannot be read,
 * too many parts and a missing end are refused with `bad_json`, so that nothing a client sent is
 * ever left out in silence. The body is already bounded, so it is parsed where it lies.
 */
export function parseMultipart(body: Buffer, boundary: string): Outcome<readonly FormPart[]> {
  const delimiter = `${lineBreak}--${boundary}`;
  const parts: FormPart[] = [];
  let current = firstDelimiter(body, delimiter);
  if (current === null) return malformed('no part begins with its boundary');
  while (!current.isClosing) {
    if (parts.length === maxParts) return malformed(`it has more than ${maxParts} parts`);
    const headersEnd = body
      .subarray(current.end, current.end + maxPartHeaderBytes)
      .indexOf(lineBreak + lineBreak);
    if (headersEnd === -1) return malformed('the headers of a part have no end');
    const contentStart = current.end + headersEnd + 4;
    // The blank line may itself begin the delimiter when a part is empty.
    const next = nextDelimiter(body, delimiter, contentStart - 2);
    if (next === null) return malformed('it ends before its last boundary');
    const headers = body.subarray(current.end, current.end + headersEnd).toString('utf8');
    const part = partOf(headers, body.subarray(contentStart, Math.max(contentStart, next.start)));
    if (part === null) return malformed('the headers of a part cannot be read');
    parts.push(part);
    current = next;
  }
  return success(parts);
}

function malformed(reason: string) {
  return refused('bad_json', `the form cannot be read: ${reason}`);
}

interface Delimiter {
  readonly start: number;
  /** Where the line break after an opening delimiter begins. */
  readonly end: number;
  readonly isClosing: boolean;
}

function firstDelimiter(body: Buffer, delimiter: string): Delimiter | null {
  const opening = delimiter.slice(lineBreak.length);
  const isFirst = body.subarray(0, opening.length).toString('latin1') === opening;
  return isFirst ? delimiterAt(body, 0, opening.length) : nextDelimiter(body, delimiter, 0);
}

/**
 * RFC 2046 5.1.1 reserves every line that begins with the boundary, so a longer one is malformed.
 * Taking it as content instead would let a body of such lines keep this thread busy.
 */
function nextDelimiter(body: Buffer, delimiter: string, from: number): Delimiter | null {
  const start = body.indexOf(delimiter, from, 'latin1');
  return start === -1 ? null : delimiterAt(body, start, delimiter.length);
}

/** A boundary counts only with `--`, or with white space and a line break, after it. */
function delimiterAt(body: Buffer, start: number, length: number): Delimiter | null {
  let end = start + length;
  if (body[end] === 0x2d && body[end + 1] === 0x2d) return { start, end, isClosing: true };
  while (body[end] === 0x20 || body[end] === 0x09) end += 1;
  const isLineEnd = body[end] === 0x0d && body[end + 1] === 0x0a;
  return isLineEnd ? { start, end, isClosing: false } : null;
}

function partOf(headerBlock: string, bytes: Buffer): FormPart | null {
  const headers = headersOf(headerBlock);
  const disposition = parseHeaderValue(headers?.get('content-disposition') ?? '');
  const name = disposition?.parameters.get('name');
  if (headers === null || disposition?.value !== 'form-data' || name === undefined) return null;
  // RFC 7578 4.7: base64 and its like are deprecated; taking them literally would check noise.
  const encoding = headers.get('content-transfer-encoding')?.trim().toLowerCase() ?? 'binary';
  if (!['7bit', '8bit', 'binary'].includes(encoding)) return null;
  const type = parseHeaderValue(headers.get('content-type') ?? '');
  const charset = type?.parameters.get('charset')?.toLowerCase() ?? null;
  const fileName = fileNameOf(disposition.parameters);
  return fileName === undefined ? null : { name, fileName, charset, bytes };
}

function headersOf(block: string): ReadonlyMap<string, string> | null {
  const headers = new Map<string, string>();
  for (const line of block.split(lineBreak).slice(1)) {
    const header = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([^\0\r\n]*)$/.exec(line);
    const name = header?.[1]?.toLowerCase();
    if (name === undefined || headers.has(name)) return null;
    headers.set(name, header?.[2] ?? '');
  }
  return headers;
}

/** The base name, null when there is none, undefined when it cannot be read. */
function fileNameOf(parameters: ReadonlyMap<string, string>): string | null | undefined {
  const extended = parameters.get('filename*');
  const plain = parameters.get('filename')?.replaceAll('%22', '"');
  const name = extended === undefined ? plain : extendedValue(extended);
  if (name === null) return undefined;
  const base = name?.split(/[/\\]/).at(-1)?.slice(0, 255);
  return base === undefined || base === '' ? null : base;
}

/** RFC 8187 3.2; RFC 7578 4.2 forbids it here, but clients send it. */
function extendedValue(value: string): string | null {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value)?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
