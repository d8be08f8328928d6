import type { PlainRefusalCode } from '../../domain/shared/refusal.ts';

export type ReadRefusalCode = Extract<
  PlainRefusalCode,
  'empty' | 'text_too_long' | 'unreadable' | 'unsupported_type'
>;

/**
 * Ends the reading of a file from any depth of a parser. Caught once, at the end of the child
 * process, where it becomes the refusal that the port promises.
 */
export class ReadRefusal extends Error {
  override readonly name = 'ReadRefusal';
  readonly code: ReadRefusalCode;

  constructor(code: ReadRefusalCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

export function unreadable(detail: string): ReadRefusal {
  return new ReadRefusal('unreadable', detail);
}

export function textTooLong(): ReadRefusal {
  return new ReadRefusal(
    'text_too_long',
    'The text in the file is longer than 400,000 characters, the most that one request may hold.',
  );
}
