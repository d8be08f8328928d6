import { maxTextCodePoints } from '../../domain/checks/limits.ts';
import { textTooLong } from './read-refusal.ts';

/** How strongly two pieces of text are kept apart; the strongest one asked for wins. */
export type Separation = 'tab' | 'line' | 'paragraph';

const separators = { none: '', tab: '\t', line: '\n', paragraph: '\n\n' } as const;
const strength = { none: 0, tab: 1, line: 2, paragraph: 3 } as const;

/** Collects text piece by piece; separators appear only between pieces, never at the ends. */
export interface TextBuilder {
  write(text: string): void;
  separate(by: Separation): void;
  /** Replaces a weaker or stronger separator: the end of a table cell turns a new line into a tab. */
  separateExactly(by: Separation): void;
  /** Code units written so far. */
  length(): number;
  /** True when the next piece is set apart from what was written. */
  isAtStart(): boolean;
  text(): string;
}

/** @throws ReadRefusal as soon as the text is certainly too long. */
export function createTextBuilder(): TextBuilder {
  const pieces: string[] = [];
  let pending: keyof typeof separators = 'none';
  let length = 0;
  return {
    write(text) {
      if (text === '') return;
      if (pieces.length > 0) pieces.push(separators[pending]);
      pending = 'none';
      pieces.push(text);
      length += text.length;
      // A code point takes at most two units, so beyond this no recount could bring it under the limit.
      if (length > maxTextCodePoints * 2) throw textTooLong();
    },
    separate(by) {
      if (strength[by] > strength[pending]) pending = by;
    },
    separateExactly(by) {
      pending = by;
    },
    length: () => length,
    isAtStart: () => pieces.length === 0 || pending !== 'none',
    text: () => pieces.join(''),
  };
}
