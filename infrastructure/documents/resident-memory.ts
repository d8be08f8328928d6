import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Resident megabytes of a process, or null when nobody can tell (or it has ended). */
export async function residentMegabytes(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      return toMegabytes(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]);
    }
    if (process.platform === 'win32') return null;
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    return toMegabytes(stdout.trim());
  } catch {
    return null;
  }
}

function toMegabytes(kilobytes: string | undefined): number | null {
  return kilobytes !== undefined && /^\d+$/.test(kilobytes) ? Number(kilobytes) / 1_024 : null;
}
