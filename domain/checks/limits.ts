import { type Outcome, refused, success } from '../shared/refusal.ts';
import type { CheckRequest } from './request.ts';

/** API.md, "Limits": 400,000 characters, counted as code points of the submitted text. */
export const maxTextCodePoints = 400_000;
/** API.md, "Limits": 20 MB, taken as 20 MiB; exactly this much is allowed. */
export const maxFileBytes = 20 * 1024 * 1024;
/** DECISIONS, "Checks and reports". */
export const defaultMaxWords = 100_000;

/** What can be said of a request before any work. Refuses with 400 and 413 codes. */
export function checkLimits({ checks, source }: CheckRequest): Outcome<null> {
  if (!checks.ai && !checks.grammar && !checks.plagiarism) {
    return refused('no_checks', 'select at least one of ai, grammar, plagiarism');
  }
  if (source.kind === 'file') {
    if (source.bytes.length === 0) return refused('empty', 'the file has no bytes');
    if (source.bytes.length <= maxFileBytes) return success(null);
    return refused(
      'file_too_large',
      `a file may have ${maxFileBytes} bytes, this one has ${source.bytes.length}`,
    );
  }
  const count = codePoints(source.text);
  if (count > maxTextCodePoints) {
    return refused(
      'text_too_long',
      `a text may have ${maxTextCodePoints} characters, this one has ${count}`,
    );
  }
  return source.text.trim() === '' ? refused('empty', 'the text is blank') : success(null);
}

/** What can be said once the words are counted. */
export function checkWords(words: number, maxWords: number): Outcome<null> {
  if (words === 0) return refused('empty', 'the text has no words left after normalisation');
  if (words <= maxWords) return success(null);
  return refused('too_many_words', `a text may have ${maxWords} words, this one has ${words}`);
}

/** Code points, where a surrogate pair counts once and a lone surrogate too. */
function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}
