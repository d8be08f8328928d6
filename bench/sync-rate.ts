import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const blockBytes = 4_096;

/** Appends of 4 KiB a second, each synced before the next: what the disk gives to who does not share a sync. */
export async function syncRate(seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sync-'));
  const file = openSync(join(folder, 'probe'), 'w');
  const block = Buffer.alloc(blockBytes, 1);
  try {
    const started = performance.now();
    const end = started + seconds * 1000;
    let done = 0;
    for (; performance.now() < end; done += 1) {
      writeSync(file, block);
      fdatasyncSync(file);
    }
    return done / ((performance.now() - started) / 1000);
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}
