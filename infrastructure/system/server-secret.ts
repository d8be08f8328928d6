import { hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileMadeOnce, wordsOfFile } from './file-made-once.ts';

const secretBytes = 32;
/** Shorter words of a person's choosing could be guessed from a keyed hash of a known value. */
const shortestGiven = 32;

/**
 * The secret behind every keyed hash and personal value, 32 bytes. It comes from `given` (the
 * setting ASSAY_SECRET) or else from the file `secret` in the data folder, which the first start makes,
 * readable by its owner alone.
 * @throws when the given secret is too short, or the file is damaged.
 */
export function serverSecret(options: {
  readonly folder: string;
  readonly given: string | undefined;
}): Uint8Array {
  const { folder, given } = options;
  if (given !== undefined) return derived(given);
  const path = join(folder, 'secret');
  const words =
    wordsOfFile(path) ?? fileMadeOnce(path, `${randomBytes(secretBytes).toString('hex')}\n`);
  return secretIn(words, path);
}

function derived(given: string): Uint8Array {
  if (given.length < shortestGiven) {
    throw new RangeError(
      `ASSAY_SECRET needs at least ${shortestGiven} characters, got ${given.length}`,
    );
  }
  const salt = new Uint8Array(0);
  return new Uint8Array(hkdfSync('sha256', given, salt, 'assay server secret', secretBytes));
}

function secretIn(words: string, path: string): Uint8Array {
  const digits = words.trim();
  if (!/^[0-9a-f]{64}$/.test(digits)) {
    throw new Error(`${path} must hold 64 hex digits; put back the file this data was made with`);
  }
  return new Uint8Array(Buffer.from(digits, 'hex'));
}
