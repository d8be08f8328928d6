import type { DocumentContent } from '../../application/ports/document-reader.ts';
import type { ReadRefusalCode } from './read-refusal.ts';

/**
 * What the server and a reading process say to each other: one line of JSON and then the bytes on
 * standard input; on standard output a line feed when the process is ready, then one answer.
 */
export interface ReaderRequest {
  readonly name: string | null;
  readonly byteLength: number;
}

export type ReaderAnswer =
  | { readonly ok: true; readonly value: DocumentContent }
  | { readonly ok: false; readonly code: ReadRefusalCode; readonly detail: string };

export const readySign = '\n';

export function encodeRequest(request: ReaderRequest): string {
  return `${JSON.stringify(request)}\n`;
}

/** Splits what came on standard input; null when the server closed it without a request. */
export function decodeRequest(
  input: Buffer,
): { readonly name: string | null; readonly bytes: Uint8Array } | null {
  const line = input.indexOf('\n');
  if (line === -1) return null;
  const header: unknown = JSON.parse(input.toString('utf8', 0, line));
  const bytes = input.subarray(line + 1);
  if (typeof header !== 'object' || header === null) return null;
  if (Reflect.get(header, 'byteLength') !== bytes.byteLength) return null;
  const name: unknown = Reflect.get(header, 'name');
  return { name: typeof name === 'string' ? name : null, bytes };
}

/**
 * The answer, or null when the process wrote something else. A parser that a hostile file has taken
 * over could write anything, so the parts that decide what happens next are checked.
 */
export function decodeAnswer(output: string): ReaderAnswer | null {
  try {
    const answer: unknown = JSON.parse(output);
    return isAnswer(answer) ? answer : null;
  } catch {
    return null;
  }
}

const codes: readonly string[] = [
  'empty',
  'text_too_long',
  'unreadable',
  'unsupported_type',
] satisfies ReadRefusalCode[];

function isAnswer(answer: unknown): answer is ReaderAnswer {
  if (!isObject(answer)) return false;
  if (answer.ok === false) {
    return typeof answer.detail === 'string' && codes.includes(String(answer.code));
  }
  const value = answer.value;
  return answer.ok === true && isObject(value) && isContent(value);
}

function isContent(value: Record<string, unknown>): boolean {
  const provenance = value.provenance;
  return (
    typeof value.text === 'string' &&
    isObject(value.file) &&
    Array.isArray(value.findings) &&
    isObject(provenance) &&
    Array.isArray(provenance.marks)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
