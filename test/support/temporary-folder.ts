import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Memory, where the system has it: tests open hundreds of databases, each of which syncs its disk
 * several times. No test can cut the power, so nothing is lost to them.
 */
const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A fresh folder, and the function that removes it with everything in it. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(base, 'assay-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
