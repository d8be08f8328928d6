import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
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
import { join } from 'node:path';

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
  return readSecret(path) ?? makeSecret(folder, path);
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

function readSecret(path: string): Uint8Array | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(`${path} must hold 64 hex digits; put back the file this data was made with`);
  }
  return new Uint8Array(Buffer.from(text, 'hex'));
}

/** Written beside and linked into place: two first starts at once end up with the same secret. */
function makeSecret(folder: string, path: string): Uint8Array {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(secretBytes).toString('hex')}\n`);
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
  const made = readSecret(path);
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
