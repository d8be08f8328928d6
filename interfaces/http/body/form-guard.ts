import { type Outcome, refused, success } from '../../../domain/shared/refusal.ts';
import { parseHeaderValue } from './header-value.ts';

/** What busboy does not tell of a part. */
export interface PartHead {
  /** The `charset` of the part's own content type, lower case, or null. */
  readonly charset: string | null;
}

/** Stands before the parser, which leaves out in silence what it cannot read. */
export interface FormGuard {
  /** The pieces that may go on to the parser, or why the form cannot be read. */
  pass(chunk: Buffer): Outcome<readonly Buffer[]>;
  /** Of the parts that were passed on, in their order. */
  readonly heads: readonly PartHead[];
}

const maxParts = 30;
const maxPartHeadBytes = 8_192;
const lineBreak = '\r\n';
const headEnd = lineBreak + lineBreak;
/**
 * Fields of a form are decoded by busboy itself, in the charset the part names and with replacement
 * characters for what is not valid. Under this type it hands every part over as bytes.
 */
const asBytes = `Content-Type: application/octet-stream${lineBreak}`;

/**
 * Checks the frame of a `multipart/form-data` body (RFC 7578, RFC 2046 5.1) while it passes:
 * delimiters, number of parts and the headers of each part. Drops preamble and epilogue.
 * Holds back at most one chunk and the head of a part.
 */
export function formGuard(boundary: string): FormGuard {
  const delimiter = `${lineBreak}--${boundary}`;
  const heads: PartHead[] = [];
  // The first delimiter may stand at the very start, without a line break of its own.
  let rest: Buffer = Buffer.from(lineBreak);
  let state: 'preamble' | 'content' | 'delimiter' | 'epilogue' = 'preamble';
  /** The blank line before a content: it may itself begin the delimiter when a part is empty. */
  let blankLineBytes = 0;

  return {
    heads,
    pass(chunk) {
      rest = Buffer.concat([rest, chunk]);
      const pieces: Buffer[] = [];
      let step: Step = 'advanced';
      while (step === 'advanced') {
        step = state === 'delimiter' ? passDelimiter(pieces) : passContent(pieces);
      }
      return step === 'waiting' ? success(pieces) : malformed(step.fault);
    },
  };

  function passContent(pieces: Buffer[]): Step {
    const isEpilogue = state === 'epilogue';
    const found = isEpilogue ? -1 : rest.indexOf(delimiter, 0, 'latin1');
    const kept = isEpilogue ? 0 : delimiter.length - 1;
    const end = found === -1 ? Math.max(0, rest.length - kept) : found;
    if (state === 'content' && end > blankLineBytes) {
      pieces.push(rest.subarray(blankLineBytes, end));
    }
    blankLineBytes = Math.max(0, blankLineBytes - end);
    rest = rest.subarray(end);
    if (found === -1) return 'waiting';
    state = 'delimiter';
    return 'advanced';
  }

  function passDelimiter(pieces: Buffer[]): Step {
    const line = delimiterLine(rest, delimiter.length);
    if (line === 'waiting' || 'fault' in line) return line;
    if (line.head === null) {
      pieces.push(Buffer.from(`${delimiter}--`));
      state = 'epilogue';
      return 'advanced';
    }
    if (heads.length === maxParts) return { fault: `it has more than ${maxParts} parts` };
    const head = partHead(line.head);
    if (head === null) return { fault: unreadableHead };
    heads.push(head);
    pieces.push(Buffer.from(delimiter + lineBreak + asBytes), line.head, Buffer.from(headEnd));
    rest = rest.subarray(line.contentStart - lineBreak.length);
    blankLineBytes = lineBreak.length;
    state = 'content';
    return 'advanced';
  }
}

export const unreadableHead = 'the headers of a part cannot be read';

export function malformed(reason: string) {
  return refused('bad_json', `the form cannot be read: ${reason}`);
}

/** Waiting: the rest of the chunk cannot be judged before more of the body is there. */
type Step = 'advanced' | 'waiting' | Fault;

interface Fault {
  readonly fault: string;
}

interface DelimiterLine {
  /** The headers of the part without the blank line after them; null for the closing delimiter. */
  readonly head: Buffer | null;
  readonly contentStart: number;
}

/**
 * Reads what follows a delimiter. RFC 2046 5.1.1 reserves every line that begins with the boundary,
 * so a longer one is malformed; busboy would lose everything from there to the next delimiter.
 */
function delimiterLine(bytes: Buffer, delimiterLength: number): DelimiterLine | Fault | 'waiting' {
  const after = bytes.subarray(delimiterLength, delimiterLength + maxPartHeadBytes);
  if (after[0] === 0x2d && after[1] === 0x2d) {
    return { head: null, contentStart: delimiterLength + 2 };
  }
  let padding = 0;
  while (after[padding] === 0x20 || after[padding] === 0x09) padding += 1;
  const lineEnd = after.subarray(padding, padding + lineBreak.length).toString('latin1');
  const isOpen = lineBreak.startsWith(lineEnd) || (padding === 0 && lineEnd === '-');
  if (!isOpen) return { fault: 'a line begins with its boundary and goes on' };
  const end = after.indexOf(headEnd, padding);
  if (end !== -1) {
    const headStart = padding + lineBreak.length;
    const head = after.subarray(headStart, Math.max(headStart, end));
    return { head, contentStart: delimiterLength + end + headEnd.length };
  }
  if (after.length < maxPartHeadBytes) return 'waiting';
  return { fault: 'the headers of a part have no end' };
}

/** Null for what busboy would skip, take the first of, or decode with replacement characters. */
function partHead(block: Buffer): PartHead | null {
  const headers = headersOf(block.toString('utf8'));
  const disposition = parseHeaderValue(headers?.get('content-disposition') ?? '');
  if (headers === null || disposition === null) return null;
  if (!isExtendedValue(disposition.parameters.get('filename*'))) return null;
  // RFC 7578 4.7: base64 and its like are deprecated; taking them literally would check noise.
  const encoding = headers.get('content-transfer-encoding')?.trim().toLowerCase() ?? 'binary';
  if (!['7bit', '8bit', 'binary'].includes(encoding)) return null;
  const type = parseHeaderValue(headers.get('content-type') ?? '');
  return { charset: type?.parameters.get('charset')?.toLowerCase() ?? null };
}

function headersOf(block: string): ReadonlyMap<string, string> | null {
  const headers = new Map<string, string>();
  for (const line of block.split(lineBreak)) {
    // No header begins like a delimiter, but a delimiter with a colon would pass for a header.
    const header = /^(?!--)([!#$%&'*+.^_`|~0-9A-Za-z-]+):([^\0\r\n]*)$/.exec(line);
    const name = header?.[1]?.toLowerCase();
    if (name === undefined || headers.has(name)) return null;
    headers.set(name, header?.[2] ?? '');
  }
  return headers;
}

/** RFC 8187 3.2, UTF-8 only; RFC 7578 4.2 forbids it here, but clients send it. */
function isExtendedValue(value: string | undefined): boolean {
  if (value === undefined) return true;
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value)?.[1];
  try {
    return encoded !== undefined && decodeURIComponent(encoded) !== '';
  } catch {
    return false;
  }
}
