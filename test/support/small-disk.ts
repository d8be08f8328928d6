import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A place for files that can be full, and have room again. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves no room for a byte more, for the process that writes there. */
  fill(processId: number): void;
  free(processId: number): void;
  remove(): void;
}

/** A disk of its own in memory; undefined where this user may not mount one. A full one says ENOSPC. */
export function mountedDisk(sizeMiB: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'assay-disk-'));
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${sizeMiB}m`, 'tmpfs', folder];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => writeUntilFull(ballast),
    free: () => rmSync(ballast),
    remove() {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A folder in which a process may not write: its files may not be longer than a byte (RLIMIT_FSIZE, which
 * says EFBIG). Needs no rights; undefined where there is no `prlimit`.
 */
export function limitedFolder(): SmallDisk | undefined {
  const limit = (processId: number, bytes: string): void => {
    const words = ['--pid', String(processId), `--fsize=${bytes}:unlimited`];
    execFileSync('prlimit', words, { stdio: 'ignore' });
  };
  try {
    limit(process.pid, 'unlimited');
  } catch {
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'assay-limit-'));
  return {
    folder,
    fill: (processId) => limit(processId, '1'),
    free: (processId) => limit(processId, 'unlimited'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (let size = 1 << 20; size > 0; ) {
      try {
        writeSync(file, Buffer.alloc(size));
      } catch {
        size >>= 1;
      }
    }
  } finally {
    closeSync(file);
  }
}
