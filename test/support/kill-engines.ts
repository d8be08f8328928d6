import { execFileSync } from 'node:child_process';

/** Ends the processes of a server that run the engines, the way the kernel does when memory is out. */
export function killEngines(server: number): void {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(server)]).toString();
  for (const child of children.split('\n').filter((line) => line.includes('analysis/worker'))) {
    try {
      process.kill(Number(child.trim().split(' ')[0]), 'SIGKILL');
    } catch {
      // It has ended by itself since it was listed.
    }
  }
}
