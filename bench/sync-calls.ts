import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const few = 20;
const many = 220;

/**
 * Calls of fsync and fdatasync for one hold and one debit that nobody shares a commit with, counted by
 * strace over all threads. Two runs, so that what opening and closing costs falls out; what is left over
 * two is the write-ahead log being worked into its file. Undefined without strace.
 */
export function syncCallsPerLoneDebit(): number | undefined {
  if (spawnSync('strace', ['-V']).status !== 0) return undefined;
  return (syncCalls(many) - syncCalls(few)) / (many - few);
}

function syncCalls(debits: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'assay-strace-'));
  const report = join(folder, 'calls');
  const entry = fileURLToPath(new URL('lone-debits-process.js', import.meta.url));
  const what = ['-f', '-e', 'trace=fsync,fdatasync', '-o', report];
  try {
    execFileSync('strace', [...what, process.execPath, entry, String(debits)]);
    // A call that another thread interrupts is printed in two lines, the second of them "resumed".
    const begun = readFileSync(report, 'utf8').match(/^\d+ +f(?:data)?sync\(/gm);
    return begun?.length ?? 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
