import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second. */
const ticksPerSecond = 100;

/** Linux: summed over the process tree, zero for a process that has just ended. */
export function residentBytes(pid: number): number {
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(readProc(pid, 'status'))?.[1] ?? 0) * 1024;
  return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), own);
}

/** Processor time that a process has used up to now, of all its threads, in seconds. */
export function cpuSeconds(pid: number): number {
  // The name in brackets may hold spaces; the times are the 12th and 13th field after it (proc(5)).
  const fields = readProc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticksPerSecond;
}

/** `ps` ends with an error when it finds none. */
export function childrenOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]));
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
