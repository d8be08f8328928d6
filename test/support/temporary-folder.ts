import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh folder, and the function that removes it with everything in it. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'assay-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
