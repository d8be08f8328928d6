import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** The words of a file; undefined when there is none. */
export function wordsOfFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Makes a file that its owner alone may read, durably, and answers what stands in it. Written beside and
 * linked into place: two first uses at once end up with the same words.
 */
export function fileMadeOnce(path: string, words: string): string {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, words);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(draft, path);
    syncFolder(folder);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
  const made = wordsOfFile(path);
  if (made === undefined) throw new Error(`${path} vanished while it was being made`);
  return made;
}

function syncFolder(folder: string): void {
  const directory = openSync(folder, 'r');
  fsyncSync(directory);
  closeSync(directory);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
